import { urls } from '#contracts/platform/urls.ts'
import { formatWithOffset } from '#model/platform/time/wall-clock.ts'
import { countryCodeOf } from '#model/sites/countries.ts'
import type { OrderMailData } from '#server/messages/email-templates/order-mails.ts'
import { ticketsWithQrCodes } from './ticket-qr-codes.ts'

/**
 * Returns schema.org `EventReservation` JSON for the tickets in an email, from which mail programs show the event and its
 * tickets. Safe in a `<script>`, because `<` is escaped.
 */
export function reservationsJsonLd({ order, events, origin }: OrderMailData): string {
  const orderUrl = origin + urls.order(order.id)
  const byId = new Map(events.map((event) => [event.id, event]))
  const holderOf = (name: string) => name || `${order.customer.firstName} ${order.customer.lastName}`.trim()
  const data = ticketsWithQrCodes(order).flatMap((ticket) => {
    const event = byId.get(ticket.eventId)
    if (!event) return []
    const { venue, timeZone } = event
    return {
      '@context': 'https://schema.org',
      '@type': 'EventReservation',
      reservationNumber: order.number,
      reservationStatus: 'https://schema.org/ReservationConfirmed',
      url: orderUrl,
      underName: { '@type': 'Person', name: holderOf(ticket.holder) },
      ticketNumber: ticket.code,
      ticketToken: `qrCode:${ticket.token}`,
      reservationFor: {
        '@type': 'Event',
        name: event.title,
        startDate: formatWithOffset(event.startsAt, timeZone),
        endDate: formatWithOffset(event.endsAt, timeZone),
        ...(event.doorsAt ? { doorTime: formatWithOffset(event.doorsAt, timeZone) } : {}),
        url: origin + urls.event(event.slug),
        location: {
          '@type': 'Place',
          name: venue.name,
          address: {
            '@type': 'PostalAddress',
            streetAddress: venue.street || venue.name,
            addressLocality: venue.city,
            addressCountry: countryCodeOf(venue.country) ?? venue.country,
          },
        },
      },
      potentialAction: {
        '@type': 'ViewAction',
        name: 'View tickets',
        target: `${orderUrl}#${ticket.code}`,
      },
    }
  })
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
