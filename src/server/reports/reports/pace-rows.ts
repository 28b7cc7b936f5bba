import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { reportEventColumns, type ReportEvent } from '#server/platform/report-totals/report-event-rows.ts'
import { pendingDeltas } from '#server/platform/report-totals/report-rows.ts'

/** Tickets sold on a day, which is counted backwards from the event. */
export interface PaceDay {
  before: number
  tickets: number
}

export function listPaceDays(
  db: Db,
  promoterId: string,
  event: Pick<ReportEvent, 'id' | 'startsAt'>,
): Promise<PaceDay[]> {
  return queryRows<PaceDay>(db)`
    ${pendingDeltas(promoterId)}, rows as (
      select hour, tickets, returned from report_hours where event_id = ${event.id} and dimension = 'event'
      union all
      select hour, tickets, returned from deltas where event_id = ${event.id} and dimension = 'event'
    )
    select greatest(0, floor(extract(epoch from ${event.startsAt}::timestamptz - hour) / 86400))::int as before,
      sum(tickets - returned)::int as tickets
    from rows group by 1`
}

/** Returns the promoter's next event, or else the latest one. */
export function findNextEvent(db: Db, promoterId: string, now: Date): Promise<ReportEvent | undefined> {
  return queryRow<ReportEvent>(db)`
    select ${reportEventColumns} from events where promoter_id = ${promoterId} and status <> 'draft'
    order by ends_at <= ${now}, abs(extract(epoch from starts_at - ${now}::timestamptz)) limit 1`
}

/** Returns the latest event before another event, at the same venue if there is one. */
export function findEarlierEvent(
  db: Db,
  promoterId: string,
  event: ReportEvent,
): Promise<ReportEvent | undefined> {
  return queryRow<ReportEvent>(db)`
    select ${reportEventColumns} from events
    where promoter_id = ${promoterId} and status = 'published' and starts_at < ${event.startsAt} and id <> ${event.id}
    order by venue_name = ${event.venueName} desc, starts_at desc limit 1`
}
