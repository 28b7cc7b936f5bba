import { randomUUID } from 'node:crypto'
import { eventFactsOf, partsToNotify, type ChangedPart } from '#model/catalog/event-changes.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { EventDraftRow } from '#server/catalog/events/event-draft-rows.ts'
import { lastNotifiedFacts, draftFieldsOf } from '#server/catalog/events/event-draft-view.ts'
import { countOrdersToNotify, insertChangeNotification } from './change-notification-rows.ts'

/**
 * Records that ticket holders must be notified of changes. With `onlyOfCodes`, only of codes that become live.
 * Returns the number of orders; 0 when no change concerns buyers.
 */
export async function notifyBuyers(
  trx: PipelinedTransaction,
  {
    promoterId,
    row,
    onlyOfCodes,
    now,
  }: { promoterId: string; row: EventDraftRow; onlyOfCodes: boolean; now: Date },
): Promise<number> {
  const changes = changesToNotify(row, now.getTime())
  if (changes.length === 0 || (onlyOfCodes && !changes.includes('codes'))) return 0
  const find = { promoterId, eventId: row.id }
  const orders = await countOrdersToNotify(trx, find)
  const announced = lastNotifiedFacts(row)
  const before = onlyOfCodes
    ? { ...eventFactsOf(draftFieldsOf(row)), codeMode: announced.codeMode }
    : announced
  if (orders > 0) await insertChangeNotification(trx, { ...find, id: randomUUID(), before, now })
  return orders
}

/** Returns the differences between the saved details and those that buyers were last notified of. */
export const changesToNotify = (row: EventDraftRow, now: number): ChangedPart[] =>
  row.published_at === null || row.status === 'cancelled'
    ? []
    : partsToNotify(lastNotifiedFacts(row), eventFactsOf(draftFieldsOf(row)), now)
