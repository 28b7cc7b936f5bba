import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { newTicketCode } from './codes.ts'
import { listTicketIds, setTicketCodes } from './ticket-rows.ts'

export async function replaceTicketCodes(trx: Transaction<Database>, orderId: string): Promise<void> {
  const ids = await listTicketIds(trx, orderId)
  await setTicketCodes(
    trx,
    ids.map((id) => ({ id, code: newTicketCode() })),
  )
}
