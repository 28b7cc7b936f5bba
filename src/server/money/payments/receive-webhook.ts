import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { handlePayeeEvent } from '#server/money/payouts/handle-payee-event.ts'
import { callProvider } from './call-provider.ts'
import { findPaymentByIntent } from './payment-rows.ts'
import { markEventsProcessed } from './payment-event-rows.ts'
import type { ProviderEvent } from '#server/money/providers/provider.ts'
import { recordIntent } from './record-intent.ts'

/**
 * Verifies the signature, stores and processes the events, and then acknowledges them. Processing that wasn't finished is
 * continued when an event is delivered again.
 */
export async function receiveWebhook(
  context: Context,
  message: { rawBody: string; signature: string },
): Promise<Result<{ received: true }, 'WEBHOOK_SIGNATURE' | 'PAYMENT_PROVIDER_FAILED'>> {
  const event = context.payments.readWebhook(message.rawBody, message.signature)
  if (!event) return fail('WEBHOOK_SIGNATURE')
  const isNews = await context.events.store({
    provider: context.payments.name,
    id: event.id,
    payload: message.rawBody,
    intentId: intentIdOf(event),
    isPaymentSuccess: event.saysPaid,
    isRelevant: event.about !== undefined,
  })
  const processed = isNews ? await processEvent(context, event) : succeed(null)
  return processed.success ? succeed({ received: true }) : processed
}

/**
 * Fetches the current state of the object that the event names, because the event may be outdated. The event is marked as
 * processed in the transaction of its effects.
 */
export async function processEvent(
  context: Context,
  event: ProviderEvent,
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const provider = context.payments.name
  const intentId = intentIdOf(event)
  const payment = intentId && (await findPaymentByIntent(context.reads, { provider, intentId }))
  if (payment) {
    const answer = await callProvider(context, () => context.payments.fetchIntent(intentId))
    if (!answer.success) return answer
    const recorded = await recordIntent(context, { payment, intent: answer.data, event })
    return recorded.success ? succeed(null) : recorded
  }
  if (event.about && 'payeeId' in event.about) {
    const heard = await handlePayeeEvent(context, event.about)
    if (!heard.success) return heard
  }
  await markEventsProcessed(context.db, { provider, ids: [event.id], now: new Date(context.clock.now()) })
  return succeed(null)
}

const intentIdOf = ({ about }: ProviderEvent): string | undefined =>
  about && 'intentId' in about ? about.intentId : undefined
