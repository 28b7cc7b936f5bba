import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { findPaymentByIntent, finishEvent, storeEvent } from './payment-rows.ts'
import { recordIntent } from './record-intent.ts'

/**
 * A provider's event: proven by its signature, stored, processed, and only then acknowledged. Redelivery does what is
 * left to do. The event only says where to look: what counts is what the provider answers when asked.
 */
export async function receiveWebhook(
  context: Context,
  message: { rawBody: string; signature: string },
): Promise<Result<{ received: true }, 'WEBHOOK_SIGNATURE'>> {
  const provider = context.payments.name
  const event = context.payments.readWebhook(message.rawBody, message.signature)
  if (!event) return fail('WEBHOOK_SIGNATURE')
  const now = new Date(context.clock.now())
  const isNews = await storeEvent(context.db, {
    provider,
    id: event.id,
    payload: JSON.parse(message.rawBody),
    now,
  })
  if (isNews) {
    const payment = await findPaymentByIntent(context.db, { provider, intentId: event.intentId })
    if (payment) await recordIntent(context, payment, await context.payments.fetchIntent(event.intentId))
    await finishEvent(context.db, { provider, id: event.id, now })
  }
  return succeed({ received: true })
}
