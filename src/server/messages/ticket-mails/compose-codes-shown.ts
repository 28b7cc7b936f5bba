import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'
import { findEmailableOrder, readOrderMailData } from '#server/messages/composing/compose-order-mail.ts'
import { attachTickets } from '#server/messages/order-messages/attach-tickets.ts'
import { codesShownMail } from './codes-shown-mail.ts'
import { ticketExtras } from './ticket-extras.ts'
import { qrCodeContentId, ticketsWithQrCodes } from './ticket-qr-codes.ts'

/**
 * Composes the email with the codes of an event's tickets. Not sent if none of the tickets has a code to show: they
 * were returned or passed on, codes were hidden again, or the event is cancelled or over.
 */
export async function composeCodesShown(
  mailContext: MailContext,
  { orderId, eventId }: { orderId: string; eventId: string },
): Promise<AddressedMail> {
  const { context } = mailContext
  const row = await findEmailableOrder(mailContext, orderId)
  if (!row || (row.status !== 'paid' && row.status !== 'partially_refunded')) return undefined
  const news = await readOrderMailData(mailContext, row)
  const event = news.events.find(({ id }) => id === eventId)
  const tickets = news.order.tickets.filter(
    (ticket) =>
      ticket.eventId === eventId &&
      ticket.code !== '' &&
      (ticket.status === 'valid' || ticket.status === 'used'),
  )
  if (!event || event.status === 'cancelled' || tickets.length === 0) return undefined
  if (Date.parse(event.endsAt) <= news.now) return undefined
  const order = { ...news.order, tickets }
  const pictures = new Map(ticketsWithQrCodes(order).map((ticket) => [ticket.id, qrCodeContentId(ticket)]))
  const data = { ...news, events: [event], order, pictures }
  const papers = await attachTickets(context, { ...data, promoterId: row.promoterId })
  return {
    to: row.email,
    mail: codesShownMail(event, data),
    extras: ticketExtras(data, { now: news.now, papers }),
  }
}
