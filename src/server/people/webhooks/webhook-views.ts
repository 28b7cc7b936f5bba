import type { Delivery, Webhook } from '#contracts/console/developers/webhooks.ts'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import type { DeliveryRow } from '#server/people/webhook-deliveries/delivery-rows.ts'
import type { WebhookRow } from './webhook-rows.ts'

export const viewWebhook = (row: WebhookRow, now: number): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  isActive: row.isActive,
  failingSince: row.failingSince?.toISOString() ?? null,
  givenUpAt: row.givenUpAt?.toISOString() ?? null,
  offReason: row.offReason,
  missedSince: row.missedSince?.toISOString() ?? null,
  oldSecretUntil:
    row.oldSecretUntil && row.oldSecretUntil.getTime() > now ? row.oldSecretUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

export const viewDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhookId,
  url: row.url,
  messageId: row.eventId,
  type: row.type,
  objectId: row.objectId,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAt?.toISOString() ?? null,
  responseStatus: row.responseStatus,
  responseMs: row.responseMs,
  error: row.error,
})

/** Host of an endpoint, for the audit log. The rest of the URL is left out, because it often contains a key. */
export const webhookHost = (url: string): string => new URL(url).host

export const auditedWebhook = ({ url, description, events, isActive }: WebhookRow) => ({
  url: webhookHost(url),
  description,
  events,
  isActive,
})
