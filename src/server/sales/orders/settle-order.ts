import { fail } from '#contracts/platform/errors.ts'
import { canOrderBecome } from '#model/sales/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { rollBackUnless } from '#server/platform/db/transact.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { outsideSaleEntries, saleEntries, withVoucherPart } from '#model/money/ledger.ts'
import { earnCommission, type Commission } from '#server/sales/commissions/earn-commission.ts'
import { insertEarnings } from '#server/sales/commissions/earning-rows.ts'
import { deleteLockedCart } from '#server/catalog/inventory/delete-locked-cart.ts'
import { sellHolds } from '#server/catalog/inventory/sale-rows.ts'
import { writeLedger, type LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { orderConfirmedFact } from '#server/platform/outbox/order-facts.ts'
import {
  countPromoUsesOf,
  lockPromo,
  lockPromosOfReplacedOrder,
  recordPromoUses,
} from '#server/sales/promo/promo-rows.ts'
import { issueTickets, type DeviceTicket } from '#server/sales/tickets/issue-tickets.ts'
import { insertTickets } from '#server/sales/tickets/ticket-rows.ts'
import { issueSoldVoucher } from '#server/sales/voucher-sales/issue-sold-voucher.ts'
import type { SoldVoucherPart } from '#server/sales/voucher-sales/sold-voucher-part.ts'
import { redeemVouchers } from '#server/sales/vouchers/redeem-vouchers.ts'
import { canStillIssueTickets } from '#server/sales/checkout/check-customer-limit.ts'
import { cancelPendingOrder } from './cancel-pending-order.ts'
import { listAttendeesOfOrders, listItemsOfOrders } from './order-line-rows.ts'
import { changeOrderStatus, type AttendeeRow, type OrderItemRow, type OrderRow } from './order-rows.ts'
import { isCartBoughtByOther } from './pending-order-rows.ts'

export interface OrderSale {
  order: OrderRow
  items: readonly OrderItemRow[]
  attendees: readonly AttendeeRow[]
  /** Tickets that a door device has already issued; only for its sales. */
  deviceTickets?: readonly DeviceTicket[]
}

type Content = Pick<OrderSale, 'items' | 'attendees'>

export async function readSale(trx: Trx, orderId: string): Promise<Content> {
  return (await readSales(trx, [orderId]))(orderId)
}

/** Returns a function that returns an order's items and attendees. */
export async function readSales(
  trx: Trx,
  orderIds: readonly string[],
): Promise<(orderId: string) => Content> {
  const [items, attendees] = await Promise.all([
    listItemsOfOrders(trx, orderIds),
    listAttendeesOfOrders(trx, orderIds),
  ])
  return (orderId) => ({ items: items.get(orderId) ?? [], attendees: attendees.get(orderId) ?? [] })
}

export async function settleOrder(
  context: Context,
  trx: PipelinedTransaction,
  sale: OrderSale,
): Promise<Result<null, 'SOLD_OUT'>> {
  const [settled = succeed(null)] = await settleOrders(context, trx, { sales: [sale], facts: [] })
  return settled
}

/**
 * Marks orders as paid and issues their tickets. An order that is already paid stays unchanged. An expired or cancelled order
 * is paid only if inventory, promo code, vouchers and customer limit still allow it and no other order of its cart is paid or
 * being paid; otherwise the result is SOLD_OUT, and the order stays unchanged. The cart and its pending order, which replaced
 * it, end first. Missing inventory is detected last, when the constraint `never_oversold` aborts the transaction. The caller must
 * have locked carts and orders. Several orders can be paid together only if each is an `isOrdinarySale`. `facts`: additional
 * ledger transactions, which are written in any case.
 */
export async function settleOrders(
  context: Context,
  trx: PipelinedTransaction,
  { sales, facts }: { sales: readonly OrderSale[]; facts: readonly LedgerTransaction[] },
): Promise<Result<null, 'SOLD_OUT'>[]> {
  const now = new Date(context.clock.now())
  // Locks are requested in this order, so promo codes are locked by id.
  const byPromo = sales.toSorted((a, b) => compare(a.order.promoCodeId ?? '', b.order.promoCodeId ?? ''))
  const decided = new Map(
    await Promise.all(
      byPromo.map(async (sale) => [sale, await decideSettlement(context, trx, { sale, now })] as const),
    ),
  )
  const settlements = [...decided.values()].filter((each) => typeof each === 'object')
  writeSettlements(trx, { settlements, facts, now })
  return sales.map((sale) => (decided.get(sale) === 'sold out' ? fail('SOLD_OUT') : succeed(null)))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/**
 * True if the sale can be settled together with others: its holds and its use of a promo code are already reserved, and it
 * needs no other locks. Sales that lock a customer, vouchers or a member are settled alone.
 */
export const isOrdinarySale = ({ order, items }: Pick<OrderSale, 'order' | 'items'>, now: Date): boolean =>
  order.status === 'pending' &&
  order.expiresAt > now &&
  order.voucherCents === 0 &&
  order.trackingLinkId === null &&
  // Orders without items buy vouchers, whose sales are settled alone.
  items.length > 0 &&
  items.every((item) => item.maxPerCustomer === null && isOnSale(item))

/** Tickets of cancelled events and suspended promoters aren't sold, even for orders placed before. */
const isOnSale = (item: OrderItemRow): boolean => item.eventStatus === 'published' && item.isPromoterActive

/** Everything that is written when an order is paid. */
interface Settlement extends Commission {
  sale: OrderSale
  isPending: boolean
  vouchers: readonly VoucherPart[]
  /** The voucher that the order buys, and the amount to credit to it. */
  bought: SoldVoucherPart | undefined
}

async function decideSettlement(
  context: Context,
  trx: PipelinedTransaction,
  { sale, now }: { sale: OrderSale; now: Date },
): Promise<Settlement | 'sold out' | 'settled'> {
  const { order } = sale
  if (!canOrderBecome(order.status, 'paid')) return 'settled'
  if (order.status === 'pending') return decideSale(context, trx, { sale, now })
  if (await isCartBoughtByOther(trx, { ...order, now })) return 'sold out'
  return rollBackUnless(
    trx,
    () => decideLateSale(context, trx, { sale, now }),
    (decision) => decision !== 'sold out',
  )
}

/** Cancels the cart's pending order first, so that its promo code, vouchers and holds are free for this sale. */
async function decideLateSale(
  context: Context,
  trx: PipelinedTransaction,
  { sale, now }: { sale: OrderSale; now: Date },
): Promise<Settlement | 'sold out'> {
  const { order, items } = sale
  await lockPromosOfReplacedOrder(trx, order)
  await cancelPendingOrder(context, trx, order.cartId)
  const decision = await decideSale(context, trx, { sale, now })
  if (decision === 'sold out') return decision
  const alsoLock = items.map((item) => item.ticketTypeId)
  await deleteLockedCart(trx, { cartId: order.cartId, now, alsoLock })
  return decision
}

async function decideSale(
  context: Context,
  trx: PipelinedTransaction,
  { sale, now }: { sale: OrderSale; now: Date },
): Promise<Settlement | 'sold out'> {
  const { order, items } = sale
  if (!(await isStillSold(context, trx, { sale, now }))) return 'sold out'
  const vouchers = await redeemVouchers(trx, order, now)
  if (!vouchers) return 'sold out'
  const bought = items.length === 0 ? await issueSoldVoucher(context, trx, order) : succeed(undefined)
  if (!bought.success) return 'sold out'
  const isPending = order.status === 'pending'
  return { sale, isPending, vouchers, bought: bought.data, ...(await earnCommission(trx, sale)) }
}

/** Checks the promo code's limits, the stock, and that all events are still on sale. */
async function isStillSold(
  context: Context,
  trx: PipelinedTransaction,
  { sale, now }: { sale: OrderSale; now: Date },
): Promise<boolean> {
  if (!(await mayUsePromo(trx, sale.order, now))) return false
  if (!(await canStillIssueTickets(context, trx, sale))) return false
  return sale.items.every(isOnSale)
}

function writeSettlements(
  trx: PipelinedTransaction,
  written: { settlements: readonly Settlement[]; facts: readonly LedgerTransaction[]; now: Date },
): void {
  const { settlements, now } = written
  const orders = settlements.map(({ sale }) => sale.order)
  const earnings = settlements.flatMap((each) => each.earnings)
  const facts = settlements.flatMap((settlement) => [saleFact(settlement), ...settlement.facts])
  const ledger = writeLedger(trx, [...written.facts, ...facts], now)
  if (settlements.length === 0) return trx.send(ledger)
  trx.send(
    ledger,
    insertTickets(
      trx,
      settlements.flatMap(({ sale }) => issueTickets(sale)),
      now,
    ),
    changeOrderStatus(trx, { orderIds: orders.map(({ id }) => id), to: 'paid', paidAt: now }),
    writeMails(trx, orders.filter(({ email }) => email !== '').map(orderConfirmedFact), now),
  )
  if (earnings.length > 0) trx.send(insertEarnings(trx, earnings, now))
  const uses = settlements.flatMap(({ sale: { order }, isPending: fromReserved }) =>
    order.promoCodeId ? [{ promoCodeId: order.promoCodeId, fromReserved }] : [],
  )
  if (uses.length > 0) trx.send(recordPromoUses(trx, uses))
  // The inventory's lock is the most contended, so it is taken last. A late sale has already released the cart's holds.
  const cartIds = settlements.flatMap(({ sale, isPending }) => (isPending ? [sale.order.cartId] : []))
  trx.send(...sellHolds(trx, { cartIds, items: settlements.flatMap(({ sale }) => sale.items), now }))
}

function saleFact({ sale: { order }, vouchers, bought }: Settlement): LedgerTransaction {
  const entries = order.takenOutside ? outsideSaleEntries(order) : saleEntries(order, vouchers)
  return {
    fact: `sale:${order.id}`,
    kind: 'sale',
    entries: bought ? withVoucherPart(entries, bought) : entries,
    promoterId: order.promoterId,
    orderId: order.id,
    currency: order.currency,
  }
}

/**
 * True if the order may use its promo code. A pending order has reserved its use; an expired one counts against the limits
 * again. Locks the code.
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
