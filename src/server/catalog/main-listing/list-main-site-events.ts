import type { listMainSiteEvents as contract, MainSiteEvent } from '#contracts/operator/main-site-events.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listMainSiteEventRows, type MainSiteEventRow } from './main-listing-rows.ts'

export const listMainSiteEvents: UseCase<typeof contract, AccountCall> = async (context, { query }) => {
  const { q, promoterId, listing, cursor } = query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const like = q ? `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  const now = new Date(context.clock.now())
  const rows = await listMainSiteEventRows(context.db, { now, like, promoterId, listing, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ startsAt, id }) => ({ at: startsAt, id }))
  return succeed({ events: page.map(toMainSiteEvent), nextCursor })
}

export function toMainSiteEvent(row: MainSiteEventRow): MainSiteEvent {
  const { id, title, promoterId, promoterName, startsAt, timeZone, reason, takenOffAt } = row
  return {
    id,
    title,
    promoter: { id: promoterId, name: promoterName },
    startsAt: startsAt.toISOString(),
    timeZone,
    takenOff: reason === null || takenOffAt === null ? null : { reason, at: takenOffAt.toISOString() },
  }
}
