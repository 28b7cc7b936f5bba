import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { REPORT_MEASURES, measureColumns, summedColumns } from './delta-rows.ts'
import type { ReportScope } from './read-report-scope.ts'
import { pendingDeltas } from './report-rows.ts'
import {
  spanStartSql,
  spanEndSql,
  splitAtMonths,
  intervalSql,
  timeRangeOf,
  type TimeRangeSql,
} from './span-rows.ts'

export type ReportDimension = 'event' | 'type' | 'channel' | 'link' | 'promo' | 'tax' | 'reason'

export interface ReportSums {
  orders: number
  unpaid: number
  tickets: number
  returned: number
  refunds: number
  discount_cents: number
  paid_cents: number
  base_cents: number
  promoter_cents: number
  taxes_cents: number
  fees_cents: number
  back_promoter_cents: number
  back_taxes_cents: number
  back_fees_cents: number
  disputed_cents: number
  commission_cents: number
}

const sums = sql.raw(
  [
    ...REPORT_MEASURES.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`),
    'coalesce(sum(promoter_cents + taxes_cents + fees_cents), 0)::bigint as paid_cents',
  ].join(', '),
)

function hoursOf(
  scope: ReportScope,
  dimension: ReportDimension,
  [from, to]: TimeRangeSql,
): RawBuilder<unknown> {
  return sql`
    select key, hour, ${measureColumns} from report_hours
    where promoter_id = ${scope.promoterId} and dimension = ${dimension} and currency = ${scope.currency}
      and hour >= ${from} and hour < ${to} ${scope.event ? sql`and event_id = ${scope.event.id}` : sql``}`
}

function totalsOf(
  scope: ReportScope,
  { unit, dimension }: { unit: 'hour' | 'month'; dimension: ReportDimension },
  [from, to]: TimeRangeSql,
): RawBuilder<unknown> {
  return sql`
    select key, at as hour, ${measureColumns} from report_totals
    where promoter_id = ${scope.promoterId} and unit = ${unit} and dimension = ${dimension} and currency = ${scope.currency}
      and at >= ${from} and at < ${to}`
}

function newsOf(scope: ReportScope, dimension: ReportDimension): RawBuilder<unknown> {
  return sql`
    select key, hour, ${measureColumns} from deltas
    where dimension = ${dimension} and currency = ${scope.currency} and hour >= ${spanStartSql(scope)} and hour < ${spanEndSql(scope)}
      ${scope.event ? sql`and event_id = ${scope.event.id}` : sql``}`
}

/**
 * CTEs ending in `rows`: rows of the totals, and rows of `report_news` that haven't been added to them yet. `folded`:
 * queries of totals with the same columns.
 */
const rowsOf = (
  scope: ReportScope,
  dimension: ReportDimension,
  folded: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => sql`
  ${pendingDeltas(scope.promoterId)}, rows as (
    ${sql.join([...folded, newsOf(scope, dimension)], sql` union all `)}
  )`

export function sumByInterval(
  db: Db,
  scope: ReportScope,
  dimension: Exclude<ReportDimension, 'type'> = 'event',
): Promise<(ReportSums & { step: string; key: string })[]> {
  const folded = scope.event
    ? hoursOf(scope, dimension, timeRangeOf(scope))
    : totalsOf(scope, { unit: 'hour', dimension }, timeRangeOf(scope))
  // Amounts are summed by hour before hours are assigned to intervals, because computing an interval is slower than
  // adding.
  return queryRows<ReportSums & { step: string; key: string }>(db)`
    ${rowsOf(scope, dimension, [folded])}
    , hours as (select hour, key, ${summedColumns} from rows group by 1, 2)
    select ${intervalSql(sql`hour`, scope)} as step, key, ${sums} from hours group by 1, 2 order by 1`
}

export function sumByKey(
  db: Db,
  scope: ReportScope,
  dimension: ReportDimension,
): Promise<(ReportSums & { key: string })[]> {
  const { hours, months } = splitAtMonths(scope)
  const folded = [
    ...hours.map((part) => hoursOf(scope, dimension, part)),
    ...months.map((part) => totalsOf(scope, { unit: 'month', dimension }, part)),
  ]
  return queryRows<ReportSums & { key: string }>(db)`
    ${rowsOf(scope, dimension, folded)}
    select key, ${sums} from rows group by 1`
}

export async function sumAllTime(
  db: Db,
  {
    promoterId,
    dimension,
    keys,
  }: { promoterId: string; dimension: ReportDimension; keys: readonly string[] },
): Promise<(ReportSums & { key: string; currency: string })[]> {
  if (keys.length === 0) return []
  const isIt = sql`dimension = ${dimension} and key = any(${keys}::text[])`
  return queryRows<ReportSums & { key: string; currency: string }>(db)`
    ${pendingDeltas(promoterId)}, rows as (
      select key, currency, ${measureColumns} from report_totals
      where promoter_id = ${promoterId} and unit = 'month' and ${isIt}
      union all
      select key, currency, ${measureColumns} from deltas where ${isIt}
    )
    select key, currency, ${sums} from rows group by 1, 2 order by 1, 2`
}

/** The promoter's revenue, without taxes and fees, and after refunds and disputes. */
export const revenueCentsOf = (sum: ReportSums): number =>
  sum.promoter_cents - sum.back_promoter_cents - sum.disputed_cents
export const refundedCentsOf = (sum: ReportSums): number =>
  sum.back_promoter_cents + sum.back_taxes_cents + sum.back_fees_cents + sum.disputed_cents
