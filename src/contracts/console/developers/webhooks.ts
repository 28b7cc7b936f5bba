import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { WEBHOOK_OFF_REASONS, webhookEvent } from '#model/messages/webhooks.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEvent),
  isActive: z.boolean(),
  /** Since when deliveries have failed; null when the last one succeeded. */
  failingSince: z.nullable(z.string()),
  /** When Foyer disabled the endpoint, because deliveries failed for three days or the endpoint responded with 410. Otherwise null. */
  givenUpAt: z.nullable(z.string()),
  /**
   * Why the endpoint was disabled for a reason other than failed deliveries. `creator_left`: its creator left the team
   * or lost the owner role.
   */
  offReason: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** When Foyer gave up the oldest failed message that can be replayed; null when there is none. Test messages don't count. */
  missedSince: z.nullable(z.string()),
  /** Time until which deliveries are also signed with the previous secret. */
  oldSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  version,
})
export type Webhook = z.infer<typeof webhook>

export const deliveryStatus = z.enum(['waiting', 'delivered', 'failed'])

/** Delivery of an event to an endpoint. Response fields describe the last attempt. */
const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  url: z.string(),
  /** Sent as the `webhook-id` header; the same for each attempt. */
  messageId: z.string(),
  type: z.string(),
  objectId: z.string(),
  status: deliveryStatus,
  attempts: z.int(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  /** Time of the next attempt; null when there is none, or while it is queued behind an earlier event. */
  nextAttemptAt: z.nullable(z.string()),
  responseStatus: z.nullable(z.int()),
  responseMs: z.nullable(z.int()),
  /** Error of the last attempt when it got no response. */
  error: z.string(),
})
export type Delivery = z.infer<typeof delivery>

const url = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a URL that begins with https://.'),
    z.maxLength(500, 'Use 500 characters at most.'),
  )

const settings = z.object({
  url,
  description: z.optional(z.string().check(z.trim(), z.maxLength(120, 'Use 120 characters at most.'))),
  events: z.array(webhookEvent).check(z.minLength(1, 'Choose at least one event.'), z.maxLength(40)),
})

const OF_OWNERS = { access: 'promoter', scope: 'keys' } as const

export const listWebhooks = endpoint({
  description: 'Lists webhook endpoints, oldest first.',
  method: 'GET',
  path: '/api/promoter/webhooks',
  ...OF_OWNERS,
  data: z.object({ webhooks: z.array(webhook) }),
  errors: ['FORBIDDEN'],
})

export const createWebhook = endpoint({
  description:
    'Creates a webhook endpoint. `secret` is returned only once. WEBHOOK_URL_REFUSED gives the reason in ' +
    '`details`.',
  method: 'POST',
  path: '/api/promoter/webhooks',
  ...OF_OWNERS,
  body: settings,
  data: z.object({ webhook, secret: z.string() }),
  status: 201,
  errors: ['FORBIDDEN', 'WEBHOOKS_FULL', 'WEBHOOK_URL_REFUSED', 'RATE_LIMITED'],
})

export const putWebhook = endpoint({
  description:
    'Updates a webhook endpoint. A disabled endpoint gets no new events; pending deliveries wait until ' +
    'it is enabled. EDIT_CONFLICT returns the stored endpoint as `details.current`.',
  method: 'PUT',
  path: '/api/promoter/webhooks/{id}',
  ...OF_OWNERS,
  params: idParams,
  body: z.extend(settings, { isActive: z.boolean(), version }),
  data: z.object({ webhook }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'WEBHOOK_URL_REFUSED', 'EDIT_CONFLICT'],
})

export const deleteWebhook = endpoint({
  description: 'Deletes a webhook endpoint and its pending deliveries.',
  method: 'DELETE',
  path: '/api/promoter/webhooks/{id}',
  ...OF_OWNERS,
  params: idParams,
  data: nothing,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const rotateWebhookSecret = endpoint({
  description:
    'Rotates the signing secret of a webhook endpoint. `secret` is returned only once. Deliveries are ' +
    'also signed with the previous secret for a day.',
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/rotate-secret',
  ...OF_OWNERS,
  params: idParams,
  data: z.object({ webhook, secret: z.string() }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const testWebhook = endpoint({
  description: "Sends a `webhook.test` event once and returns the endpoint's response.",
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/test',
  ...OF_OWNERS,
  params: idParams,
  data: z.object({ delivery }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const replayWebhook = endpoint({
  description:
    'Resends all deliveries of a webhook endpoint that were given up since `since`. Returns their ' +
    'number.',
  method: 'POST',
  path: '/api/promoter/webhooks/{id}/replay',
  ...OF_OWNERS,
  params: idParams,
  body: z.object({ since: isoDateTime() }),
  data: z.object({ replayed: z.int() }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const listDeliveries = endpoint({
  description: 'Lists webhook deliveries, latest event first, 25 per page.',
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

export const getDelivery = endpoint({
  description: 'Returns a webhook delivery with its payload and the start of the response body.',
  method: 'GET',
  path: '/api/promoter/webhook-deliveries/{id}',
  ...OF_OWNERS,
  params: idParams,
  data: z.object({ delivery, requestBody: z.string(), responseBody: z.nullable(z.string()) }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const replayDelivery = endpoint({
  description: 'Resends a webhook delivery, whether or not it succeeded.',
  method: 'POST',
  path: '/api/promoter/webhook-deliveries/{id}/replay',
  ...OF_OWNERS,
  params: idParams,
  data: z.object({ delivery }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
