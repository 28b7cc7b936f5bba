import type { Db } from '#server/platform/db/query.ts'
import { findIntent, newSandboxId, type EngineIntent, type EngineRefund } from './intent-rows.ts'
import { findRefundByKey, insertRefund, lockIntent, type NewRefund } from './refund-rows.ts'
import { SandboxRefusal } from './refusal.ts'
import { checkFunds, PLATFORM_ACCOUNT } from './shortage-rows.ts'
import { findTestCard } from './test-cards.ts'

export interface RefundRequest {
  intentId: string
  key: string
  /** Amount to refund; undefined to refund the full remaining amount. */
  amountCents: number | undefined
  metadata: Readonly<Record<string, string>>
}

/** Refunds an intent. Concurrent and partial refunds together never exceed the payment. */
export const refundIntent = (
  db: Db,
  request: RefundRequest,
  times: { now: Date; later: Date },
): Promise<EngineRefund> =>
  db.transaction().execute(async (trx) => {
    await lockIntent(trx, request.intentId)
    const present = await findRefundByKey(trx, request.key)
    if (present) return present
    const intent = await findIntent(trx, request.intentId)
    if (!intent) throw new SandboxRefusal('resource_missing', `No such payment_intent: '${request.intentId}'`)
    const { key, intentId, metadata } = request
    const amountCents = checkRefund(intent, request.amountCents)
    await checkFunds(trx, PLATFORM_ACCOUNT)
    const refund = {
      id: newSandboxId('re'),
      key,
      intentId,
      amountCents,
      metadata,
      ...courseOf(intent, times.later),
    }
    return insertRefund(trx, refund, times.now)
  })

function checkRefund(intent: EngineIntent, wished: number | undefined): number {
  if (intent.status !== 'succeeded')
    throw new SandboxRefusal(
      'payment_intent_unexpected_state',
      'This payment has no successful charge to refund.',
    )
  if (intent.disputes.some((dispute) => dispute.status !== 'won'))
    throw new SandboxRefusal('charge_disputed', 'This charge has been disputed and can’t be refunded.')
  const leftCents = intent.amountCents - intent.refundedCents
  if (leftCents === 0)
    throw new SandboxRefusal('charge_already_refunded', 'This charge has already been refunded.')
  const amountCents = wished ?? leftCents
  if (amountCents > leftCents)
    throw new SandboxRefusal('amount_too_large', 'The refund is greater than what is left of the charge.')
  return amountCents
}

function courseOf(intent: EngineIntent, later: Date): Pick<NewRefund, 'status' | 'settles'> {
  const { refunds } = findTestCard(intent.card ?? '') ?? {}
  if (refunds === 'late') return { status: 'pending', settles: { at: later, as: 'succeeded' } }
  if (refunds === 'failing') return { status: 'succeeded', settles: { at: later, as: 'failed' } }
  return { status: 'succeeded', settles: undefined }
}
