import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'
import { reportEventColumns, type ReportEvent } from '#server/platform/report-totals/report-event-rows.ts'
import { pendingDeltas } from '#server/platform/report-totals/report-rows.ts'

/** Tickets sold on a day, which is counted backwards from the event. */
export interface PaceDay {
  before: number
  tickets: number
}

export async function listPaceDays(
  db: Db,
  promoterId: string,
  event: Pick<ReportEvent, 'id' | 'startsAt'>,
): Promise<PaceDay[]> {
  const { rows } = await sql<PaceDay>`
    ${pendingDeltas(promoterId)}, rows as (
      select hour, tickets, returned from report_hours where event_id = ${event.id} and dimension = 'event'
      union all
      select hour, tickets, returned from deltas where event_id = ${event.id} and dimension = 'event'
    )
    select greatest(0, floor(extract(epoch from ${event.startsAt}::timestamptz - hour) / 86400))::int as before,
      sum(tickets - returned)::int as tickets
    from rows group by 1`.execute(db)
  return rows
}

/** Returns the promoter's next event, or else the latest one. */
export async function findNextEvent(db: Db, promoterId: string, now: Date): Promise<ReportEvent | undefined> {
  const { rows } = await sql<ReportEvent>`
    select ${reportEventColumns} from events where promoter_id = ${promoterId} and status <> 'draft'
    order by ends_at <= ${now}, abs(extract(epoch from starts_at - ${now}::timestamptz)) limit 1`.execute(db)
  return rows[0]
}

/** Returns the latest event before another event, at the same venue if there is one. */
export async function findEarlierEvent(
  db: Db,
  promoterId: string,
  event: ReportEvent,
): Promise<ReportEvent | undefined> {
  const { rows } = await sql<ReportEvent>`
    select ${reportEventColumns} from events
    where promoter_id = ${promoterId} and status = 'published' and starts_at < ${event.startsAt} and id <> ${event.id}
    order by venue_name = ${event.venueName} desc, starts_at desc limit 1`.execute(db)
  return rows[0]
}
