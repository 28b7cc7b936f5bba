import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { orderIdOfLink } from '#server/sales/orders/order-rows.ts'
import { isFrozenVoucher, voucherColumns, type VoucherRow } from '#server/sales/vouchers/voucher-rows.ts'

export interface VoucherSale {
  recipientName: string
  /** Address of the recipient; '' if the buyer gets the voucher. */
  recipientEmail: string
  message: string
  /** Time of the delivery; null to deliver the voucher at once. */
  deliverAt: Date | null
}

/** Inserts the cart of a voucher order. It has no holds, but orders are locked by their cart and expire with it. */
export async function insertVoucherCart(
  trx: Trx,
  cart: { id: string; promoterId: string; currency: string; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(trx)`
    insert into carts (id, promoter_id, currency, first_held_at, expires_at)
    values (${cart.id}, ${cart.promoterId}, ${cart.currency}, ${cart.now}, ${cart.expiresAt}) on conflict (id) do nothing`
}

/** Returns the order of a voucher order's cart. */
export function findOrderOfCart(
  db: Db,
  cartId: string,
): Promise<{ id: string; fingerprint: string } | undefined> {
  return queryRow<{ id: string; fingerprint: string }>(db)`
    select id, idempotency_key as fingerprint from orders where cart_id = ${cartId}`
}

export async function insertVoucherSale(
  trx: Trx,
  sale: VoucherSale & { orderId: string; promoterId: string },
): Promise<void> {
  await execute(trx)`
    insert into voucher_sales (order_id, promoter_id, recipient_name, recipient_email, message, deliver_at)
    values (${sale.orderId}, ${sale.promoterId}, ${sale.recipientName}, ${sale.recipientEmail}, ${sale.message}, ${sale.deliverAt})`
}

export interface VoucherSaleRow extends VoucherSale {
  orderId: string
  isPromoterActive: boolean
  deliveredAt: Date | null
  voucherId: string | null
}

const columns = sql`
  s.order_id as "orderId", s.recipient_name as "recipientName", s.recipient_email as "recipientEmail",
  s.message, s.deliver_at as "deliverAt", s.delivered_at as "deliveredAt", s.voucher_id as "voucherId",
  exists (select from promoters p where p.id = s.promoter_id and p.status = 'active') as "isPromoterActive"`

/** Returns the sale of the voucher that an order buys. Undefined for an order of tickets. */
export function findVoucherSale(db: Db, orderId: string): Promise<VoucherSaleRow | undefined> {
  return queryRow<VoucherSaleRow>(db)`
    select ${columns} from voucher_sales s where s.order_id = ${orderId}`
}

/** Returns the voucher that an order bought. Undefined until the order is paid. */
export function findSoldVoucher(db: Db, orderId: string): Promise<VoucherRow | undefined> {
  return queryRow<VoucherRow>(db)`
    select ${voucherColumns} from vouchers v join voucher_sales s on s.voucher_id = v.id where s.order_id = ${orderId}`
}

/** Returns a bought voucher with its delivery, by the id in the order's link. */
export function findBoughtVoucher(
  db: Db,
  linkId: string,
): Promise<(VoucherRow & VoucherSaleRow) | undefined> {
  return queryRow<VoucherRow & VoucherSaleRow>(db)`
    select ${voucherColumns}, ${columns} from vouchers v join voucher_sales s on s.voucher_id = v.id
    where s.order_id = ${orderIdOfLink(linkId)}`
}

/** Returns the same voucher as `findSoldVoucher`, and locks it first, like `lockVouchers`. */
export async function lockSoldVoucher(trx: Trx, orderId: string): Promise<VoucherRow | undefined> {
  const [, voucher] = await Promise.all([
    execute(trx)`
      select from vouchers v where v.id = (select s.voucher_id from voucher_sales s where s.order_id = ${orderId}) for update`,
    findSoldVoucher(trx, orderId),
  ])
  return voucher
}

/**
 * Corrects the recipient's address of a voucher that the buyer sends to themselves. If the voucher was already sent, removes
 * the recipient, so that the buyer's emails contain the new code. The caller must have locked the order.
 */
export async function correctVoucherRecipient(
  trx: Trx,
  change: { orderId: string; from: string; to: string },
): Promise<void> {
  await execute(trx)`
    update voucher_sales set recipient_email = case when delivered_at is null then ${change.to} else '' end,
      delivered_at = null, deliver_at = case when delivered_at is null then deliver_at end
    where order_id = ${change.orderId} and recipient_email <> '' and lower(recipient_email) = lower(${change.from})`
}

/**
 * Returns the ids of an order's vouchers whose codes only its buyer knows: vouchers from returns, and a bought voucher that
 * wasn't sent to a recipient. Locks the bought voucher's `voucher_sales` row, so that the voucher isn't sent before the
 * transaction ends.
 */
export async function lockBuyersVoucherIds(trx: Trx, orderId: string): Promise<string[]> {
  const [bought, credit] = await Promise.all([
    queryRows<{ id: string | null }>(trx)`
      select s.voucher_id as id from voucher_sales s where s.order_id = ${orderId} and s.delivered_at is null for update`,
    queryRows<{ id: string }>(trx)`
      select v.id from vouchers v join refunds r on r.id = v.refund_id where r.order_id = ${orderId}`,
  ])
  return [...bought, ...credit].flatMap(({ id }) => id ?? [])
}

/** Stores the voucher that was issued for a sale. `deliveredAt`: null until a later delivery date. */
export async function linkSoldVoucher(
  trx: Trx,
  sold: { orderId: string; voucherId: string; deliveredAt: Date | null },
): Promise<void> {
  await execute(trx)`
    update voucher_sales set voucher_id = ${sold.voucherId}, delivered_at = ${sold.deliveredAt}
    where order_id = ${sold.orderId}`
}

/**
 * Marks vouchers whose delivery date has come as delivered, and returns their orders. Skips locked rows, and vouchers that
 * are void, frozen or used up.
 */
export function claimDueDeliveries(
  trx: Trx,
  claim: { now: Date; limit: number },
): Promise<{ id: string; promoterId: string }[]> {
  return queryRows<{ id: string; promoterId: string }>(trx)`
    update voucher_sales set delivered_at = ${claim.now} where order_id in (
      select s.order_id from voucher_sales s join vouchers v on v.id = s.voucher_id
      where s.delivered_at is null and s.deliver_at <= ${claim.now} and v.status = 'active' and v.balance_cents > 0
        and not ${isFrozenVoucher}
      order by s.deliver_at limit ${claim.limit} for update of s skip locked)
    returning order_id as id, promoter_id as "promoterId"`
}

/**
 * Returns by how much a refund or dispute changed a bought voucher's balance, in minor units. `about`: id of the refund or
 * dispute.
 */
export async function sumVoucherPart(
  db: Db,
  find: { orderId: string; about: string; voucherId: string },
): Promise<number> {
  const row = await queryRow<{ cents: number }>(db)`
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${find.orderId} and split_part(t.fact, ':', 2) = ${find.about} and e.voucher_id = ${find.voucherId}`
  return row?.cents ?? 0
}
