import { randomUUID } from 'node:crypto'
import { factsOf, partsToTell, type ChangedPart } from '#model/event-changes.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import type { EventDraftRow } from './event-draft-rows.ts'
import { knownOf, writtenOf } from './event-draft-view.ts'
import { countOrdersToTell, insertToldChange } from './told-change-rows.ts'

/**
 * Writes down that whoever has a ticket is to be told what of the event is about to change. How many orders that are now; 0 when
 * there is nothing to tell, or nobody.
 */
export async function tellBuyers(
  trx: PipelinedTransaction,
  { promoterId, row, now }: { promoterId: string; row: EventDraftRow; now: Date },
): Promise<number> {
  if (newsOf(row, now.getTime()).length === 0) return 0
  const find = { promoterId, eventId: row.id }
  const orders = await countOrdersToTell(trx, find)
  if (orders > 0) await insertToldChange(trx, { ...find, id: randomUUID(), before: knownOf(row), now })
  return orders
}

/** What of an event differs from what its buyers know, as it was last written. */
export const newsOf = (row: EventDraftRow, now: number): ChangedPart[] =>
  row.published_at === null || row.status === 'cancelled'
    ? []
    : partsToTell(knownOf(row), factsOf(writtenOf(row)), now)
