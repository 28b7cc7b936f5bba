import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { skipLockedUnless, type Locking } from '#server/platform/db/batches/transaction-batcher.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { spanStartSql, spanEndSql } from '#server/platform/report-totals/span-rows.ts'

export interface PendingOrder {
  id: string
  promoCodeId: string | null
  expiresAt: Date
  paymentStatus: string | null
}

/** Locks the cart's pending order and returns it with the state of its payment. The caller must have locked the cart. */
export const lockPendingOrder = async (trx: Trx, cartId: string): Promise<PendingOrder | undefined> =>
  (await lockPendingOrders(trx, [cartId], { waits: true })).get(cartId)

/**
 * Locks the pending orders of locked carts, in the order of their ids, and returns them by cart id. Without `waits`, skips
 * locked orders, and carts that the caller couldn't lock.
 */
export async function lockPendingOrders(
  trx: Trx,
  cartIds: readonly string[],
  { waits }: Locking,
): Promise<Map<string, PendingOrder>> {
  const skip = skipLockedUnless(waits)
  const rows = await queryRows<PendingOrder & { cartId: string }>(trx)`
    select o.cart_id as "cartId", o.id, o.promo_code_id as "promoCodeId", o.expires_at as "expiresAt",
      (select p.status from payments p where p.order_id = o.id) as "paymentStatus"
    from orders o
    where o.status = 'pending'
      and o.cart_id = any(array(select c.id from carts c where c.id = any(${cartIds}::uuid[]) order by c.id for update ${skip}))
    order by o.id for update of o ${skip}`
  return new Map(rows.map((order) => [order.cartId, order]))
}

/** Returns those of the carts that have a pending order, locked or not. */
export async function listCartsWithPendingOrder(trx: Trx, cartIds: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ cartId: string }>(trx)`
    select cart_id as "cartId" from orders where cart_id = any(${cartIds}::uuid[]) and status = 'pending'`
  return new Set(rows.map(({ cartId }) => cartId))
}

/** True if another order of the cart has been paid, or is pending with a payment in process. The caller must have locked the cart. */
export async function isCartBoughtByOther(
  trx: Trx,
  { id, cartId, now }: { id: string; cartId: string; now: Date },
): Promise<boolean> {
  const row = await queryRow<{ isFound: boolean }>(trx)`
    select exists (
      select from orders o where o.cart_id = ${cartId} and o.id <> ${id} and (o.paid_at is not null
        or (o.status = 'pending' and o.expires_at > ${now}
          and exists (select from payments p where p.order_id = o.id and p.status = 'processing')))
    ) as "isFound"`
  return row?.isFound ?? false
}

export function lockPendingOrdersOfCarts(
  trx: Trx,
  cartIds: readonly string[],
): Promise<{ id: string; promoCodeId: string | null }[]> {
  return queryRows<{ id: string; promoCodeId: string | null }>(trx)`
    select id, promo_code_id as "promoCodeId" from orders
    where cart_id = any(${cartIds}) and status = 'pending' order by id for update`
}

export async function countPendingOrders(db: Db, scope: ReportScope): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int from orders o
    where o.status = 'pending' and o.promoter_id = ${scope.promoterId} and o.currency = ${scope.currency}
      and o.created_at >= ${spanStartSql(scope)} and o.created_at < ${spanEndSql(scope)}
      ${scope.event ? sql`and exists (select from order_items i where i.order_id = o.id and i.event_id = ${scope.event.id})` : sql``}`
  return row?.count ?? 0
}
