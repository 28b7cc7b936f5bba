import type { Context } from '../context.ts'
import { recordIntent } from './record-intent.ts'
import { findPaymentByIntent } from './payment-rows.ts'
import { findIntent, moveIntent, succeedIntent, type SandboxIntent } from './sandbox-rows.ts'

/** The sandbox bank's question, "was this you?", for a payment that waits for it; undefined for any other. */
export async function findChallenge(context: Context, intentId: string): Promise<SandboxIntent | undefined> {
  const intent = await findIntent(context.db, intentId)
  return intent?.status === 'requires_action' ? intent : undefined
}

/** The buyer's answer to it. A refused one leaves the payment open for another card. */
export async function answerChallenge(
  context: Context,
  answer: { intentId: string; approved: boolean },
): Promise<SandboxIntent | undefined> {
  const { intentId, approved } = answer
  if (approved) await succeedIntent(context.db, intentId, new Date(context.clock.now()))
  else
    await moveIntent(context.db, {
      intentId,
      from: ['requires_action'],
      to: 'open',
      decline: 'authentication_failed',
    })
  const payment = await findPaymentByIntent(context.db, { provider: 'sandbox', intentId })
  if (payment) await recordIntent(context, payment, await context.payments.fetchIntent(intentId))
  return findIntent(context.db, intentId)
}
