import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/bounds.ts'
import { moment } from '#model/moments.ts'
import { WEBHOOK_OFF_REASONS, webhookEvent } from '#model/webhooks.ts'
import { nothing } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  isActive: z.boolean(),
  /** Since when nothing has got through; null when the last did. */
  failingSince: z.nullable(z.string()),
  /** Foyer has switched it off: nothing got through for three days, or it said that it is gone. */
  givenUpAt: z.nullable(z.string()),
  /** Why Foyer has switched it off, when it wasn't for failing: `creator_left` when its creator left the team or lost the owner role. */
  offReason: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** When the first of the messages was given up that can be sent again; null when there is none. Tests don't count. */
  missedSince: z.nullable(z.string()),
  /** Until when the secret before this one signs, too. */
  oldSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  version,
})
export type Webhook = z.infer<typeof webhook>

export const deliveryStatus = z.enum(['waiting', 'delivered', 'failed'])

/** One event on its way to one endpoint. What came back is the last attempt's. */
const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  url: z.string(),
  /** Of the message, the same with each attempt: `webhook-id`. */
  messageId: z.string(),
  type: z.string(),
  objectId: z.string(),
  status: deliveryStatus,
  attempts: z.int(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  /** When it is tried again; null when it is not, or waits for the event before. */
  nextAttemptAt: z.nullable(z.string()),
  responseStatus: z.nullable(z.int()),
  responseMs: z.nullable(z.int()),
  /** Why nothing came back. */
  error: z.string(),
})
export type Delivery = z.infer<typeof delivery>

const url = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter an address that begins with https://.'),
    z.maxLength(500, 'Use 500 characters at most.'),
  )

const settings = z.object({
  url,
  description: z.optional(z.string().check(z.trim(), z.maxLength(120, 'Use 120 characters at most.'))),
  events: z.array(webhookEvent).check(z.minLength(1, 'Choose what you want to be told.'), z.maxLength(40)),
})

const id = z.object({ id: reference })
const OF_OWNERS = { access: 'promoter', scope: 'keys' } as const

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/promoter/webhooks',
  ...OF_OWNERS,
  data: z.object({ webhooks: z.array(webhook) }),
  errors: ['FORBIDDEN'],
})

/** `secret` is told this once. WEBHOOK_URL_REFUSED says why in `details`. */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/promoter/webhooks',
  ...OF_OWNERS,
  body: settings,
  data: z.object({ webhook, secret: z.string() }),
  status: 201,
  errors: ['FORBIDDEN', 'WEBHOOKS_FULL', 'WEBHOOK_URL_REFUSED', 'RATE_LIMITED'],
})

/** Switched off, nothing new is told; what is on its way waits until it is switched on. EDIT_CONFLICT has `details.current`. */
export const putWebhook = endpoint({
  method: 'PUT',
  path: '/api/promoter/webhooks/{id}',
  ...OF_OWNERS,
  params: id,
  body: z.extend(settings, { isActive: z.boolean(), version }),
  data: z.object({ webhook }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'WEBHOOK_URL_REFUSED', 'EDIT_CONFLICT'],
})

/** With all that is on its way to it. */
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/promoter/webhooks/{id}',
  ...OF_OWNERS,
  params: id,
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** A new secret, told this once. The one before signs beside it for a day. */
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/rotate-secret',
  ...OF_OWNERS,
  params: id,
  data: z.object({ webhook, secret: z.string() }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

/** Sends a `webhook.test` now, once, and says what came back. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/test',
  ...OF_OWNERS,
  params: id,
  data: z.object({ delivery }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

/** Puts everything back on its way that was given up since then. */
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/replay',
  ...OF_OWNERS,
  params: id,
  body: z.object({ since: moment() }),
  data: z.object({ replayed: z.int() }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** The latest event first, 25 at a time. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/promoter/webhook-deliveries',
  ...OF_OWNERS,
  query: z.object({
    webhookId: z.optional(reference),
    status: z.optional(deliveryStatus),
    type: z.optional(reference),
    cursor: z.optional(cursor),
  }),
  data: z.object({ deliveries: z.array(delivery), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN'],
})

/** With what is sent, and the beginning of what came back. */
export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/promoter/webhook-deliveries/{id}',
  ...OF_OWNERS,
  params: id,
  data: z.object({ delivery, requestBody: z.string(), responseBody: z.nullable(z.string()) }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** Puts one back on its way, whether it arrived or not. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/promoter/webhook-deliveries/{id}/replay',
  ...OF_OWNERS,
  params: id,
  data: z.object({ delivery }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
