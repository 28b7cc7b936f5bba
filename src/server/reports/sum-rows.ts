import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../db/tables.ts'
import { MEASURES, measureColumns } from './delta-rows.ts'
import type { Scope } from './read-span.ts'
import { told } from './report-rows.ts'

export type Dimension = 'event' | 'type' | 'channel' | 'link' | 'promo' | 'tax' | 'reason'

/** Sums of a group, money in minor units. */
export interface Sums {
  orders: number
  unpaid: number
  tickets: number
  returned: number
  refunds: number
  discount_cents: number
  /** What buyers paid, refunds not taken off. */
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
    ...MEASURES.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`),
    'coalesce(sum(promoter_cents + taxes_cents + fees_cents), 0)::bigint as paid_cents',
  ].join(', '),
)

/** Of all events together first: naming the step of an hour takes longer than adding it. */
const hourly = sql.raw(MEASURES.map((name) => `sum(${name})::bigint as ${name}`).join(', '))

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

/** CTEs up to `rows`: what was folded and what is news, in the span, of one dimension. */
function rowsOf(scope: Scope, dimension: Dimension): RawBuilder<unknown> {
  const isIt = sql`dimension = ${dimension} and currency = ${scope.currency}
    and hour >= ${beginOf(scope)} and hour < ${endOf(scope)}
    ${scope.event ? sql`and event_id = ${scope.event.id}` : sql``}`
  return sql`
    ${told(scope.promoterId)}, rows as (
      select event_id, key, hour, ${measureColumns} from report_hours where promoter_id = ${scope.promoterId} and ${isIt}
      union all
      select event_id, key, hour, ${measureColumns} from deltas where ${isIt}
    )`
}

/** By step of the span; steps without anything are left out. */
export async function sumSteps(
  db: Kysely<Database>,
  scope: Scope,
  dimension: Dimension = 'event',
): Promise<(Sums & { step: string; key: string })[]> {
  const { rows } = await sql<Sums & { step: string; key: string }>`
    ${rowsOf(scope, dimension)}
    , hours as (select hour, key, ${hourly} from rows group by 1, 2)
    select ${stepOf(sql`hour`, scope)} as step, key, ${sums} from hours group by 1, 2 order by 1`.execute(db)
  return rows
}

/** By key: ticket type, channel, link, promo code, tax or reason. */
export async function sumKeys(
  db: Kysely<Database>,
  scope: Scope,
  dimension: Dimension,
): Promise<(Sums & { key: string })[]> {
  const { rows } = await sql<Sums & { key: string }>`
    ${rowsOf(scope, dimension)}
    select key, ${sums} from rows group by 1`.execute(db)
  return rows
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

/** What a promoter keeps: without taxes and fees, after refunds and disputes. */
export const revenueOf = (sum: Sums): number =>
  sum.promoter_cents - sum.back_promoter_cents - sum.disputed_cents
export const refundedOf = (sum: Sums): number =>
  sum.back_promoter_cents + sum.back_taxes_cents + sum.back_fees_cents + sum.disputed_cents
