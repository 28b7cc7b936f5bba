import * as z from 'zod/mini'
import { cursor, reference } from '#model/bounds.ts'
import { category } from '#model/categories.ts'
import { eventDetail, eventSummary, ticketOffer } from '#model/catalog.ts'
import { priceFilter } from '#model/price-filters.ts'
import { endpoint } from './endpoint.ts'

/** A day that is in the calendar: 30 February is not, and neither is the year 0. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !text.startsWith('0000') &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const date = z
  .string()
  .check(z.maxLength(10, 'Use a date like 2026-12-31.'), z.refine(isDay, 'Use a date like 2026-12-31.'))

/** Filters of a list of events, the same in the page's address and in the API. Dates are days in the event's own time zone. */
export const eventFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(date),
  to: z.optional(date),
  place: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(category),
  price: z.optional(priceFilter),
  when: z.optional(z.enum(['upcoming', 'past'])),
  cursor: z.optional(cursor),
})
export type EventFilters = z.infer<typeof eventFilters>

export const eventPage = z.object({
  events: z.array(eventSummary),
  /** True where no event has the words of `q`, and these have similar ones. */
  isApproximate: z.boolean(),
  nextCursor: z.nullable(z.string()),
})
export type EventPage = z.infer<typeof eventPage>

/**
 * Events that fit all that is asked, the next one first. `price` is the most that a ticket costs with all fees and taxes: `free`, or an
 * amount with its currency like `50-EUR`, for events in that currency with something left to buy. A page may then have fewer events than
 * others: `nextCursor` says whether there are more.
 */
export const listEvents = endpoint({
  method: 'GET',
  path: '/api/public/events',
  access: 'anyone',
  query: eventFilters,
  data: eventPage,
  errors: [],
})

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/public/events/{idOrSlug}',
  access: 'anyone',
  params: z.object({ idOrSlug: reference }),
  data: eventDetail,
  errors: ['NOT_FOUND'],
})

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/public/events/{id}/tickets',
  access: 'anyone',
  params: z.object({ id: reference }),
  query: z.object({
    /** Opens an event that is not for everybody; of others it shows what is sold only to those who have it. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    /** Shows what this cart holds, too. */
    cart: z.optional(z.uuid('The cart id must be a UUID.')),
  }),
  data: z.array(ticketOffer),
  errors: ['NOT_FOUND', 'EVENT_CODE_REQUIRED', 'EVENT_CODE_WRONG', 'ACCESS_CODE_UNKNOWN', 'RATE_LIMITED'],
})
