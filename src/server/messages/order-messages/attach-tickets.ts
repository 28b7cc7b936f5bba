import { buffer } from 'node:stream/consumers'
import type { Order } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { drawTicketsOfOrder } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'

/** Maximum number of attached tickets, because some mail servers reject large emails. The email links to all of them. */
const MAX_ATTACHED = 10

/**
 * Returns an order's tickets as a PDF if the promoter has enabled this. Problems with the PDF never prevent or delay the
 * email, which links to the tickets.
 */
export async function attachTickets(
  context: Context,
  mail: { order: Order; promoterId: string; origin: string },
): Promise<MailAttachment[]> {
  const { order, promoterId } = mail
  if (order.tickets.length > MAX_ATTACHED) return []
  const settings = await findPromoterSettings(context.db, promoterId)
  if (!settings?.attachesTickets) return []
  try {
    const pdf = await drawTicketsOfOrder(context, mail)
    if (typeof pdf === 'string') return []
    // `Response` isn't used, because the API's server replaces that class with one whose instances can't be read.
    const content = await buffer(pdf)
    return [{ filename: `tickets-${order.number}.pdf`, contentType: 'application/pdf', content }]
  } catch (error) {
    context.log.warn({ err: error, order: order.number }, 'Tickets could not be attached to an email')
    return []
  }
}
