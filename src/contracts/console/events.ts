import * as z from 'zod/mini'
import { cursor, version } from '#model/platform/bounds.ts'
import { codeMode } from '#model/catalog/codes/code-modes.ts'
import {
  cover,
  eventFields,
  eventTitle,
  eventFieldsInput,
  timeZone,
  wallClock,
} from '#model/catalog/event-drafts.ts'
import { unusualHold } from '#model/catalog/inventory/unusual-holds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { eventChangeEmail } from './event-change-email.ts'

const status = z.enum(['draft', 'published', 'cancelled'])
const gap = z.object({ path: z.string(), message: z.string() })

export const consoleEvent = z.object({
  id: z.string(),
  slug: z.string(),
  status,
  version,
  /** Last saved fields, including unpublished changes of a published event. */
  fields: eventFields,
  /** Code mode in force. Unpublished changes don't affect it. */
  codeMode,
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
  /** Ticket types for which a few clients hold unusually many unpaid tickets. */
  holdAlarms: z.array(unusualHold),
  /**
   * Progress of the notifications and refunds of a cancelled event. `failed` refunds need attention. `outside` orders were paid outside the
   * payment provider: the promoter refunds `outsideAmount` (major units) itself, and Foyer can't track it.
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
  /** True if the event was ever published, even if it was unpublished later. */
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
  description:
    "Lists the promoter's events, 25 per page. `when`: `upcoming` (default, with drafts of a future " +
    'date) and `draft` are sorted soonest first, `past` and `cancelled` latest first.',
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

export const createEvent = endpoint({
  description: "Creates a draft that lasts three hours, in the promoter's country and currency.",
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
  description: 'Returns an event with its last saved fields, including unpublished changes.',
  method: 'GET',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:read',
  params: idParams,
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putEvent = endpoint({
  description: 'Updates an event. Changes to a published event stay unpublished until it is published again.',
  method: 'PUT',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  body: z.object({ version, fields: eventFieldsInput }),
  maxBodyBytes: 256 * 1024,
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'],
})

export const deleteEvent = endpoint({
  description:
    'Deletes a draft that was never published, with its ticket types. EVENT_IN_USE while an order, cart, ' +
    'assignment, tracking link, promo code or commission rule refers to it.',
  method: 'DELETE',
  path: '/api/promoter/events/{id}',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  data: z.null(),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EVENT_WAS_PUBLIC', 'EVENT_IN_USE'],
})

export const discardChanges = endpoint({
  description: 'Discards the unpublished changes of an event.',
  method: 'DELETE',
  path: '/api/promoter/events/{id}/changes',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'],
})

export const getEventNews = endpoint({
  description:
    'Previews the email that buyers would get if the saved changes were published: the number of orders, ' +
    "what has changed ('date and place'), and the email to a sample buyer. `news` is null when nothing " +
    'relevant has changed or there are no orders.',
  method: 'GET',
  path: '/api/promoter/events/{id}/news',
  access: 'promoter',
  scope: 'events:read',
  params: idParams,
  data: z.object({ news: z.nullable(eventChangeEmail) }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

const CHANGE_ERRORS = ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED'] as const
const STATUS_ERRORS = ['APPROVAL_PENDING', 'APPROVAL_REFUSED', 'PROMOTER_SUSPENDED'] as const

export const publishEvent = endpoint({
  description:
    'Publishes an event or its changes. NOT_READY lists the missing fields in `details`. With ' +
    '`tellBuyers`, each order with valid tickets gets one email if the date, time or place has changed; ' +
    'at most 20 times a day per event. When codes become live, buyers are always notified.',
  method: 'POST',
  path: '/api/promoter/events/{id}/publish',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  body: z.object({ version, tellBuyers: z._default(z.boolean(), false) }),
  data: answer,
  errors: [...CHANGE_ERRORS, 'NOT_READY', 'RATE_LIMITED', ...STATUS_ERRORS],
})

export const unpublishEvent = endpoint({
  description: 'Unpublishes an event and stops its sale. Orders and tickets stay valid.',
  method: 'POST',
  path: '/api/promoter/events/{id}/unpublish',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  body: z.object({ version }),
  data: answer,
  errors: CHANGE_ERRORS,
})

export const cancelEvent = endpoint({
  description:
    'Cancels an event permanently. Ticket holders are emailed the note; with `refund`, their orders are ' +
    'refunded.',
  method: 'POST',
  path: '/api/promoter/events/{id}/cancel',
  access: 'promoter',
  scope: 'orders:write',
  params: idParams,
  body: z.object({
    version,
    note: z.string().check(z.trim(), z.maxLength(1000, 'Use 1000 characters at most.')),
    refund: z.boolean(),
  }),
  data: answer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'EVENT_CANCELLED', 'EVENT_NOT_PUBLIC'],
})

export const duplicateEvent = endpoint({
  description: 'Creates a draft copy of an event at another date, with its ticket types but without sales.',
  method: 'POST',
  path: '/api/promoter/events/{id}/duplicate',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
  body: z.object({ startsAt: wallClock, title: z.optional(eventTitle) }),
  data: answer,
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  idempotencyKey: 'optional',
})

export const MAX_SERIES_DATES = 100

export const createSeries = endpoint({
  description: 'Creates a series: a draft copy of the event on each given day, at the same local time.',
  method: 'POST',
  path: '/api/promoter/events/{id}/series',
  access: 'promoter',
  scope: 'events:write',
  params: idParams,
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

export const uploadCover = endpoint({
  description:
    "Uploads an image for an event's `cover`, `poster` or `gallery`. The body is the image file itself, " +
    '12 MB at most. Returns its sources by width, and the height of the widest in pixels.',
  method: 'POST',
  path: '/api/promoter/covers',
  access: 'promoter',
  scope: 'events:write',
  maxBodyBytes: 12 * 1024 * 1024,
  data: z.object({ sources: cover.shape.sources, height: z.int() }),
  status: 201,
  errors: ['FORBIDDEN', 'PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})
