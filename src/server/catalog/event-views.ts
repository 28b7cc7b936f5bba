import { z } from 'zod'
import {
  availabilityOf,
  question,
  type EventDetail,
  type EventSummary,
  type TicketOffer,
} from '#model/catalog.ts'
import { toMajor } from '#model/money.ts'
import type { EventRow } from './event-rows.ts'

const questions = z.array(question)

/** `priceFrom` is the cheapest ticket that can be bought now or will be, ticket fee included. */
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
  promoter: {
    id: row.promoter_id,
    name: row.promoter_name,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
  },
  priceFrom: cheapest(offers),
  availability: availabilityOf(offers),
})

function cheapest(offers: readonly TicketOffer[]): number | null {
  const open = offers.filter((offer) => offer.status === 'on_sale' || offer.status === 'not_yet')
  return open.length > 0 ? Math.min(...open.map((offer) => offer.totalPrice)) : null
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
})
