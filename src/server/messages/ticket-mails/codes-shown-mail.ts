import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatEventDateRange, formatHours } from '#model/catalog/format-event.ts'
import { urls } from '#contracts/platform/urls.ts'
import {
  entryMessage,
  eventPart,
  formatGreeting,
  type OrderMailData,
} from '#server/messages/email-templates/order-mails.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

/**
 * Email with the codes of an event's tickets. `order` contains only the event's tickets whose codes are shown, at least
 * one.
 */
export function codesShownMail(event: EventDetail, data: OrderMailData): MailContent {
  const { order, origin, pictures = new Map() } = data
  const isOne = order.tickets.length === 1
  const codes = isOne ? 'QR code' : 'QR codes'
  const place = pictures.size === order.tickets.length ? 'below and on your order page' : 'on your order page'
  return {
    subject: `Your ${codes}: ${event.title}`,
    preview: `${formatEventDateRange(event)}, ${formatHours(event)}. Order ${order.number}.`,
    heading: isOne ? 'Your QR code is here' : 'Your QR codes are here',
    parts: [
      {
        kind: 'words',
        text: formatGreeting(
          order,
          `the ${codes} for ${event.title} ${isOne ? 'is' : 'are'} ${place}, ready to show or print.`,
        ),
      },
      { kind: 'action', label: isOne ? 'View ticket' : 'View tickets', url: origin + urls.order(order.id) },
      eventPart(event, order, data),
      { kind: 'words', text: entryMessage(data) },
    ],
    reason: `You’re receiving this email because ${order.customer.email} bought tickets here.`,
  }
}
