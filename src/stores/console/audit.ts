import { listAuditOptions, listAuditLog, type AuditEntry } from '#contracts/console/audit.ts'
import { callPromoter } from './own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'

/** Filters in the URL. Dates such as '2026-11-21' are in the browser's time zone. */
export interface AuditFilters {
  actor?: string
  action?: string
  subject?: string
  from?: string
  to?: string
}

export const auditLog = createList<AuditEntry, AuditFilters>(async ({ from, to, ...rest }) => {
  const query = {
    ...rest,
    ...(from ? { from: startOf(from, 0) } : {}),
    ...(to ? { to: startOf(to, 1) } : {}),
  }
  return toListPage(await callPromoter(listAuditLog, { query }), ({ entries }) => entries)
})

export const auditFilters = createResource(() => callPromoter(listAuditOptions, {}))

function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
