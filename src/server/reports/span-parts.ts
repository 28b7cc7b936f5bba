import { sql, type Kysely, type RawBuilder } from 'kysely'
import { wholeMonths } from '#model/report-spans.ts'
import type { Database } from '../db/tables.ts'
import type { Scope } from './read-span.ts'

/** The moments at which a span begins and ends. */
export const beginOf = ({ from, timeZone }: Scope): RawBuilder<Date> =>
  sql`(${from}::date::timestamp at time zone ${timeZone})`
export const endOf = ({ to, timeZone }: Scope): RawBuilder<Date> =>
  sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`

/** A step of the span as text: '2026-11-21', or '2026-11-21T18'. Weeks are called by their Monday. */
export const stepOf = (moment: RawBuilder<unknown>, { by, timeZone }: Scope): RawBuilder<string> => {
  const format = by === 'hour' ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD'
  return sql`to_char(date_trunc(${sql.lit(by)}, ${moment} at time zone ${timeZone}), ${sql.lit(format)})`
}

/** A part of the span: from one moment up to another. */
export type Part = readonly [from: RawBuilder<unknown>, to: RawBuilder<unknown>]

/** All of the span. */
export const wholeOf = (scope: Scope): Part => [beginOf(scope), endOf(scope)]

/** The hours at both ends of the span, and whole months in between; of one event, there are not many hours. */
export function partsOf(scope: Scope): { hours: Part[]; months: Part[] } {
  const whole = scope.event ? null : wholeMonths(scope)
  if (!whole) return { hours: [wholeOf(scope)], months: [] }
  const from = sql`${`${whole.from}T00:00:00Z`}::timestamptz`
  const to = sql`${`${whole.to}T00:00:00Z`}::timestamptz`
  return {
    hours: [
      [beginOf(scope), from],
      [to, endOf(scope)],
    ],
    months: [[from, to]],
  }
}

/** Every step of the span, in its order. */
export async function listSteps(db: Kysely<Database>, scope: Scope): Promise<string[]> {
  const { by, from, to } = scope
  const format = by === 'hour' ? 'YYYY-MM-DD"T"HH24' : 'YYYY-MM-DD'
  const { rows } = await sql<{ step: string }>`
    select to_char(at, ${sql.lit(format)}) as step
    from generate_series(date_trunc(${sql.lit(by)}, ${from}::timestamp), ${to}::timestamp + interval '23 hours', ${sql.lit(`1 ${by}`)}::interval) at`.execute(
    db,
  )
  return rows.map(({ step }) => step)
}
