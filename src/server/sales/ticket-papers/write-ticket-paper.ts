import { addressOf } from '#model/catalog/event-links.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatDays, formatHours, formatPrice, formatTime } from '#model/catalog/format-event.ts'
import type { Order, Ticket } from '#model/sales/orders.ts'
import { paperSizeOf } from '#model/sales/paper-size.ts'
import { brandColors } from '#model/sites/colors.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'
import type { TicketPage, TicketPaper } from './ticket-paper.ts'

export interface PrintedOrder {
  order: Order
  /** Tickets to print, at least one, with their events. */
  tickets: readonly Ticket[]
  events: readonly EventDetail[]
  sender: Sender
  logo: Uint8Array | undefined
  /** URL of the promoter's terms; '' without any. */
  termsUrl: string
  drawnAt: Date
}

export function writeTicketPaper(printed: PrintedOrder): TicketPaper {
  const { order, tickets, events, sender, logo, drawnAt } = printed
  const { primary, onPrimary, primaryOnLight } = brandColors(sender)
  return {
    title: `Tickets for order ${order.number}`,
    size: paperSizeOf(events[0]?.venue.country ?? ''),
    siteName: sender.siteName,
    logo,
    colors: { primary, onPrimary, primaryOnLight },
    pages: tickets.flatMap((ticket, index) => {
      const event = events.find(({ id }) => id === ticket.eventId)
      return event
        ? [writePage(printed, { ticket, event, count: `Ticket ${index + 1} of ${tickets.length}` })]
        : []
    }),
    drawnAt,
  }
}

function writePage(
  { order, termsUrl }: PrintedOrder,
  { ticket, event, count }: { ticket: Ticket; event: EventDetail; count: string },
): TicketPage {
  const item = order.items.find(({ ticketTypeId }) => ticketTypeId === ticket.ticketTypeId)
  const facts: [label: string, value: string][] = [
    ['Doors', event.doorsAt ? formatTime(event.doorsAt, event.timeZone) : ''],
    ['Place', addressOf(event.venue)],
    ['Ticket', item?.name ?? ''],
    ['Name', ticket.holder.trim()],
    ['Price', item ? formatPrice(item.price, order.currency) : ''],
    ['Order', order.number],
    ['Admission', event.ageNote],
  ]
  return {
    count,
    title: event.title,
    when: `${formatDays(event)}, ${formatHours(event)}`,
    facts: facts.filter(([, value]) => value !== ''),
    token: ticket.token,
    code: ticket.code,
    notes: [
      'Show this code at the entrance, printed or on your phone. It admits one person, so don’t share pictures of it.',
      `Organised by ${event.promoter.name}.${termsUrl && ` Terms: ${termsUrl}`}`,
    ],
  }
}
