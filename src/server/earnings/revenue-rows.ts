import { sql, type RawBuilder } from 'kysely'

/** `revenueOf` for a line `i` of an order `o`, in minor units. */
export const revenueOfLine: RawBuilder<unknown> = sql`
  greatest(0, i.price_cents * i.quantity - i.discount_cents - case when o.tax_included then i.tax_cents else 0 end)`

/** How many of a line's tickets admit nobody any more, as `gone.count`. `line` is its alias: of an order's item, or of an earning. */
export const goneOfLine = (line: 'i' | 'l'): RawBuilder<unknown> => sql`
  cross join lateral (
    select count(*)::int as count from tickets t
    where t.order_id = ${sql.ref(`${line}.order_id`)} and t.ticket_type_id = ${sql.ref(`${line}.ticket_type_id`)}
      and t.status = 'void'
  ) gone`

/** What stays of a line's revenue once tickets went back. Rounded up as commission is: only the whole takes the whole. */
export const revenueLeft = (line: {
  revenue: RawBuilder<unknown>
  quantity: RawBuilder<unknown>
}): RawBuilder<unknown> => sql`(${line.revenue} - ${line.revenue} * gone.count / ${line.quantity})`
