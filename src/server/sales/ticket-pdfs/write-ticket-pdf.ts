import { formatVenue } from '#model/catalog/event-links.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatEventDateRange, formatHours, formatTime } from '#model/catalog/format-event.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { paperSizeOf } from '#model/sales/paper-size.ts'
import { brandColors } from '#model/sites/colors.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'
import type { TicketPage, TicketPdfContent } from './ticket-pdf-content.ts'

export interface PrintedTicket {
  ticket: Ticket
  /** Name of the ticket type. */
  name: string
  /** Formatted price; '' for a ticket that was passed on, because its recipient hasn't paid. */
  price: string
}

export interface PrintedTickets {
  title: string
  orderNumber: string
  /** Tickets to print, at least one. */
  tickets: readonly PrintedTicket[]
  events: readonly EventDetail[]
  sender: Sender
  logo: Uint8Array | undefined
  /** URL of the promoter's terms, or ''. */
  termsUrl: string
  drawnAt: Date
}

export function writeTicketPdf(printed: PrintedTickets): TicketPdfContent {
  const { title, tickets, events, sender, logo, drawnAt } = printed
  const { primary, onPrimary, primaryOnLight } = brandColors(sender)
  return {
    title,
    size: paperSizeOf(events[0]?.venue.country ?? ''),
    siteName: sender.siteName,
    logo,
    colors: { primary, onPrimary, primaryOnLight },
    pages: tickets.flatMap((each, index) => {
      const event = events.find(({ id }) => id === each.ticket.eventId)
      return event
        ? [writePage(printed, { ...each, event, count: `Ticket ${index + 1} of ${tickets.length}` })]
        : []
    }),
    drawnAt,
  }
}

function writePage(
  { orderNumber, termsUrl }: PrintedTickets,
  { ticket, name, price, event, count }: PrintedTicket & { event: EventDetail; count: string },
): TicketPage {
  const facts: [label: string, value: string][] = [
    ['Doors', event.doorsAt ? formatTime(event.doorsAt, event.timeZone) : ''],
    ['Place', formatVenue(event.venue)],
    ['Ticket', name],
    ['Name', ticket.holder.trim()],
    ['Price', price],
    ['Order', orderNumber],
    ['Admission', event.ageNote],
  ]
  return {
    count,
    title: event.title,
    when: `${formatEventDateRange(event)}, ${formatHours(event)}`,
    facts: facts.filter(([, value]) => value !== ''),
    token: ticket.token,
    code: ticket.code,
    notes: [
      'Show this code at the entrance, printed or on your phone. It admits one person, so don’t share pictures of it.',
      `Organised by ${event.promoter.name}.${termsUrl && ` Terms: ${termsUrl}`}`,
    ],
  }
}
