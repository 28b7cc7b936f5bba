import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { hearOfPayee } from '../payouts/hear-of-payee.ts'
import { askProvider } from './ask-provider.ts'
import { findPaymentByIntent, finishEvent, storeEvent } from './payment-rows.ts'
import type { ProviderEvent } from './provider.ts'
import { recordIntent } from './record-intent.ts'

/**
 * A provider's event: proven by its signature, stored, processed, and only then acknowledged. Redelivery does what is
 * left to do.
 */
export async function receiveWebhook(
  context: Context,
  message: { rawBody: string; signature: string },
): Promise<Result<{ received: true }, 'WEBHOOK_SIGNATURE' | 'PAYMENT_PROVIDER_FAILED'>> {
  const event = context.payments.readWebhook(message.rawBody, message.signature)
  if (!event) return fail('WEBHOOK_SIGNATURE')
  const payload: unknown = JSON.parse(message.rawBody)
  const now = new Date(context.clock.now())
  const isNews = await storeEvent(context.db, {
    provider: context.payments.name,
    id: event.id,
    payload,
    paidIntentId: event.saysPaid ? intentIdOf(event) : undefined,
    now,
  })
  const processed = isNews ? await processEvent(context, event) : succeed(null)
  return processed.success ? succeed({ received: true }) : processed
}

/**
 * The event only says where to look: what counts is what the provider answers when asked. It is processed in the transaction
 * that does what it leads to.
 */
export async function processEvent(
  context: Context,
  event: ProviderEvent,
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const provider = context.payments.name
  const intentId = intentIdOf(event)
  const payment = intentId && (await findPaymentByIntent(context.reads, { provider, intentId }))
  if (payment) {
    const asked = await askProvider(context, () => context.payments.fetchIntent(intentId))
    if (!asked.success) return asked
    const recorded = await recordIntent(context, { payment, intent: asked.data, event })
    return recorded.success ? succeed(null) : recorded
  }
  if (event.about && 'payeeId' in event.about) {
    const heard = await hearOfPayee(context, event.about)
    if (!heard.success) return heard
  }
  await finishEvent(context.db, { provider, id: event.id, now: new Date(context.clock.now()) })
  return succeed(null)
}

const intentIdOf = ({ about }: ProviderEvent): string | undefined =>
  about && 'intentId' in about ? about.intentId : undefined
