import type { Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import { newTicketCode } from './codes.ts'
import { listTicketIds, setTicketCodes } from './ticket-rows.ts'

/** New codes for all tickets of an order; the old ones belong to no ticket any more. */
export async function replaceTicketCodes(trx: Transaction<Database>, orderId: string): Promise<void> {
  const ids = await listTicketIds(trx, orderId)
  await setTicketCodes(
    trx,
    ids.map((id) => ({ id, code: newTicketCode() })),
  )
}
