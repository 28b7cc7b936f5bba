import type { TicketActions } from '#contracts/checkout/transfers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import {
  changeRefusal,
  transferRefusal,
  transfersEndAt,
  type TransferableTicket,
} from '#model/sales/transfers.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { findOrderTicketAccess } from './find-ticket-access.ts'
import { findTransferTicket, listTransferTickets, type TransferTicketRow } from './transfer-ticket-rows.ts'

/**
 * Returns the buyer's possible actions for each ticket of an order that wasn't passed on. Empty when the order can't be
 * opened.
 */
export async function listTicketActions(
  context: Context,
  call: { site: Site; client: Visitor; linkId: string },
): Promise<ReadonlyMap<string, TicketActions>> {
  const { site, client, linkId } = call
  const claim = await findOrderTicketAccess(context, { site, client, params: { id: linkId, ticketId: '' } })
  if (!claim.success) return new Map()
  const rows = await listTransferTickets(context.db, claim.data.orderId)
  const now = context.clock.now()
  const held = rows.filter(({ holderId }) => holderId === null)
  return new Map(held.map((row) => [row.ticketId, toTicketActions(row, now)]))
}

export async function showTicketActions(
  context: Context,
  ticketId: string,
): Promise<Result<{ actions: TicketActions }, 'NOT_FOUND'>> {
  const row = await findTransferTicket(context.db, ticketId)
  return row ? succeed({ actions: toTicketActions(row, context.clock.now()) }) : fail('NOT_FOUND')
}

export function toTicketActions(row: TransferTicketRow, now: number): TicketActions {
  const standing = toTransferableTicket(row)
  const { offerEmail, offerKey, isOfferByEmail, offeredAt } = row
  return {
    ticketId: row.ticketId,
    ...namesOf(row),
    canReplaceCode: changeRefusal(standing, now) === undefined,
    canTransfer: transferRefusal(standing, now) === undefined,
    transfersUntil: row.allowsTransfers ? new Date(transfersEndAt(standing)).toISOString() : null,
    timeZone: row.timeZone,
    offer: offeredAt && {
      email: offerEmail ?? '',
      linkId: isOfferByEmail ? null : offerKey,
      createdAt: offeredAt.toISOString(),
    },
  }
}

export const toTransferableTicket = (row: TransferTicketRow): TransferableTicket => ({
  ...row,
  eventStartsAt: row.startsAt.getTime(),
  eventEndsAt: row.endsAt.getTime(),
})

/** A ticket without attendee has the buyer's name. */
function namesOf({ firstName, lastName, holder }: TransferTicketRow): {
  firstName: string
  lastName: string
} {
  if (firstName || lastName) return { firstName, lastName }
  const [first = '', ...rest] = holder.split(' ')
  return { firstName: first, lastName: rest.join(' ') }
}
