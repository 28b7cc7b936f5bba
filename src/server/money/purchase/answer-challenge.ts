import type { Context } from '#server/context.ts'
import { callProviderAbout } from '#server/money/payments/call-provider.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { findIntent, type EngineIntent } from '#server/money/sandbox-engine/intent-rows.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { findPaymentByIntent } from '#server/money/payments/payment-rows.ts'

/** Returns the payment with its order. `isWaiting`: it waits for the buyer's response to a challenge. */
export async function findCardChallenge(
  context: Context,
  intentId: string,
): Promise<(EngineIntent & { orderId: string; isWaiting: boolean }) | undefined> {
  if (context.payments.name !== 'sandbox') return undefined
  const intent = await findIntent(context.db, intentId)
  return (
    intent && {
      ...intent,
      orderId: intent.metadata['orderId'] ?? '',
      isWaiting: intent.status === 'requires_action',
    }
  )
}

/** Sends the buyer's response to a simulated bank challenge. If the bank rejects it, the payment stays open for another card. */
export async function answerCardChallenge(
  context: Context,
  answer: { intentId: string; approved: boolean },
): Promise<{ status: EngineIntent['status']; orderId: string }> {
  const { intentId, approved } = answer
  const { status, metadata } = await createSandboxEngine(context).answerChallenge(intentId, approved)
  const payment = await findPaymentByIntent(context.db, { provider: 'sandbox', intentId })
  const fetched =
    payment && (await callProviderAbout(context, payment, () => context.payments.fetchIntent(intentId)))
  // If the provider doesn't respond, a webhook reports the result later.
  if (payment && fetched?.success) await recordIntent(context, { payment, intent: fetched.data })
  return { status, orderId: metadata['orderId'] ?? '' }
}
