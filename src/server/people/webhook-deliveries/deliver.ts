import { randomInt } from 'node:crypto'
import { succeed } from '#model/platform/result.ts'
import {
  GONE_STATUS,
  isSuccessStatus,
  hasRetryPeriodPassed,
  retryAt,
  WEBHOOK_TEST_EVENT,
  toWebhookPayload,
} from '#model/messages/webhooks.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import { recordDeliveryAttempt, type DeliveryRow, type ClaimedDelivery } from './delivery-rows.ts'
import { postWebhook, type WebhookPostResult } from './post-webhook.ts'
import { signWebhookMessage } from './sign-webhook-message.ts'
import { notifyOwnersOfWebhook } from './notify-owners.ts'
import {
  turnOffFailingWebhook,
  recordDeliveryFailure,
  recordDeliverySuccess,
} from '#server/people/webhooks/webhook-rows.ts'

/** Body of a delivery, identical for every attempt. */
export const webhookBody = ({ eventId, type, createdAt, data }: DeliveryRow): string =>
  JSON.stringify({ id: eventId, type, timestamp: createdAt.toISOString(), data: toWebhookPayload(data) })

/** Sends a delivery that the caller has reserved, and stores the result. */
export async function deliverWebhook(context: Context, delivery: ClaimedDelivery): Promise<void> {
  const at = new Date(context.clock.now())
  const body = webhookBody(delivery)
  const { secret, oldSecret, oldSecretUntil } = delivery
  const stored = oldSecret !== null && oldSecretUntil && oldSecretUntil > at ? [secret, oldSecret] : [secret]
  const row = { table: 'webhook_endpoints', id: delivery.webhookId } as const
  const secrets = stored.map((each) => context.encryption.decrypt(each, row).toString())
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Foyer-Webhooks/1',
    ...signWebhookMessage({ id: delivery.eventId, body, at }, secrets),
  }
  const posted = await postWebhook(
    delivery.url,
    { headers, body },
    { isLocal: isMainSiteLocal(context.config) },
  )
  const chance = randomInt(1000) / 1000
  await transact<null, never>(context.db, async (trx) => {
    await settle(trx, { delivery, posted, chance, now: new Date(context.clock.now()) })
    return succeed(null)
  })
  const { status } = posted
  context.metrics.countDelivery(status !== null && isSuccessStatus(status) ? 'delivered' : 'failed')
}

interface Outcome {
  delivery: ClaimedDelivery
  posted: WebhookPostResult
  chance: number
  now: Date
}

/** Stores the result. Locks the endpoint before its deliveries, as in all transactions. */
async function settle(trx: PipelinedTransaction, outcome: Outcome): Promise<void> {
  const { delivery, posted, now } = outcome
  const { status: responseStatus, ms: responseMs, body: responseBody, error } = posted
  const attempt = { at: now, responseStatus, responseMs, responseBody, error }
  if (responseStatus !== null && isSuccessStatus(responseStatus)) {
    await recordDeliverySuccess(trx, delivery.webhookId)
    return recordDeliveryAttempt(trx, delivery.id, { ...attempt, status: 'delivered', nextAt: null })
  }
  if (delivery.type === WEBHOOK_TEST_EVENT)
    return recordDeliveryAttempt(trx, delivery.id, { ...attempt, status: 'failed', nextAt: null })
  const since = await recordDeliveryFailure(trx, { id: delivery.webhookId, now })
  const nextAt = nextAttempt(outcome)
  await recordDeliveryAttempt(trx, delivery.id, { ...attempt, status: nextAt ? 'waiting' : 'failed', nextAt })
  if (since) await giveUp(trx, { ...outcome, since, isLast: !nextAt })
}

function nextAttempt({ delivery, chance, now }: Outcome): Date | null {
  const firstAt = (delivery.firstAttemptAt ?? now).getTime()
  const next = retryAt({ attempts: delivery.attempts + 1, firstAt }, now.getTime(), chance)
  return next === undefined ? null : new Date(next)
}

async function giveUp(
  trx: PipelinedTransaction,
  failure: Outcome & { since: Date; isLast: boolean },
): Promise<void> {
  const { delivery, posted, since, isLast, now } = failure
  const isOver = posted.status === GONE_STATUS || hasRetryPeriodPassed(since.getTime(), now.getTime())
  if (isOver) await turnOffFailingWebhook(trx, { id: delivery.webhookId, now })
  if (isOver || isLast) await notifyOwnersOfWebhook(trx, { delivery, isOver, now })
}
