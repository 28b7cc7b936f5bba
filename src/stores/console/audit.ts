import { auditChoices, listAuditLog, type AuditEntry } from '#contracts/console/audit.ts'
import { succeed } from '#model/platform/result.ts'
import { callPromoter } from '#stores/own-promoters.ts'
import { listStore } from '#stores/promoter-list.ts'
import { loadedStore } from './loaded-for-promoter.ts'

/** Filters in the URL; days as '2026-11-21' in the browser's time zone. */
export interface AuditFilters {
  actor?: string
  action?: string
  subject?: string
  from?: string
  to?: string
}

export const auditLog = listStore<AuditEntry, AuditFilters>(async (filters, cursor) => {
  const { from, to, ...rest } = filters
  const query = {
    ...rest,
    ...(from ? { from: startOf(from, 0) } : {}),
    ...(to ? { to: startOf(to, 1) } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const answer = await callPromoter(listAuditLog, { query })
  if (!answer.success) return answer
  return succeed({ rows: answer.data.entries, nextCursor: answer.data.nextCursor })
})

export const auditFilters = loadedStore(() => callPromoter(auditChoices, {}))

/** Returns the local start of a day, or of the day `later` days after it. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
