import type { Transaction } from 'kysely'
import { fail } from '#contracts/platform/errors.ts'
import { canBecome } from '#model/sales/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { outsideSaleEntries, saleEntries, withVoucherPart } from '#model/money/ledger.ts'
import { earnCommission } from '#server/sales/commissions/earn-commission.ts'
import { insertEarnings } from '#server/sales/commissions/earning-rows.ts'
import { sellHolds } from '#server/catalog/inventory/sale-rows.ts'
import { writeLedger, type LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { orderConfirmedFact } from '#server/platform/outbox/order-facts.ts'
import { countPromoUsesOf, lockPromo, usePromo } from '#server/sales/promo/promo-rows.ts'
import { issueTickets, type DeviceTicket } from '#server/sales/tickets/issue-tickets.ts'
import { issueSoldVoucher } from '#server/sales/voucher-sales/issue-sold-voucher.ts'
import { useVouchers } from '#server/sales/vouchers/use-vouchers.ts'
import { canStillIssueTickets } from '#server/sales/checkout/check-customer-limit.ts'
import {
  listAttendees,
  listOrderItems,
  changeOrderStatus,
  type AttendeeRow,
  type OrderItemRow,
  type OrderRow,
} from './order-rows.ts'

type Trx = Transaction<Database>

export interface Sale {
  order: OrderRow
  items: readonly OrderItemRow[]
  attendees: readonly AttendeeRow[]
  /** Tickets that the device has already issued, for a sale at the door. */
  deviceTickets?: readonly DeviceTicket[]
}

export async function readSale(trx: Trx, orderId: string): Promise<Pick<Sale, 'items' | 'attendees'>> {
  const [items, attendees] = await Promise.all([listOrderItems(trx, orderId), listAttendees(trx, orderId)])
  return { items, attendees }
}

/**
 * Marks an order as paid and issues its tickets. An order that is already paid stays unchanged. An expired order gets its
 * tickets if inventory, promo code, vouchers and customer limit still allow it, otherwise SOLD_OUT and nothing changes. Missing
 * inventory is detected at the end, when the constraint `never_oversold` aborts the transaction. The caller must have locked
 * cart and order.
 */
export async function settleOrder(
  context: Context,
  trx: PipelinedTransaction,
  sale: Sale,
): Promise<Result<null, 'SOLD_OUT'>> {
  const { order, items } = sale
  if (!canBecome(order.status, 'paid')) return succeed(null)
  const now = new Date(context.clock.now())
  if (!(await mayUsePromo(trx, order, now))) return fail('SOLD_OUT')
  if (!(await canStillIssueTickets(context, trx, sale))) return fail('SOLD_OUT')
  // Tickets of cancelled events and suspended promoters aren't sold, even for orders placed before.
  if (items.some((item) => item.eventStatus !== 'published' || !item.isPromoterActive))
    return fail('SOLD_OUT')
  const fact = await saleFact(context, trx, { ...sale, now })
  if (!fact.success) return fact
  const { earnings, facts } = await earnCommission(trx, sale)
  const isPending = order.status === 'pending'
  trx.send(
    issueTickets(trx, sale, now),
    changeOrderStatus(trx, { orderIds: [order.id], to: 'paid', paidAt: now }),
  )
  trx.send(
    writeMails(trx, order.email === '' ? [] : [orderConfirmedFact(order)], now),
    writeLedger(trx, [fact.data, ...facts], now),
  )
  if (earnings.length > 0) trx.send(insertEarnings(trx, earnings, now))
  if (order.promoCodeId) trx.send(usePromo(trx, { promoCodeId: order.promoCodeId, fromReserved: isPending }))
  // This lock is the most contended, so it is taken last. When the order is no longer pending, the cart's holds belong to
  // the buyer's next purchase.
  trx.send(...sellHolds(trx, { cartId: isPending ? order.cartId : undefined, items, now }))
  return succeed(null)
}

/** The ledger transaction of the sale. Locks the vouchers that pay it, and issues the one that it buys. */
async function saleFact(
  context: Context,
  trx: PipelinedTransaction,
  { order, items, now }: Sale & { now: Date },
): Promise<Result<LedgerTransaction, 'SOLD_OUT'>> {
  const vouchers = await useVouchers(trx, order, now)
  if (!vouchers) return fail('SOLD_OUT')
  // Only orders of vouchers have no items.
  const sold = items.length === 0 ? await issueSoldVoucher(context, trx, order) : succeed(undefined)
  if (!sold.success) return sold
  const entries = order.takenOutside ? outsideSaleEntries(order) : saleEntries(order, vouchers)
  return succeed({
    fact: `sale:${order.id}`,
    kind: 'sale',
    entries: sold.data ? withVoucherPart(entries, sold.data) : entries,
    promoterId: order.promoterId,
    orderId: order.id,
    currency: order.currency,
  })
}

/**
 * A pending order has reserved its use of the code, whereas an expired one counts against the limits again. Locks codes
 * before inventory.
 */
async function mayUsePromo(trx: Trx, order: OrderRow, now: Date): Promise<boolean> {
  if (!order.promoCodeId) return true
  const promo = await lockPromo(trx, { promoCodeId: order.promoCodeId, now })
  if (!promo) return false
  if (order.status === 'pending' && order.expiresAt > now) return true
  const { maxUses = Infinity, maxUsesPerCustomer = Infinity } = promo
  if (promo.used + promo.reserved >= maxUses) return false
  return (
    (await countPromoUsesOf(trx, { promoCodeId: promo.id, email: order.email, now })) < maxUsesPerCustomer
  )
}
