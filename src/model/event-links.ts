import type { EventDetail, TicketOffer } from './catalog.ts'

type Happening = Pick<EventDetail, 'title' | 'startsAt' | 'endsAt' | 'venue'>

/** `Kantine am Berghain, Am Wriezener Bahnhof, Berlin, Germany`. */
export const addressOf = ({ name, street, city, country }: EventDetail['venue']): string =>
  [name, street, city, country].filter(Boolean).join(', ')

export const mapUrl = (venue: EventDetail['venue']): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: addressOf(venue) })}`

/** Google's form for a new entry, filled in. `page` is the event's own address. */
export function googleCalendarUrl(event: Happening, page: string): string {
  const stamp = (iso: string): string => new Date(iso).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const entry = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${stamp(event.startsAt)}/${stamp(event.endsAt)}`,
    location: addressOf(event.venue),
    details: page,
  })
  return `https://calendar.google.com/calendar/render?${entry}`
}

const AVAILABILITY: Readonly<Record<TicketOffer['status'], string>> = {
  on_sale: 'InStock',
  sold_out: 'SoldOut',
  not_yet: 'PreOrder',
  ended: 'Discontinued',
  paused: 'OutOfStock',
}

/** schema.org's `Event` for search engines, safe inside a `<script>`: no `<` survives. `page` is the event's own address. */
export function structuredData(event: EventDetail, offers: readonly TicketOffer[], page: string): string {
  const { venue, coverUrl } = event
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary || undefined,
    startDate: event.startsAt,
    endDate: event.endsAt,
    doorTime: event.doorsAt ?? undefined,
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: page,
    image: coverUrl ? [new URL(coverUrl, page).href] : undefined,
    organizer: { '@type': 'Organization', name: event.promoter.name },
    location: {
      '@type': 'Place',
      name: venue.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: venue.street || undefined,
        addressLocality: venue.city,
        addressCountry: venue.country,
      },
    },
    offers: offers.map((offer) => ({
      '@type': 'Offer',
      name: offer.name,
      price: offer.totalPrice,
      priceCurrency: event.currency,
      availability: `https://schema.org/${AVAILABILITY[offer.status]}`,
      validFrom: offer.saleStartDate ?? undefined,
      validThrough: offer.saleEndDate ?? undefined,
      url: page,
    })),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
