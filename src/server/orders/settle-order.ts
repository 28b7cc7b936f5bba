import type { Transaction } from 'kysely'
import { fail } from '#contracts/errors.ts'
import { canBecome } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import {
  listHolds,
  lockInventory,
  removeCart,
  writeCounters,
  type CountersRow,
  type HoldRow,
} from '../inventory/hold-rows.ts'
import { usePromo } from '../promo/promo-rows.ts'
import { issueTickets } from '../tickets/issue-tickets.ts'
import { listOrderItems, moveOrders, type OrderItemRow, type OrderRow } from './order-rows.ts'

/**
 * Turns what an order set aside into sold tickets, once: an order that is paid already stays as it is. An order that had
 * lapsed is honoured from what is free now; SOLD_OUT when that is not enough, and then nothing has changed.
 * The caller holds the locks of the cart and the order.
 */
export async function settleOrder(
  context: Context,
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<Result<null, 'SOLD_OUT'>> {
  if (!canBecome(order.status, 'paid')) return succeed(null)
  const now = new Date(context.clock.now())
  const items = await listOrderItems(trx, order.id)
  const counters = await lockInventory(trx, { ticketTypeIds: items.map((item) => item.ticketTypeId), now })
  const isPending = order.status === 'pending'
  // Once the order is no longer pending, the cart's holds belong to whatever its buyer did next.
  const holds = isPending ? (await listHolds(trx, order.cartId)).filter((hold) => hold.expiresAt > now) : []
  if (!items.every((item) => fits(counters.get(item.ticketTypeId), heldOf(holds, item), item)))
    return fail('SOLD_OUT')
  for (const item of items) {
    const row = counters.get(item.ticketTypeId)
    if (!row) continue
    row.held -= heldOf(holds, item)
    row.sold += item.quantity
  }
  if (isPending) await removeCart(trx, order.cartId)
  await writeCounters(trx, [...counters.values()])
  await moveOrders(trx, { orderIds: [order.id], to: 'paid', paidAt: now })
  if (order.promoCodeId) await usePromo(trx, { promoCodeId: order.promoCodeId, fromReserved: isPending })
  await issueTickets(trx, { order, items, now })
  return succeed(null)
}

const heldOf = (holds: readonly HoldRow[], item: OrderItemRow): number =>
  holds.find((hold) => hold.ticketTypeId === item.ticketTypeId)?.quantity ?? 0

const fits = (counters: CountersRow | undefined, own: number, item: OrderItemRow): boolean =>
  counters !== undefined && counters.capacity - counters.sold - counters.held + own >= item.quantity
