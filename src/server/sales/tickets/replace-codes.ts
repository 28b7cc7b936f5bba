import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { endOffers } from '#server/sales/transfers/transfer-rows.ts'
import { newTicketCode } from './codes.ts'
import { listBuyersTicketIds, setTicketCodes } from './ticket-rows.ts'

/** Replaces the codes of the tickets that the buyer holds, and ends their transfer offers. */
export async function replaceTicketCodes(
  trx: Transaction<Database>,
  orderId: string,
  now: Date,
): Promise<void> {
  const ids = await listBuyersTicketIds(trx, orderId)
  await endOffers(trx, { ticketIds: ids, now })
  await setTicketCodes(
    trx,
    ids.map((id) => ({ id, code: newTicketCode() })),
    now,
  )
}
