import { randomUUID } from 'node:crypto'
import { factsOf, partsToNotify, type ChangedPart } from '#model/catalog/event-changes.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { EventDraftRow } from '#server/catalog/events/event-draft-rows.ts'
import { announcedFacts, writtenOf } from '#server/catalog/events/event-draft-view.ts'
import { countOrdersToNotify, insertChangeNotification } from './change-notification-rows.ts'

/**
 * Records that ticket holders must be notified of the changes. Returns the number of orders, which is 0 when no change
 * concerns buyers.
 */
export async function notifyBuyers(
  trx: PipelinedTransaction,
  { promoterId, row, now }: { promoterId: string; row: EventDraftRow; now: Date },
): Promise<number> {
  if (changesToNotify(row, now.getTime()).length === 0) return 0
  const find = { promoterId, eventId: row.id }
  const orders = await countOrdersToNotify(trx, find)
  if (orders > 0)
    await insertChangeNotification(trx, { ...find, id: randomUUID(), before: announcedFacts(row), now })
  return orders
}

/** Returns the differences between the saved fields and the details that buyers were last told. */
export const changesToNotify = (row: EventDraftRow, now: number): ChangedPart[] =>
  row.published_at === null || row.status === 'cancelled'
    ? []
    : partsToNotify(announcedFacts(row), factsOf(writtenOf(row)), now)
