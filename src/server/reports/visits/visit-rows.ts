import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { splitAtMonths, timeRangeOf, type TimeRangeSql } from '#server/platform/report-totals/span-rows.ts'

export async function sumVisits(db: Db, scope: ReportScope): Promise<{ views: number; holds: number }> {
  const row = await queryRow<{ views: number; holds: number }>(db)`
    select coalesce(sum(views), 0)::bigint as views, coalesce(sum(holds), 0)::bigint as holds
    from (${visitsQuery(scope, 'month')}) visits`
  return row ?? { views: 0, holds: 0 }
}

export function sumViewsByChannel(db: Db, scope: ReportScope): Promise<{ channel: string; views: number }[]> {
  return queryRows<{ channel: string; views: number }>(db)`
    select channel, sum(views)::bigint as views from (${visitsQuery(scope, 'month')}) visits
    where channel <> '' group by 1`
}

/**
 * SQL query of `hour`, `channel`, `views` and `holds` in a period, by hour. With `coarsest` 'month', complete months have
 * only one row.
 */
export function visitsQuery(scope: ReportScope, coarsest: 'hour' | 'month'): RawBuilder<unknown> {
  if (scope.event) return visitsOfEvent(scope.event.id, timeRangeOf(scope))
  const { hours, months } =
    coarsest === 'month' ? splitAtMonths(scope) : { hours: [timeRangeOf(scope)], months: [] }
  return sql.join(
    [
      ...hours.map((part) => visitTotals(scope, 'hour', part)),
      ...months.map((part) => visitTotals(scope, 'month', part)),
    ],
    sql` union all `,
  )
}

const visitsOfEvent = (eventId: string, [from, to]: TimeRangeSql): RawBuilder<unknown> => sql`
  select hour, channel, views, holds from event_visits
  where event_id = ${eventId} and hour >= ${from} and hour < ${to}`

const visitTotals = (
  { promoterId, currency }: ReportScope,
  unit: 'hour' | 'month',
  [from, to]: TimeRangeSql,
): RawBuilder<unknown> => sql`
  select at as hour, channel, views, holds from visit_totals
  where promoter_id = ${promoterId} and unit = ${unit} and currency = ${currency} and at >= ${from} and at < ${to}`
