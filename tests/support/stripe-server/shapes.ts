import type Stripe from 'stripe'
import { DECLINES, type DeclineCode } from '#contracts/platform/declines.ts'
import type { EngineDispute, EngineIntent, EngineRefund } from '#server/money/sandbox-engine/intent-rows.ts'
import { findTestCard } from '#server/money/sandbox-engine/test-cards.ts'

/** The used fields of Stripe's objects, with the types of Stripe's library. */
const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Ids of charges and balance transactions are derived from the intent's. */
export const chargeId = (intentId: string): string => intentId.replace('pi_', 'ch_')
export const intentIdOf = (id: string): string => id.replace(/^(ch|txn)_/, 'pi_')

export const toList = <Item>(url: string, data: readonly Item[]) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
})

export type ShownRefund = Pick<
  Stripe.Refund,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'charge'
  | 'payment_intent'
  | 'status'
  | 'metadata'
  | 'failure_reason'
>

export const toRefund = (refund: EngineRefund, currency: string): ShownRefund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amountCents,
  currency: currency.toLowerCase(),
  charge: chargeId(refund.intentId),
  payment_intent: refund.intentId,
  status: refund.status,
  metadata: { ...refund.metadata },
  ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
})

export type ShownDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'currency' | 'charge' | 'payment_intent' | 'status' | 'reason' | 'livemode'
>

export const toDispute = (dispute: EngineDispute, currency: string): ShownDispute => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amountCents,
  currency: currency.toLowerCase(),
  charge: chargeId(dispute.intentId),
  payment_intent: dispute.intentId,
  status: dispute.status === 'open' ? 'needs_response' : dispute.status,
  reason: dispute.reason,
  livemode: false,
})

export type ShownTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'currency' | 'fee' | 'net' | 'type' | 'source' | 'status' | 'exchange_rate'
>

export const toTransaction = (intent: EngineIntent): ShownTransaction => ({
  id: intent.id.replace('pi_', 'txn_'),
  object: 'balance_transaction',
  amount: intent.amountCents,
  currency: intent.currency.toLowerCase(),
  fee: intent.feeCents ?? 0,
  net: intent.amountCents - (intent.feeCents ?? 0),
  type: 'charge',
  source: chargeId(intent.id),
  status: 'pending',
  exchange_rate: null,
})

export type ShownCharge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'captured'
  | 'currency'
  | 'disputed'
  | 'livemode'
  | 'paid'
  | 'refunded'
> & {
  status: 'succeeded' | 'pending'
  payment_intent: string
  metadata: Stripe.Metadata
  balance_transaction: string | ShownTransaction | null
  refunds?: ReturnType<typeof toList<ShownRefund>>
}

/** Without `expand`, a charge has no refunds and only the id of its balance transaction. */
export function toCharge(intent: EngineIntent, expand: readonly string[] = []): ShownCharge {
  const transaction = intent.feeCents === null ? null : toTransaction(intent)
  const refunds = intent.refunds.map((refund) => toRefund(refund, intent.currency)).reverse()
  return {
    id: chargeId(intent.id),
    object: 'charge',
    amount: intent.amountCents,
    amount_refunded: intent.refundedCents,
    captured: true,
    currency: intent.currency.toLowerCase(),
    disputed: intent.disputes.length > 0,
    livemode: false,
    paid: intent.status === 'succeeded',
    refunded: intent.refundedCents === intent.amountCents,
    status: intent.status === 'succeeded' ? 'succeeded' : 'pending',
    payment_intent: intent.id,
    metadata: { ...intent.metadata },
    balance_transaction: expand.includes('balance_transaction') ? transaction : (transaction?.id ?? null),
    ...(expand.includes('refunds')
      ? { refunds: toList(`/v1/charges/${chargeId(intent.id)}/refunds`, refunds) }
      : {}),
  }
}

const INTENT_STATUS: Readonly<Record<EngineIntent['status'], Stripe.PaymentIntent.Status>> = {
  open: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  cancelled: 'canceled',
}

export type ShownIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'status'
  | 'statement_descriptor_suffix'
> & {
  latest_charge: string | ShownCharge | null
  next_action: NextAction | null
  payment_method: string | null
  last_payment_error: ReturnType<typeof toCardError> | null
}

type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string } }

export interface IntentView {
  expand?: readonly string[]
  challengeUrl?: string
  returnUrl?: string | undefined
}

export function toPaymentIntent(intent: EngineIntent, view: IntentView = {}): ShownIntent {
  const { status } = intent
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amountCents,
    amount_received: status === 'succeeded' ? intent.amountCents : 0,
    client_secret: intent.clientSecret,
    created: seconds(intent.createdAt),
    currency: intent.currency.toLowerCase(),
    livemode: false,
    metadata: { ...intent.metadata },
    payment_method_types: ['card'],
    status: INTENT_STATUS[status],
    statement_descriptor_suffix: intent.descriptor || null,
    latest_charge: showCharge(intent, view.expand),
    next_action: status === 'requires_action' ? toNextAction(view) : null,
    payment_method: methodOf(intent),
    last_payment_error: status === 'open' && intent.decline ? toCardError(intent.decline) : null,
  }
}

/** Declined cards are not stored. */
const methodOf = ({ status, card }: EngineIntent): string | null =>
  status === 'open' ? null : (findTestCard(card ?? '')?.method ?? null)

function showCharge(intent: EngineIntent, expand: readonly string[] = []): string | ShownCharge | null {
  if (intent.status !== 'succeeded' && intent.status !== 'processing') return null
  const inside = expand
    .filter((path) => path.startsWith('latest_charge.'))
    .map((path) => path.slice('latest_charge.'.length))
  const isExpanded = inside.length > 0 || expand.includes('latest_charge')
  return isExpanded ? toCharge(intent, inside) : chargeId(intent.id)
}

function toNextAction({ challengeUrl = '', returnUrl }: IntentView): NextAction {
  if (returnUrl)
    return { type: 'redirect_to_url', redirect_to_url: { url: challengeUrl, return_url: returnUrl } }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: challengeUrl },
  }
}

const CARD_ERRORS: Readonly<Record<DeclineCode, { code: string; decline_code?: string }>> = {
  card_declined: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card' },
  invalid_number: { code: 'incorrect_number' },
  authentication_failed: { code: 'payment_intent_authentication_failure' },
}

export const toCardError = (decline: DeclineCode) => ({
  type: 'card_error' as const,
  message: DECLINES[decline],
  ...CARD_ERRORS[decline],
})
