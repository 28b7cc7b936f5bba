import { sql, type RawBuilder } from 'kysely'

/** SQL for `revenueCentsOf` of a line `i` of an order `o`, in minor units. */
export const revenueOfLine: RawBuilder<unknown> = sql`
  greatest(0, i.price_cents * i.quantity - i.discount_cents - case when o.tax_included then i.tax_cents else 0 end)`

/** SQL that joins the number of a line's void tickets as `gone.count`. `line`: alias of an order item or commission line. */
export const voidTicketsOfLine = (line: 'i' | 'l'): RawBuilder<unknown> => sql`
  cross join lateral (
    select count(*)::int as count from tickets t
    where t.order_id = ${sql.ref(`${line}.order_id`)} and t.ticket_type_id = ${sql.ref(`${line}.ticket_type_id`)}
      and t.status = 'void'
  ) gone`

/** SQL for a line's revenue after refunds. Rounded up, like commission, so that the result is 0 only after a full refund. */
export const revenueAfterRefunds = (line: {
  revenue: RawBuilder<unknown>
  quantity: RawBuilder<unknown>
}): RawBuilder<unknown> => sql`(${line.revenue} - ${line.revenue} * gone.count / ${line.quantity})`
