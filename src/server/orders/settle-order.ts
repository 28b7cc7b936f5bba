import { sql, type Transaction } from 'kysely'
import { fail } from '#contracts/errors.ts'
import { canBecome } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import {
  lockInventory,
  removeCart,
  writeCounters,
  type CountersRow,
  type HoldRow,
} from '../inventory/hold-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { orderConfirmedFact } from '../mail/order-facts.ts'
import { countPromoUsesOf, lockPromo, usePromo } from '../promo/promo-rows.ts'
import { issueTickets } from '../tickets/issue-tickets.ts'
import { listOrderItems, moveOrders, type OrderItemRow, type OrderRow } from './order-rows.ts'

/**
 * Turns what an order set aside into sold tickets, once: an order that is paid already stays as it is. An order that had
 * lapsed is honoured from what is free now, its promo code included; SOLD_OUT when it can't be, and then nothing has changed.
 * The caller holds the locks of the cart and the order.
 */
export async function settleOrder(
  context: Context,
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<Result<null, 'SOLD_OUT'>> {
  if (!canBecome(order.status, 'paid')) return succeed(null)
  const now = new Date(context.clock.now())
  if (!(await mayUsePromo(trx, order, now))) return fail('SOLD_OUT')
  const items = await listOrderItems(trx, order.id)
  // Nothing is sold for an event that is called off, whenever its order was placed.
  if (items.some((item) => item.eventStatus !== 'published')) return fail('SOLD_OUT')
  await sql`savepoint settling`.execute(trx)
  await issueTickets(trx, { order, items, now })
  await moveOrders(trx, { orderIds: [order.id], to: 'paid', paidAt: now })
  await writeMails(trx, [orderConfirmedFact(order)], now)
  const isPending = order.status === 'pending'
  if (order.promoCodeId) await usePromo(trx, { promoCodeId: order.promoCodeId, fromReserved: isPending })
  if (await sell(trx, { order, items, isPending, now })) return succeed(null)
  await sql`rollback to savepoint settling`.execute(trx)
  return fail('SOLD_OUT')
}

/** The lock that everybody wants comes last and is held shortest. False when there is not enough left. */
async function sell(
  trx: Transaction<Database>,
  sale: { order: OrderRow; items: readonly OrderItemRow[]; isPending: boolean; now: Date },
): Promise<boolean> {
  const { order, items, isPending, now } = sale
  // Once the order is no longer pending, the cart's holds belong to whatever its buyer did next.
  const { counters, holds } = await lockInventory(trx, {
    ticketTypeIds: items.map((item) => item.ticketTypeId),
    now,
    ...(isPending ? { cartId: order.cartId } : {}),
  })
  if (!items.every((item) => fits(counters.get(item.ticketTypeId), heldOf(holds, item), item))) return false
  for (const item of items) {
    const row = counters.get(item.ticketTypeId)
    if (!row) continue
    row.held -= heldOf(holds, item)
    row.sold += item.quantity
  }
  if (isPending) await removeCart(trx, order.cartId)
  await writeCounters(trx, [...counters.values()])
  return true
}

/**
 * A pending order has its use reserved for as long as it lasts; one that is over has lost it, and gets it back only while
 * the limits allow. Locks the code before any inventory, like everybody.
 */
async function mayUsePromo(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<boolean> {
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

const heldOf = (holds: readonly HoldRow[], item: OrderItemRow): number =>
  holds.find((hold) => hold.ticketTypeId === item.ticketTypeId)?.quantity ?? 0

const fits = (counters: CountersRow | undefined, own: number, item: OrderItemRow): boolean =>
  counters !== undefined && counters.capacity - counters.sold - counters.held + own >= item.quantity
