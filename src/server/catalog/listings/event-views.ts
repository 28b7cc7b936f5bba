import { z } from 'zod'
import {
  eventAvailabilityOf,
  question,
  type EventDetail,
  type EventSummary,
  type TicketOffer,
} from '#model/catalog/catalog.ts'
import { eventImage, imageSource } from '#model/catalog/event-images.ts'
import { act } from '#model/catalog/line-up/acts.ts'
import { toMajor } from '#model/platform/money.ts'
import type { EventRow } from './event-rows.ts'
import { toEventCodes } from '#server/catalog/codes/code-rows.ts'
import { returnOfferOf } from '#server/catalog/returns/return-offers.ts'

const questions = z.array(question)
const lineUp = z.array(act)
const poster = z.nullable(eventImage)
const gallery = z.array(eventImage)
const coverSources = z.array(imageSource)

/**
 * Shows the prices of tickets on sale. When no tickets are on sale, shows the prices of tickets that go on sale
 * later.
 */
export const toEventSummary = (row: EventRow, offers: readonly TicketOffer[]): EventSummary => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  timeZone: row.time_zone,
  venue: { name: row.venue_name, street: row.street, city: row.city, country: row.country },
  currency: row.currency,
  status: row.status,
  coverUrl: row.cover_url,
  coverSources: coverSources.parse(row.cover_sources),
  coverFocus: { x: row.cover_focus_x, y: row.cover_focus_y },
  promoter: {
    id: row.promoter_id,
    name: row.promoter_name,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
  },
  ...priceRange(offers),
  availability: eventAvailabilityOf(offers),
  category: row.category,
  tags: row.tags,
})

function priceRange(offers: readonly TicketOffer[]): Pick<EventSummary, 'priceFrom' | 'priceTo'> {
  const now = offers.filter((offer) => offer.status === 'on_sale')
  const open = now.length > 0 ? now : offers.filter((offer) => offer.status === 'not_yet')
  const prices = open.map((offer) => offer.totalPrice)
  return prices.length > 0
    ? { priceFrom: Math.min(...prices), priceTo: Math.max(...prices) }
    : { priceFrom: null, priceTo: null }
}

export const toEventDetail = (
  row: EventRow,
  offers: readonly TicketOffer[],
  delivery: readonly { method: 'will_call' | 'post'; priceCents: number }[],
): EventDetail => ({
  ...toEventSummary(row, offers),
  description: row.description,
  attendeeNames: row.attendee_names,
  questions: questions.parse(row.questions),
  delivery: [
    { method: 'e_ticket', price: 0 },
    ...delivery.map((option) => ({ method: option.method, price: toMajor(option.priceCents, row.currency) })),
  ],
  ageNote: row.age_note,
  doorsAt: row.doors_at?.toISOString() ?? null,
  lineUp: lineUp.parse(row.line_up),
  poster: poster.parse(row.poster),
  gallery: gallery.parse(row.gallery),
  videoUrl: row.video_url,
  returns: returnOfferOf(row),
  codes: toEventCodes(row),
})
