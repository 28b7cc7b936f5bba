import { sql } from 'kysely'
import type { RateTotal, TaxRule } from '#model/pricing/taxes.ts'
import { execute, type Trx } from '#server/platform/db/query.ts'

/** SQL of the tax rule of a ticket type `t`, as JSON of `TaxRule`; null when the ticket type isn't taxed. */
export const TAX_RULE = `
  (select json_build_object('included', p.prices_include_tax, 'rounding', p.tax_rounding, 'rates',
      json_agg(json_build_object('name', r.name, 'rateMillionths', r.rate_millionths) order by tt.position, r.name))
    from ticket_type_taxes tt join tax_rates r on r.id = tt.tax_rate_id join promoters p on p.id = tt.promoter_id
    where tt.ticket_type_id = t.id group by p.id)`

export const taxRule = sql<TaxRule | null>`${sql.raw(TAX_RULE)}`

/** SQL of the tax totals of an order `o`, as JSON of `RateTotal[]`. */
export const orderTaxes = sql`
  (select coalesce(json_agg(json_build_object('name', x.name, 'rateMillionths', x.rate_millionths, 'baseCents', x.base_cents,
      'taxCents', x.tax_cents) order by x.position), '[]')
    from order_taxes x where x.order_id = o.id)`

export async function insertOrderTaxes(
  trx: Trx,
  orders: readonly { id: string; promoterId: string; taxes: readonly RateTotal[] }[],
): Promise<void> {
  const taxes = orders.flatMap(({ id, promoterId, taxes: rates }) =>
    rates.map((rate, position) => ({ ...rate, orderId: id, promoterId, position })),
  )
  if (taxes.length === 0) return
  await execute(trx)`
    insert into order_taxes (order_id, position, promoter_id, name, rate_millionths, base_cents, tax_cents)
    select v.* from unnest(
      ${taxes.map((tax) => tax.orderId)}::uuid[], ${taxes.map((tax) => tax.position)}::int[],
      ${taxes.map((tax) => tax.promoterId)}::uuid[], ${taxes.map((tax) => tax.name)}::text[],
      ${taxes.map((tax) => tax.rateMillionths)}::int[], ${taxes.map((tax) => tax.baseCents)}::bigint[],
      ${taxes.map((tax) => tax.taxCents)}::bigint[]
    ) v`
}
