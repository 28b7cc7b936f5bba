import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface ReportEvent {
  id: string
  title: string
  startsAt: Date
  timeZone: string
  currency: string
  venueName: string
}

/** Columns of `ReportEvent`. Use in a query in which only one table has columns of these names. */
export const reportEventColumns = sql`
  id, title, starts_at as "startsAt", time_zone as "timeZone", currency, venue_name as "venueName"`

export function findReportEvent(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<ReportEvent | undefined> {
  return queryRow<ReportEvent>(db)`
    select ${reportEventColumns} from events where promoter_id = ${find.promoterId} and id = ${find.eventId}`
}

export function listReportEventRows(
  db: Db,
  { promoterId, limit }: { promoterId: string; limit: number },
): Promise<Pick<ReportEvent, 'id' | 'title' | 'startsAt' | 'timeZone'>[]> {
  return queryRows<Pick<ReportEvent, 'id' | 'title' | 'startsAt' | 'timeZone'>>(db)`
    select id, title, starts_at as "startsAt", time_zone as "timeZone" from events
    where promoter_id = ${promoterId} and status <> 'draft' order by starts_at desc, id limit ${limit}`
}

export async function findUsualCurrencyAndZone(
  db: Db,
  promoterId: string,
): Promise<{ timeZone: string; currency: string; currencies: string[] }> {
  const row = await queryRow<{ timeZone: string | null; currencies: string[] | null }>(db)`
    select (select time_zone from events where promoter_id = ${promoterId} group by 1 order by count(*) desc, 1 limit 1) as "timeZone",
      (select array_agg(currency order by count desc, currency) from (
        select currency, count(*) from events where promoter_id = ${promoterId} group by 1) used) as currencies`
  const currencies = row?.currencies ?? []
  return { timeZone: row?.timeZone ?? 'UTC', currency: currencies[0] ?? 'EUR', currencies }
}

export async function findFirstHour(db: Db, eventId: string): Promise<Date | undefined> {
  const row = await queryRow<{ at: Date | null }>(db)`
    select least(
      (select min(hour) from report_hours where event_id = ${eventId} and dimension = 'event'),
      (select min(hour) from event_visits where event_id = ${eventId})) as at`
  return row?.at ?? undefined
}
