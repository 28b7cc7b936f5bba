import type { Trx } from '#server/platform/db/query.ts'
import { endOffers } from '#server/sales/transfers/transfer-rows.ts'
import { newTicketCode } from './codes.ts'
import { listBuyersTicketIds, setTicketCodes } from './ticket-rows.ts'

/** Replaces the codes of the tickets that the buyer holds, and ends their transfer offers. */
export async function replaceTicketCodes(trx: Trx, orderId: string, now: Date): Promise<void> {
  const ids = await listBuyersTicketIds(trx, orderId)
  await endOffers(trx, { ticketIds: ids, now })
  await setTicketCodes(
    trx,
    ids.map((id) => ({ id, code: newTicketCode() })),
    now,
  )
}
