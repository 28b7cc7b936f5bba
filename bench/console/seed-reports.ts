import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** The dimensions of `report_hours` that divide sales by line, with the column of `plan_facts` that is their key. */
const DIMENSIONS = [
  { dimension: 'event', key: `''::text` },
  { dimension: 'type', key: 'ticket_type_id::text' },
  { dimension: 'channel', key: 'channel' },
  { dimension: 'link', key: 'link_id::text' },
  { dimension: 'promo', key: 'promo_id::text' },
  { dimension: 'reason', key: 'reason' },
] as const

const COUNTED = [
  'orders',
  'unpaid',
  'tickets',
  'returned',
  'refunds',
  'discount_cents',
  'promoter_cents',
  'taxes_cents',
  'fees_cents',
  'back_promoter_cents',
  'back_taxes_cents',
  'back_fees_cents',
] as const

const columns = sql.raw(COUNTED.join(', '))
const sums = sql.raw(COUNTED.map((name) => `sum(${name})`).join(', '))

/** The share of an order's refunded amount that a line gets, as the reports compute it. */
const share = (amount: string) =>
  sql.raw(`-(floor(-${amount} * cum / all_own) - floor(-${amount} * (cum - own) / all_own))`)

/** Inserts hours of a dimension, or totals of a unit. */
type Insert = (db: Kysely<Database>) => Promise<unknown>

/**
 * Insert the hours of reports from `plan_facts`. Events have one currency and a time zone of whole hours. `findBrokenSeed` compares the
 * hours with what Foyer computes.
 */
export const HOUR_INSERTS: readonly Insert[] = [
  ...DIMENSIONS.map(
    ({ dimension, key }): Insert =>
      (db) =>
        sql`
          insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, totalled, ${columns})
          select promoter_id, event_id, 'EUR', ${sql.lit(dimension)}, ${sql.raw(key)}, hour, true, ${sums}
          from plan_facts where ${sql.raw(key)} is not null group by promoter_id, hour, event_id, ${sql.raw(key)}
          order by promoter_id, hour`.execute(db),
  ),
  (db) =>
    sql`
      insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, totalled, taxes_cents, base_cents, back_taxes_cents)
      select promoter_id, event_id, 'EUR', 'tax', '190000 VAT', hour, true, sum(taxes_cents), sum(promoter_cents), sum(back_taxes_cents)
      from plan_facts where kind in ('sale', 'refund') group by promoter_id, hour, event_id order by promoter_id, hour`.execute(
      db,
    ),
]

/** Insert the totals by hour and by month from the hours. */
export const TOTAL_INSERTS: readonly Insert[] = [
  { unit: 'hour', at: 'hour', dimensions: sql`dimension <> 'type'` },
  { unit: 'month', at: `date_trunc('month', hour, 'UTC')`, dimensions: sql`true` },
].map(
  ({ unit, at, dimensions }): Insert =>
    (db) =>
      sql`
        insert into report_totals (promoter_id, unit, dimension, currency, at, key, ${columns}, base_cents)
        select promoter_id, ${sql.lit(unit)}, dimension, currency, ${sql.raw(at)}, key, ${sums}, sum(base_cents)
        from report_hours where ${dimensions} group by promoter_id, dimension, currency, ${sql.raw(at)}, key
        order by promoter_id`.execute(db),
)

/** Creates a table of what each line of an order adds to the reports, at which hour. */
export async function createFacts(db: Kysely<Database>): Promise<void> {
  await sql`
    create unlogged table plan_facts as
    with lines as (
      select p.status, p.at, p.promoter_id, p.event_id, l.ticket_type_id, p.link_id, p.promo_id, l.position = 0 as is_first, l.order_id, l.quantity,
        l.discount, l.gross - l.discount - l.tax as promoter, l.tax, l.fee, l.gross - l.discount + l.fee as own, l.position,
        case when p.link_id is not null then 'link' when p.tracking is not null then 'utm:' || (p.tracking ->> 'utmSource') else 'other' end as channel
      from plan p join plan_lines l on l.order_id = p.id
    ), refunded as (
      select l.*, sum(own) over (orders order by position)::numeric as cum, sum(own) over orders as all_own,
        case status when 'refunded' then sum(promoter) over orders else 100 end as back_promoter,
        case status when 'refunded' then sum(tax) over orders else 0 end as back_taxes,
        case status when 'refunded' then sum(fee) over orders + 90 else 0 end as back_fees
      from lines l where status in ('refunded', 'partially_refunded') window orders as (partition by order_id)
    )
    select case status when 'expired' then 'unpaid' else 'sale' end as kind, promoter_id, event_id, ticket_type_id, link_id, promo_id, channel,
      null::text as reason, date_trunc('hour', case status when 'expired' then at else at + interval '2 minutes' end) as hour,
      (status <> 'expired' and is_first)::int as orders, (status = 'expired' and is_first)::int as unpaid,
      case when status <> 'expired' then quantity else 0 end as tickets, 0 as returned, 0 as refunds,
      case when status <> 'expired' then discount else 0 end as discount_cents,
      case when status <> 'expired' then promoter else 0 end as promoter_cents,
      case when status <> 'expired' then tax else 0 end as taxes_cents,
      case when status <> 'expired' then fee + case when is_first then 90 else 0 end else 0 end as fees_cents,
      0::bigint as back_promoter_cents, 0::bigint as back_taxes_cents, 0::bigint as back_fees_cents
    from lines
    union all
    select 'refund', promoter_id, event_id, ticket_type_id, link_id, promo_id, channel,
      case status when 'refunded' then 'event_cancelled' else 'requested' end,
      date_trunc('hour', at + interval '1 day 2 minutes'), 0, 0, 0, 0, is_first::int, 0, 0, 0, 0,
      ${share('back_promoter')}, ${share('back_taxes')}, ${share('back_fees')}
    from refunded
    union all
    select 'void', promoter_id, event_id, ticket_type_id, link_id, promo_id, channel, null, date_trunc('hour', at + interval '1 day'),
      0, 0, 0, quantity, 0, 0, 0, 0, 0, 0, 0, 0
    from lines where status = 'refunded'`.execute(db)
  await sql`analyze plan_facts`.execute(db)
}
