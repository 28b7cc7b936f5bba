import type { Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import { lockInventory, writeCounters } from '../inventory/hold-rows.ts'
import { voidTickets } from '../tickets/ticket-rows.ts'
import { listOrderItems, type OrderRow } from './order-rows.ts'

/** An order whose money has gone back: its tickets admit nobody any more, and their places are on sale again. */
export async function takeBackTickets(
  trx: Transaction<Database>,
  take: { order: OrderRow; now: Date },
): Promise<void> {
  if (!take.order.paidAt) return
  const items = await listOrderItems(trx, take.order.id)
  const { counters } = await lockInventory(trx, {
    ticketTypeIds: items.map((item) => item.ticketTypeId),
    now: take.now,
  })
  for (const { ticketTypeId, count } of await voidTickets(trx, take.order.id)) {
    const row = counters.get(ticketTypeId)
    if (row) row.sold -= count
  }
  await writeCounters(trx, [...counters.values()])
}
