import type { Transaction } from 'kysely'
import { fail } from '#contracts/errors.ts'
import { canBecome } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import type { Database } from '../db/tables.ts'
import { outsideEntries, saleEntries } from '#model/ledger.ts'
import { earnCommission } from '../earnings/earn-commission.ts'
import { insertEarnings } from '../earnings/earning-rows.ts'
import { sellHolds } from '../inventory/sale-rows.ts'
import { writeLedger, type LedgerTransaction } from '../ledger/ledger-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { orderConfirmedFact } from '../mail/order-facts.ts'
import { countPromoUsesOf, lockPromo, usePromo } from '../promo/promo-rows.ts'
import { issueTickets } from '../tickets/issue-tickets.ts'
import { mayKeepTickets } from './check-customer-limit.ts'
import {
  listAttendees,
  listOrderItems,
  moveOrders,
  type AttendeeRow,
  type OrderItemRow,
  type OrderRow,
} from './order-rows.ts'

type Trx = Transaction<Database>

/** What an order sells, and to whom. */
export interface Sale {
  order: OrderRow
  items: readonly OrderItemRow[]
  attendees: readonly AttendeeRow[]
}

export async function readSale(trx: Trx, orderId: string): Promise<Pick<Sale, 'items' | 'attendees'>> {
  const [items, attendees] = await Promise.all([listOrderItems(trx, orderId), listAttendees(trx, orderId)])
  return { items, attendees }
}

/**
 * Turns what an order set aside into sold tickets, once: an order that is paid already stays as it is. An order that had
 * lapsed is honoured from what is free now, its promo code and the limit per customer included; SOLD_OUT when it can't be, and then nothing has changed.
 * That there is not enough left is found out when all is written: then `never_oversold` breaks the transaction.
 * The caller holds the locks of the cart and the order.
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
  if (!(await mayKeepTickets(context, trx, sale))) return fail('SOLD_OUT')
  // Nothing is sold for an event that is called off, whenever its order was placed.
  if (items.some((item) => item.eventStatus !== 'published')) return fail('SOLD_OUT')
  const { earnings, facts } = await earnCommission(trx, sale)
  const isPending = order.status === 'pending'
  trx.send(issueTickets(trx, sale, now), moveOrders(trx, { orderIds: [order.id], to: 'paid', paidAt: now }))
  trx.send(
    writeMails(trx, order.email === '' ? [] : [orderConfirmedFact(order)], now),
    writeLedger(trx, [saleFact(order), ...facts], now),
  )
  if (earnings.length > 0) trx.send(insertEarnings(trx, earnings, now))
  if (order.promoCodeId) trx.send(usePromo(trx, { promoCodeId: order.promoCodeId, fromReserved: isPending }))
  // The lock that everybody wants comes last and is held shortest. Once the order is no longer pending, the cart's holds
  // belong to whatever its buyer did next.
  trx.send(...sellHolds(trx, { cartId: isPending ? order.cartId : undefined, items, now }))
  return succeed(null)
}

const saleFact = (order: OrderRow): LedgerTransaction => ({
  fact: `sale:${order.id}`,
  kind: 'sale',
  entries: order.takenOutside ? outsideEntries(order.totalCents) : saleEntries(order),
  promoterId: order.promoterId,
  orderId: order.id,
  currency: order.currency,
})

/**
 * A pending order has its use reserved for as long as it lasts; one that is over has lost it, and gets it back only while
 * the limits allow. Locks the code before any inventory, like everybody.
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
