import * as z from 'zod/mini'
import { cursor, reference } from '#model/platform/bounds.ts'
import { category } from '#model/catalog/categories.ts'
import { eventDetail, eventSummary, ticketOffer } from '#model/catalog/catalog.ts'
import { priceFilter } from '#model/catalog/price-filters.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/** Returns whether the text is a calendar date, such as 2026-11-21. Refuses 30 February and the year 0. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !text.startsWith('0000') &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const date = z
  .string()
  .check(z.maxLength(10, 'Use a date like 2026-12-31.'), z.refine(isDay, 'Use a date like 2026-12-31.'))

export const MAX_SEARCH_LENGTH = 100

/** Filters of an event list, in page URLs and in the API. Dates are days in the event's time zone. */
export const eventFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(MAX_SEARCH_LENGTH))),
  from: z.optional(date),
  to: z.optional(date),
  place: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(category),
  price: z.optional(priceFilter),
  when: z.optional(z.enum(['upcoming', 'past'])),
  cursor: z.optional(cursor),
})
export type EventFilters = z.infer<typeof eventFilters>

export const eventListPage = z.object({
  events: z.array(eventSummary),
  /** True when no event matches `q` exactly, so that similar ones are returned. */
  isApproximate: z.boolean(),
  nextCursor: z.nullable(z.string()),
})
export type EventListPage = z.infer<typeof eventListPage>

export const listEvents = endpoint({
  description:
    'Lists published events that match all filters: upcoming ones by start, or past ones latest first. ' +
    '`price` is the maximum price of a ticket with all fees and taxes: `free`, or an amount with its ' +
    'currency like `50-EUR`, for events in that currency with tickets available. A filtered page may be ' +
    'shorter than others; `nextCursor` is null on the last one.',
  method: 'GET',
  path: '/api/public/events',
  access: 'anyone',
  query: eventFilters,
  data: eventListPage,
})

export const getEvent = endpoint({
  description: 'Returns a published event.',
  method: 'GET',
  path: '/api/public/events/{idOrSlug}',
  access: 'anyone',
  params: z.object({ idOrSlug: reference }),
  data: eventDetail,
  errors: ['NOT_FOUND'],
})

export const listTickets = endpoint({
  description:
    'Lists the ticket types of an event with their prices and availability. Hidden ones are included if ' +
    '`code` unlocks them or `cart` holds them.',
  method: 'GET',
  path: '/api/public/events/{id}/tickets',
  access: 'anyone',
  params: z.object({ id: reference }),
  query: z.object({
    /** Access code of a private event, or of hidden ticket types. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    /** Cart whose held tickets are counted as available. */
    cart: z.optional(z.uuid('The cart id must be a UUID.')),
  }),
  data: z.array(ticketOffer),
  errors: ['NOT_FOUND', 'EVENT_CODE_REQUIRED', 'EVENT_CODE_WRONG', 'ACCESS_CODE_UNKNOWN', 'RATE_LIMITED'],
})
