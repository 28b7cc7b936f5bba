import type { EventDetail, TicketOffer } from './catalog.ts'
import { countryCodeOf } from '#model/sites/countries.ts'
import { formatPlace } from './format-event.ts'
import { formatWithOffset } from '#model/platform/time/wall-clock.ts'

type CalendarEvent = Pick<EventDetail, 'title' | 'startsAt' | 'endsAt' | 'venue'>

/** Formats a venue, such as `Kantine am Berghain, Am Wriezener Bahnhof, Berlin, Germany`. */
export const formatVenue = ({ name, street, city, country }: EventDetail['venue']): string =>
  [name, street, city, country].filter(Boolean).join(', ')

export const mapUrl = (venue: EventDetail['venue']): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: formatVenue(venue) })}`

export function googleCalendarUrl(event: CalendarEvent, page: string): string {
  const stamp = (iso: string): string => new Date(iso).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const entry = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${stamp(event.startsAt)}/${stamp(event.endsAt)}`,
    location: formatVenue(event.venue),
    details: page,
  })
  return `https://calendar.google.com/calendar/render?${entry}`
}

const AVAILABILITY: Readonly<Record<TicketOffer['status'], string>> = {
  on_sale: 'InStock',
  sold_out: 'SoldOut',
  not_yet: 'PreOrder',
  ended: 'SoldOut',
  paused: 'SoldOut',
}

interface EventPage {
  page: string
  image: string
  organizer: string
  /** Start of sale of ticket types without a start of their own, in ISO 8601. */
  publishedAt: string | null
}

const performers = ({ lineUp }: EventDetail) =>
  lineUp.length > 0
    ? lineUp.map(({ name, link }) => ({ '@type': 'PerformingGroup', name, url: link || undefined }))
    : undefined

/**
 * Returns schema.org `Event` JSON with the properties that Google requires. `<` is escaped, so that the JSON is safe
 * inside a `<script>`.
 */
export function eventStructuredData(
  event: EventDetail,
  offers: readonly TicketOffer[],
  { page, image, organizer, publishedAt }: EventPage,
): string {
  const { venue, coverUrl, poster, timeZone } = event
  const pictures = [coverUrl, poster?.sources.at(-1)?.url ?? ''].filter(Boolean)
  const at = (iso: string | null): string | undefined => (iso ? formatWithOffset(iso, timeZone) : undefined)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary || `${event.title}, ${formatPlace(venue)}`,
    startDate: at(event.startsAt),
    endDate: at(event.endsAt),
    doorTime: at(event.doorsAt),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: page,
    image: [image, ...pictures.map((url) => new URL(url, page).href)],
    performer: performers(event),
    organizer: { '@type': 'Organization', name: event.promoter.name, url: organizer },
    location: {
      '@type': 'Place',
      name: venue.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: venue.street || undefined,
        addressLocality: venue.city,
        addressCountry: countryCodeOf(venue.country) ?? venue.country,
      },
    },
    offers: offers.map((offer) => ({
      '@type': 'Offer',
      name: offer.name,
      price: offer.totalPrice,
      priceCurrency: event.currency,
      availability: `https://schema.org/${AVAILABILITY[offer.status]}`,
      validFrom: at(offer.saleStartDate ?? publishedAt),
      validThrough: at(offer.saleEndDate),
      url: page,
    })),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
