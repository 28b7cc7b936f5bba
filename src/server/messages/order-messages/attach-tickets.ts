import { buffer } from 'node:stream/consumers'
import type { Order } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'
import { findSettings } from '#server/people/promoters/settings-rows.ts'
import { drawOrder } from '#server/sales/ticket-papers/get-ticket-paper.ts'

/**
 * Maximum number of tickets attached, because more would make the email too large for some mail servers. The email's link
 * leads to all of them.
 */
const MAX_ATTACHED = 10

/**
 * Returns an order's tickets as PDF if the promoter has chosen to attach them. Problems with the PDF never stop or delay the
 * email, which has a link to the tickets.
 */
export async function attachTickets(
  context: Context,
  mail: { order: Order; promoterId: string; origin: string },
): Promise<MailAttachment[]> {
  const { order, promoterId } = mail
  if (order.tickets.length > MAX_ATTACHED) return []
  const settings = await findSettings(context.db, promoterId)
  if (!settings?.attachesTickets) return []
  try {
    const pdf = await drawOrder(context, mail)
    if (typeof pdf === 'string') return []
    // Not by a `Response`: the API's server replaces that class with one whose instances can't be read.
    const content = await buffer(pdf)
    return [{ filename: `tickets-${order.number}.pdf`, contentType: 'application/pdf', content }]
  } catch (error) {
    context.log.warn({ err: error, order: order.number }, 'Tickets could not be attached to an email')
    return []
  }
}
