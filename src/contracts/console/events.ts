import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/bounds.ts'
import { cover, eventFields, eventTitle, sentFields, timeZone, wallClock } from '#model/event-drafts.ts'
import { holdAlarm } from '#model/hold-alarms.ts'
import { endpoint } from '../endpoint.ts'

const id = z.object({ id: reference })
const status = z.enum(['draft', 'published', 'cancelled'])
const gap = z.object({ path: z.string(), message: z.string() })

/** An event as its promoter works on it. */
export const consoleEvent = z.object({
  id: z.string(),
  slug: z.string(),
  status,
  version,
  /** As it was last saved: of a published event with changes, what it is going to be. */
  fields: eventFields,
  /** Published, with changes that visitors don't see yet. */
  hasChanges: z.boolean(),
  /** What has to be there before it can be published. */
  missing: z.array(gap),
  ticketTypes: z.int(),
  capacity: z.int(),
  sold: z.int(),
  /** Its page; null while no name leads to the site. */
  url: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  cancelledAt: z.nullable(z.string()),
  cancelNote: z.string(),
  /** Ticket types of which few clients hold much without paying, now. */
  holdAlarms: z.array(holdAlarm),
  /**
   * How far telling and paying back has come, of a cancelled event. `failed` refunds wait for people. `outside` were paid outside, and
   * their promoter hands them `outsideAmount` back, in major units; whether that has been done nobody here knows.
   */
  cancellation: z.nullable(
    z.object({
      refunds: z.boolean(),
      orders: z.int(),
      done: z.int(),
      failed: z.int(),
      outside: z.int(),
      outsideAmount: z.number(),
    }),
  ),
  /** The dates that were made together with it, itself among them. */
  series: z.array(z.object({ id: z.string(), startsAt: wallClock, status })),
})
export type ConsoleEvent = z.infer<typeof consoleEvent>

const answer = z.object({ event: consoleEvent })

/** A row of the list. Moments in ISO 8601, money in major units. */
export const eventRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status,
  hasChanges: z.boolean(),
  /** Also of a draft that was taken off the site. */
  wasPublished: z.boolean(),
  visibility: eventFields.shape.visibility,
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  place: z.string(),
  ticketTypes: z.int(),
  capacity: z.int(),
  sold: z.int(),
  /** The promoter's, as the reports have it: without taxes and fees, less what went back. */
  revenue: z.number(),
  currency: z.string(),
})
export type EventListRow = z.infer<typeof eventRow>

/** `upcoming` has drafts of days to come as well. */
export const eventFilter = z.enum(['upcoming', 'draft', 'past', 'cancelled'])
export type EventFilter = z.infer<typeof eventFilter>

export const listConsoleEvents = endpoint({
  method: 'GET',
  path: '/api/promoter/events',
  access: 'promoter',
  scope: 'events:read',
  query: z.object({
    when: z._default(eventFilter, 'upcoming'),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    cursor: z.optional(cursor),
  }),
  data: z.object({ events: z.array(eventRow), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN'],
})

/** A draft, of three hours, in the promoter's country and currency. */
export const createEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events',
  access: 'promoter',
  scope: 'events:write',
  body: z.object({ title: eventTitle, startsAt: wallClock, timeZone }),
  data: answer,
  status: 201,
  errors: ['FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND'],
})

export const getConsoleEvent = endpoint({
  method: 'GET',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:read',
  params: id,
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** A draft is saved in place; of a published event it is kept until it is published again. */
export const putEvent = endpoint({
  method: 'PUT',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({ version, fields: sentFields }),
  maxBodyBytes: 256 * 1024,
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'],
})

/** For good: a draft that was never published, and that nothing but its own ticket types names. */
export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  data: z.null(),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EVENT_WAS_PUBLIC', 'EVENT_IN_USE'],
})

/** Forgets what visitors have not seen. */
export const discardChanges = endpoint({
  method: 'DELETE',
  path: '/api/promoter/events/{id}/changes',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'],
})

/**
 * What whoever has a ticket would be told if the event were published as it was last saved: how many orders, what has changed
 * ('date and place'), and the letter, to a buyer who is made up. Null when there is nothing to tell, or nobody.
 */
export const getEventNews = endpoint({
  method: 'GET',
  path: '/api/promoter/events/{id}/news',
  access: 'promoter',
  scope: 'events:read',
  params: id,
  data: z.object({
    news: z.nullable(z.object({ orders: z.int(), what: z.string(), subject: z.string(), text: z.string() })),
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
export type EventNews = NonNullable<z.infer<(typeof getEventNews)['data']>['news']>

/**
 * NOT_READY says in its details what is missing, field by field. With `tellBuyers` each order with tickets that are good gets one
 * e-mail when date, time or place differ from what was shown before; 20 times a day for each event.
 */
export const publishEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/publish',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({ version, tellBuyers: z._default(z.boolean(), false) }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED', 'NOT_READY', 'RATE_LIMITED'],
})

/** Off the site and off sale. Orders and tickets stay good. */
export const unpublishEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/unpublish',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({ version }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'],
})

/** For good. Everybody with a ticket is told, with the note, and with `refund` gets their money back. */
export const cancelEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/cancel',
  access: 'promoter',
  scope: 'orders:write',
  params: id,
  body: z.object({
    version,
    note: z.string().check(z.trim(), z.maxLength(1000, 'Use 1000 characters at most.')),
    refund: z.boolean(),
  }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED', 'EVENT_NOT_PUBLIC'],
})

/** The same at the next date, as a draft, with its ticket types and none of its sales. */
export const duplicateEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/duplicate',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({ startsAt: wallClock, title: z.optional(eventTitle) }),
  data: answer,
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const MOST_DATES = 100

/** The same on each of these days, at the venue's time: drafts that belong together. */
export const createSeries = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/series',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({
    dates: z
      .array(wallClock)
      .check(z.minLength(1, 'Choose a date.'), z.maxLength(MOST_DATES, `${MOST_DATES} dates at most.`)),
  }),
  data: z.object({ events: z.array(z.object({ id: z.string(), startsAt: wallClock })) }),
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

/** The body is the picture itself, 12 MB at most. Answers its widths and the height of the widest: for the event's `cover`, `poster` or `gallery`. */
export const uploadCover = endpoint({
  method: 'POST',
  path: '/api/promoter/covers',
  access: 'promoter',
  scope: 'events:write',
  maxBodyBytes: 12 * 1024 * 1024,
  data: z.object({ sources: cover.shape.sources, height: z.int() }),
  status: 201,
  errors: ['FORBIDDEN', 'PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})
