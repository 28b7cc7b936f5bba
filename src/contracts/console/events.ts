import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/platform/bounds.ts'
import {
  cover,
  eventFields,
  eventTitle,
  sentFields,
  timeZone,
  wallClock,
} from '#model/catalog/event-drafts.ts'
import { holdAlarm } from '#model/catalog/inventory/hold-alarms.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const id = z.object({ id: reference })
const status = z.enum(['draft', 'published', 'cancelled'])
const gap = z.object({ path: z.string(), message: z.string() })

export const consoleEvent = z.object({
  id: z.string(),
  slug: z.string(),
  status,
  version,
  /** Last saved fields, including unpublished changes of a published event. */
  fields: eventFields,
  hasChanges: z.boolean(),
  missing: z.array(gap),
  ticketTypes: z.int(),
  capacity: z.int(),
  sold: z.int(),
  /** URL of the event page; null while the site has no domain. */
  url: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  cancelledAt: z.nullable(z.string()),
  cancelNote: z.string(),
  /** Ticket types of which a few clients currently hold many tickets without paying. */
  holdAlarms: z.array(holdAlarm),
  /**
   * Progress of notifications and refunds of a cancelled event. `failed` refunds need attention. `outside` orders were paid
   * outside the payment provider: the promoter refunds `outsideAmount` (major units) itself, which Foyer can't track.
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
  /** Events of the same series, including this one. */
  series: z.array(z.object({ id: z.string(), startsAt: wallClock, status })),
})
export type ConsoleEvent = z.infer<typeof consoleEvent>

const answer = z.object({ event: consoleEvent })

/** A row of the event list. Times in ISO 8601, money in major units. */
export const eventRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status,
  hasChanges: z.boolean(),
  /** True also for an event that was unpublished. */
  wasPublished: z.boolean(),
  visibility: eventFields.shape.visibility,
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  place: z.string(),
  ticketTypes: z.int(),
  capacity: z.int(),
  sold: z.int(),
  /** Promoter revenue as in reports: without taxes and fees, less refunds. */
  revenue: z.number(),
  currency: z.string(),
})
export type EventListRow = z.infer<typeof eventRow>

/** `upcoming` includes drafts with a future date. */
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

/** Creates a draft of three hours, in the promoter's country and currency. */
export const createEvent = endpoint({
  method: 'POST',
  path: '/api/promoter/events',
  access: 'promoter',
  scope: 'events:write',
  body: z.object({ title: eventTitle, startsAt: wallClock, timeZone }),
  data: answer,
  status: 201,
  errors: ['FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND'],
  idempotencyKey: 'optional',
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

/** Saves an event. Changes to a published event stay unpublished until it is published again. */
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

/** Deletes an event permanently. Only a never-published draft that nothing but its own ticket types references. */
export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  data: z.null(),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EVENT_WAS_PUBLIC', 'EVENT_IN_USE'],
})

/** Discards unpublished changes. */
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
 * Previews the email that buyers would get if the saved changes were published: the number of orders, what has changed ('date and
 * place'), and the email to a sample buyer. Null when there are no relevant changes or no orders.
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
 * Publishes an event or its changes. NOT_READY lists the missing fields in its details. With `tellBuyers`, each order with valid
 * tickets gets one email when date, time or place have changed; at most 20 times a day per event.
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

/** Unpublishes an event and stops its sale. Orders and tickets stay valid. */
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

/** Cancels an event permanently. Ticket holders are emailed the note; with `refund`, their orders are refunded. */
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

/** Duplicates an event at the next date as a draft, with its ticket types but without sales. */
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
  idempotencyKey: 'optional',
})

export const MAX_SERIES_DATES = 100

/** Creates a series: a draft copy of the event on each given day, at the same local time. */
export const createSeries = endpoint({
  method: 'POST',
  path: '/api/promoter/events/{id}/series',
  access: 'promoter',
  scope: 'events:write',
  params: id,
  body: z.object({
    dates: z
      .array(wallClock)
      .check(
        z.minLength(1, 'Choose a date.'),
        z.maxLength(MAX_SERIES_DATES, `${MAX_SERIES_DATES} dates at most.`),
      ),
  }),
  data: z.object({ events: z.array(z.object({ id: z.string(), startsAt: wallClock })) }),
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotencyKey: 'optional',
})

/**
 * Uploads an image. The body is the image file itself, 12 MB at most. Returns its sources (widths) and the height of the widest,
 * for the event's `cover`, `poster` or `gallery`.
 */
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
