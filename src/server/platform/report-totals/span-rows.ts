import { sql, type RawBuilder } from 'kysely'
import { wholeMonths } from '#model/reports/report-spans.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ReportScope } from './read-report-scope.ts'

export const spanStartSql = ({ from, timeZone }: ReportScope): RawBuilder<Date> =>
  sql`(${from}::date::timestamp at time zone ${timeZone})`
export const spanEndSql = ({ to, timeZone }: ReportScope): RawBuilder<Date> =>
  sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`

/**
 * SQL of the report interval that contains a moment, as text: '2026-11-21', or '2026-11-21T18'. A week is identified
 * by its Monday.
 */
export const intervalSql = (
  moment: RawBuilder<unknown>,
  { by, timeZone }: ReportScope,
): RawBuilder<string> => {
  const format = by === 'hour' ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD'
  return sql`to_char(date_trunc(${sql.lit(by)}, ${moment} at time zone ${timeZone}), ${sql.lit(format)})`
}

/** Time range. The start is inclusive, the end exclusive. */
export type TimeRangeSql = readonly [from: RawBuilder<unknown>, to: RawBuilder<unknown>]

export const timeRangeOf = (scope: ReportScope): TimeRangeSql => [spanStartSql(scope), spanEndSql(scope)]

/**
 * Splits a period into whole months and the hours before and after them. The report of a single event is read by hour
 * only.
 */
export function splitAtMonths(scope: ReportScope): { hours: TimeRangeSql[]; months: TimeRangeSql[] } {
  const whole = scope.event ? null : wholeMonths(scope)
  if (!whole) return { hours: [timeRangeOf(scope)], months: [] }
  const from = sql`${`${whole.from}T00:00:00Z`}::timestamptz`
  const to = sql`${`${whole.to}T00:00:00Z`}::timestamptz`
  return {
    hours: [
      [spanStartSql(scope), from],
      [to, spanEndSql(scope)],
    ],
    months: [[from, to]],
  }
}

export async function listIntervals(db: Db, scope: ReportScope): Promise<string[]> {
  const { by, from, to } = scope
  const format = by === 'hour' ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD'
  const rows = await queryRows<{ step: string }>(db)`
    select to_char(at, ${sql.lit(format)}) as step
    from generate_series(date_trunc(${sql.lit(by)}, ${from}::timestamp), ${to}::timestamp + interval '23 hours', ${sql.lit(`1 ${by}`)}::interval) at`
  return rows.map(({ step }) => step)
}
