import { sql, type RawBuilder } from 'kysely'

/** Columns of the report tables that are summed. Amounts are in minor units. */
export const REPORT_MEASURES = [
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
  'disputed_cents',
  'commission_cents',
  'base_cents',
] as const

export const measureColumns = sql.raw(REPORT_MEASURES.join(', '))

export const summedColumns = sql.raw(
  REPORT_MEASURES.map((name) => `sum(${name})::bigint as ${name}`).join(', '),
)

/** SQL that normalises a campaign source to a short label of a sales channel. */
export const normalizedSourceSql = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(trim(both '-' from regexp_replace(lower(${text}), '[^a-z0-9._]+', '-', 'g')), 40)`
const source = normalizedSourceSql(sql`coalesce(o.tracking ->> 'utmSource', '')`)
const channel = sql`
  case when o.taken_outside is not null then 'hand' when o.tracking_link_id is not null then 'link' when ${source} <> '' then 'utm:' || ${source} else 'other' end`

/**
 * SQL of a row's share of an amount, in proportion to its weight. Computed as the cumulative share up to this row
 * minus that of the previous row, so that the shares add up to the amount. `of` has the columns `w` (weight), `cum`
 * (running sum) and `all_w` (total).
 */
const share = (amount: string, of: string): RawBuilder<unknown> =>
  sql.raw(
    `(floor(${amount} * ${of}.cum / ${of}.all_w) - floor(${amount} * (${of}.cum - ${of}.w) / ${of}.all_w))::bigint`,
  )

/**
 * CTE `happened`: amounts of each ledger transaction in `facts`, and of each order in `facts` that was free or never
 * paid. For orders paid outside Foyer, the ledger has only totals and the platform's share, so taxes that the
 * promoter remits are read from the order and its refunds. Vouchers that the promoter gave out count as revenue,
 * although the promoter pays for them.
 */
const happened = sql`
  booked as (
    select f.promoter_id, t.id, t.order_id, t.kind,
      case when t.kind in ('refund', 'refund_failed') then substring(t.fact from '[^:]+$')::uuid end as refund_id, t.currency, t.created_at as at, f.sign,
      coalesce(sum(e.amount_cents) filter (where e.account in ('promoter', 'voucher_grants')), 0) as promoter_cents,
      coalesce(sum(e.amount_cents) filter (where e.account in ('taxes', 'platform_taxes')), 0) as taxes_cents,
      coalesce(sum(e.amount_cents) filter (where e.account = 'platform_fees'), 0) as fees_cents,
      coalesce(sum(e.amount_cents) filter (where e.account = 'outside'), 0) as outside_cents
    from facts f
    join ledger_transactions t on t.id = f.fact_id
    join ledger_entries e on e.transaction_id = t.id
    where f.kind = 'money' group by t.id, f.promoter_id, f.sign
  ), outside as (
    select b.*, case when b.outside_cents = 0 then 0
      else case b.kind when 'sale' then (select o.tax_cents from orders o where o.id = b.order_id)
        else -(select r.taxes_cents from refunds r where r.id = b.refund_id) end - b.taxes_cents end as outside_taxes_cents
    from booked b
  ), happened as (
    select promoter_id, id, order_id, kind, refund_id, currency, at, sign, promoter_cents + outside_cents - outside_taxes_cents as promoter_cents,
      taxes_cents + outside_taxes_cents as taxes_cents, fees_cents
    from outside
    union all
    select f.promoter_id, o.id, o.id, case f.kind when 'free' then 'sale' else 'unpaid' end, null, o.currency,
      case f.kind when 'free' then o.paid_at else o.created_at end, f.sign, 0, 0, 0
    from facts f join orders o on o.id = f.fact_id where f.kind in ('free', 'unpaid')
  )`

/**
 * CTE `lines`: the order's lines for each row of `happened`, with each line's own amounts and a weight `w` for
 * dividing the amounts of the transaction. The weight is the value of the refunded tickets, or else the paid amount,
 * or else the number of tickets.
 */
const lines = sql`
  worth as (
    select h.*, i.position, i.event_id, i.ticket_type_id, i.quantity, i.discount_cents,
      i.price_cents * i.quantity - i.discount_cents - case when o.tax_included then i.tax_cents else 0 end
        - i.absorbed_fee_cents as own_promoter,
      i.tax_cents as own_taxes, i.ticket_fee_cents + i.absorbed_fee_cents as own_fees,
      (select count(*) from refund_tickets r join tickets k on k.id = r.ticket_id
        where r.refund_id = h.refund_id and k.order_id = h.order_id and k.ticket_type_id = i.ticket_type_id) as named,
      o.tracking_link_id, o.promo_code_id, ${channel} as channel
    from happened h join orders o on o.id = h.order_id join order_items i on i.order_id = h.order_id
  ), named as (
    select w.*, sum(named) over fact as all_named, sum(own_promoter + own_taxes + own_fees) over fact as all_own
    from worth w window fact as (partition by id, kind, sign)
  ), weighed as (
    select n.*, (case
        when all_own = 0 then case when all_named > 0 then named else quantity end
        when all_named > 0 then (own_promoter + own_taxes + own_fees) * named::numeric / quantity
        else own_promoter + own_taxes + own_fees
      end)::numeric as weight
    from named n
  ), guarded as (
    select g.*, case when sum(weight) over fact > 0 then weight else quantity end as w
    from weighed g window fact as (partition by id, kind, sign)
  ), lines as (
    select g.*, sum(w) over fact as all_w, sum(w) over (fact order by position) as cum,
      row_number() over (fact order by position) = 1 as is_first,
      sum(own_promoter) over fact as sum_promoter, sum(own_taxes) over fact as sum_taxes, sum(own_fees) over fact as sum_fees
    from guarded g window fact as (partition by id, kind, sign)
  )`

/** A line's own amount. The first line also gets the amounts of the whole order (fee, delivery, rounding). */
const own = (part: 'promoter' | 'taxes' | 'fees'): RawBuilder<unknown> =>
  sql.raw(
    `case when l.kind = 'sale' then l.own_${part} + case when is_first then l.${part}_cents - sum_${part} else 0 end else 0 end`,
  )
const back = (part: 'promoter' | 'taxes' | 'fees'): RawBuilder<unknown> => sql`
  case when l.kind in ('refund', 'refund_failed') then -${share(`l.${part}_cents`, 'l')} else 0 end`
/** Unlike a refund, a dispute takes back only taxes that the platform received. */
const backTaxes = sql`
  case when l.kind like 'refund%' or l.kind like 'dispute%' then -${share('l.taxes_cents', 'l')} else 0 end`

/** CTE `spread`: amounts by line. Free sales have no ledger entries, because nothing was paid. */
const spread = sql`
  spread as (
    select l.promoter_id, l.event_id, l.currency, l.at, l.sign, l.ticket_type_id, l.tracking_link_id, l.promo_code_id, l.channel,
      case when l.kind like 'dispute%' then 'dispute' else (
        select r.reason from refunds r where r.id = l.refund_id) end as reason,
      (l.kind = 'sale' and is_first)::int as orders,
      (l.kind = 'unpaid' and is_first)::int as unpaid,
      case l.kind when 'sale' then quantity else 0 end as tickets,
      0 as returned,
      case when not is_first then 0 when l.kind in ('refund', 'dispute') then 1 when l.kind in ('refund_failed', 'dispute_won') then -1
        else 0 end as refunds,
      case l.kind when 'sale' then l.discount_cents else 0 end as discount_cents,
      ${own('promoter')} as promoter_cents, ${own('taxes')} as taxes_cents, ${own('fees')} as fees_cents,
      ${back('promoter')} as back_promoter_cents, ${backTaxes} as back_taxes_cents, ${back('fees')} as back_fees_cents,
      case when l.kind like 'dispute%' then -${share('l.promoter_cents', 'l')} else 0 end as disputed_cents,
      case when l.kind = 'commission' then -${share('l.promoter_cents', 'l')} else 0 end as commission_cents,
      0 as base_cents
    from lines l
    union all
    select f.promoter_id, k.event_id, o.currency, f.at, f.sign, k.ticket_type_id, o.tracking_link_id, o.promo_code_id,
      ${channel}, null, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from facts f join tickets k on k.id = f.fact_id join orders o on o.id = k.order_id
    where f.kind = 'void'
  )`

const taxed = sql`
  rates as (
    select h.id, h.kind, h.promoter_id, h.order_id, h.currency, h.at, h.sign, t.name, t.rate_millionths, t.tax_cents, t.base_cents,
      h.taxes_cents, t.tax_cents::numeric as w, sum(t.tax_cents) over fact as all_w,
      sum(t.tax_cents) over (fact order by t.position) as cum
    from happened h join order_taxes t on t.order_id = h.order_id
    where h.kind in ('sale', 'refund', 'refund_failed') or (h.kind like 'dispute%' and h.taxes_cents <> 0)
    window fact as (partition by h.id, h.kind)
  ), amounts as (
    select r.*, case when kind = 'sale' then tax_cents else 0 end as charged,
      case when kind = 'sale' then base_cents else 0 end as base,
      case when kind = 'sale' or all_w = 0 then 0
        else -(floor(taxes_cents * cum / nullif(all_w, 0)) - floor(taxes_cents * (cum - w) / nullif(all_w, 0))) end as returned_cents
    from rates r
  ), parts as (
    select h.id, h.kind, i.event_id, sum(i.tax_cents + 1)::numeric as w
    from happened h join order_items i on i.order_id = h.order_id group by 1, 2, 3
  ), weights as (
    select p.*, sum(w) over fact as all_w, sum(w) over (fact order by event_id) as cum
    from parts p window fact as (partition by id, kind)
  ), taxed as (
    select a.promoter_id, s.event_id, a.currency, a.at, a.sign, a.rate_millionths || ' ' || a.name as key,
      ${share('a.charged', 's')} as taxes_cents, ${share('a.base', 's')} as base_cents, ${share('a.returned_cents', 's')} as back_taxes_cents
    from amounts a join weights s on s.id = a.id and s.kind = a.kind
  )`

/**
 * CTEs ending in `reportDeltasCtes`: the changes to `report_hours` for the rows of the CTE `facts` (columns of `report_news`),
 * one row per key.
 */
export const reportDeltasCtes = sql`
  ${happened}, ${lines}, ${spread}, ${taxed}, headed as (
    select s.promoter_id, s.event_id, s.currency, d.dimension, d.key, s.at, s.sign, ${measureColumns}
    from spread s cross join lateral (values
      ('event', ''), ('type', s.ticket_type_id::text), ('channel', s.channel), ('link', s.tracking_link_id::text),
      ('promo', s.promo_code_id::text), ('reason', s.reason)) d (dimension, key)
    where d.key is not null
    union all
    select t.promoter_id, t.event_id, t.currency, 'tax', t.key, t.at, t.sign, ${zerosBut()}
    from taxed t
  ), deltas as (
    select h.promoter_id, h.event_id, h.currency, h.dimension, h.key, date_trunc('hour', h.at, e.time_zone) as hour, ${signed()}
    from headed h join events e on e.id = h.event_id
    group by 1, 2, 3, 4, 5, 6
  )`

function zerosBut(): RawBuilder<unknown> {
  const known = new Set(['taxes_cents', 'base_cents', 'back_taxes_cents'])
  return sql.raw(REPORT_MEASURES.map((name) => (known.has(name) ? `t.${name}` : '0')).join(', '))
}

function signed(): RawBuilder<unknown> {
  return sql.raw(REPORT_MEASURES.map((name) => `sum(h.${name} * h.sign)::bigint as ${name}`).join(', '))
}
