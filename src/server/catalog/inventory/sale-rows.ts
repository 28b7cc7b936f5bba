import { execute, type Trx } from '#server/platform/db/query.ts'
import { lockCounters, removeExpiredHolds } from './hold-rows.ts'

// The statements in this file are sent together with the commit, so that the inventory lock is never held during a round
// trip. A violated constraint aborts the transaction with the constraint's name.

export interface SoldItem {
  ticketTypeId: string
  quantity: number
}

/** A cart whose holds are extended to its order's expiry. */
export interface CartOfOrder {
  cartId: string
  lines: readonly SoldItem[]
  expiresAt: Date
}

/** Extends holds to the orders' expiry. Raises `holds_are_whole` when a hold expired before the lock was taken. */
export const extendHoldsForOrders = (
  trx: Trx,
  carts: readonly CartOfOrder[],
  now: Date,
): Promise<unknown>[] => {
  const holds = carts.flatMap(({ cartId, lines, expiresAt }) =>
    lines.map((line) => ({ ...line, cartId, expiresAt })),
  )
  const ids = [...new Set(holds.map((hold) => hold.ticketTypeId))]
  return [
    lockCounters(trx, ids),
    removeExpiredHolds(trx, { ids, now }),
    execute(trx)`
      with kept as (
        update holds h set expires_at = v.expires_at
        from unnest(${holds.map((hold) => hold.cartId)}::uuid[], ${holds.map((hold) => hold.ticketTypeId)}::uuid[],
          ${quantitiesOf(holds)}::int[], ${holds.map((hold) => hold.expiresAt)}::timestamptz[]) v (cart_id, ticket_type_id, quantity, expires_at)
        where h.cart_id = v.cart_id and h.ticket_type_id = v.ticket_type_id and h.quantity = v.quantity returning 1
      ), moved as (
        update carts c set expires_at = v.expires_at
        from unnest(${carts.map((cart) => cart.cartId)}::uuid[], ${carts.map((cart) => cart.expiresAt)}::timestamptz[]) v (id, expires_at)
        where c.id = v.id
      )
      select require(count(*) = ${holds.length}::int, 'holds_are_whole') from kept`,
  ]
}

/** Extends the holds of a cart whose payment is in progress. Holds that have expired aren't restored. */
export const extendHoldsForPayment = (
  trx: Trx,
  extension: { cartId: string; ticketTypeIds: readonly string[]; expiresAt: Date; now: Date },
): Promise<unknown>[] => {
  const { cartId, ticketTypeIds, expiresAt, now } = extension
  return [
    lockCounters(trx, ticketTypeIds),
    removeExpiredHolds(trx, { ids: ticketTypeIds, now }),
    execute(trx)`
      with kept as (update holds set expires_at = ${expiresAt} where cart_id = ${cartId})
      update carts set expires_at = ${expiresAt} where id = ${cartId} and not swept`,
  ]
}

/**
 * Sells the holds of the carts and deletes the carts. Items without a hold are taken from available tickets. Raises
 * `never_oversold`.
 */
export const sellHolds = (
  trx: Trx,
  sale: { cartIds: readonly string[]; items: readonly SoldItem[]; now: Date },
): Promise<unknown>[] => {
  const { cartIds, now } = sale
  const sold = sumByType(sale.items)
  const ids = sold.map((item) => item.ticketTypeId)
  return [
    lockCounters(trx, ids),
    removeExpiredHolds(trx, { ids, now }),
    execute(trx)`
      with gone as (
        delete from holds where cart_id = any(${cartIds}::uuid[]) returning promoter_id, ticket_type_id, client, prefix, quantity
      ), paid as (
        insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
        select promoter_id, ticket_type_id, client, prefix, -quantity, ${now} from gone where prefix is not null
      ), emptied as (
        delete from carts where id = any(${cartIds}::uuid[])
      ), held as (
        select ticket_type_id, sum(quantity)::int as quantity from gone group by ticket_type_id
      ), sold as (
        update inventory i set held = i.held - coalesce(held.quantity, 0), sold = i.sold + v.quantity
        from unnest(${ids}::uuid[], ${quantitiesOf(sold)}::int[]) v (id, quantity)
        left join held on held.ticket_type_id = v.id
        where i.ticket_type_id = v.id returning 1
      )
      select require(count(*) = ${sold.length}::int, 'inventory_is_known') from sold`,
  ]
}

function sumByType(lines: readonly SoldItem[]): SoldItem[] {
  const quantities = new Map<string, number>()
  for (const { ticketTypeId, quantity } of lines)
    quantities.set(ticketTypeId, (quantities.get(ticketTypeId) ?? 0) + quantity)
  return [...quantities].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
}

const quantitiesOf = (lines: readonly SoldItem[]): number[] => lines.map((line) => line.quantity)
