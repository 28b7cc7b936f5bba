import type Stripe from 'stripe'
import { z } from 'zod'
import type { DeclineCode } from '#contracts/platform/declines.ts'
import {
  ProviderUnavailable,
  type Intent,
  type IntentStatus,
  type ProviderDispute,
  type ProviderRefund,
} from './provider.ts'
import { fromStripeMinorUnits } from './stripe-amounts.ts'

const money = {
  id: z.string(),
  amount: z.int().check(z.nonnegative()),
  currency: z.string().check(z.length(3)),
}
const moneyShape = z.object(money)
const intentShape = z.object({ ...money, status: z.string(), metadata: z.record(z.string(), z.string()) })

/**
 * Validates the fields that Foyer reads. Throws `ProviderUnavailable` if they are invalid, because a proxy or a fault can
 * respond with anything.
 */
export function expectIntent(answer: Stripe.PaymentIntent, intentId?: string): Stripe.PaymentIntent {
  expectShape(answer, intentShape)
  if (intentId !== undefined && answer.id !== intentId)
    throw new ProviderUnavailable('Stripe answered with another payment')
  return answer
}

function expectShape(answer: unknown, shape: z.ZodType): void {
  if (!shape.safeParse(answer).success) throw new ProviderUnavailable('Stripe’s response is invalid')
}

export const chargeOf = (intent: Pick<Stripe.PaymentIntent, 'latest_charge'>): Stripe.Charge | undefined =>
  typeof intent.latest_charge === 'object' ? (intent.latest_charge ?? undefined) : undefined

/** Intent status by Stripe's status. Statuses that aren't listed are `processing`. */
const STATUS: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

export function toIntent(intent: Stripe.PaymentIntent): Intent {
  const status = STATUS[intent.status] ?? 'processing'
  const currency = intent.currency.toUpperCase()
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    amountCents: fromStripeMinorUnits(intent.amount, currency),
    currency,
    status,
    orderId: intent.metadata['orderId'] ?? '',
    ...(status === 'requires_action' ? nextActionOf(intent) : {}),
    ...(status === 'open' && intent.last_payment_error
      ? { decline: toDecline(intent.last_payment_error) }
      : {}),
    feeCents: status === 'succeeded' ? stripeFeeOf(intent) : null,
    refunds: [],
    disputes: [],
  }
}

function nextActionOf({ next_action: next }: Stripe.PaymentIntent): Pick<Intent, 'nextAction'> {
  const url = next?.redirect_to_url?.url
  return url ? { nextAction: { type: 'redirect', url } } : {}
}

/** Returns the fee in the payment's currency, converted at the exchange rate of Stripe's balance transaction. */
export function stripeFeeOf(
  intent: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'latest_charge'>,
): number | null {
  const transaction = chargeOf(intent)?.balance_transaction
  if (!transaction || typeof transaction === 'string') return null
  const { fee, amount, currency } = transaction
  const isChanged = currency !== intent.currency && amount > 0
  return fromStripeMinorUnits(isChanged ? Math.round((fee * intent.amount) / amount) : fee, intent.currency)
}

const DECLINES: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  payment_intent_authentication_failure: 'authentication_failed',
  authentication_required: 'authentication_failed',
  incorrect_number: 'invalid_number',
  invalid_number: 'invalid_number',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
}

const toDecline = (error: Stripe.PaymentIntent.LastPaymentError): DeclineCode =>
  DECLINES[error.decline_code ?? ''] ?? DECLINES[error.code ?? ''] ?? 'card_declined'

const REFUND_STATUS: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  expectShape(refund, moneyShape)
  return {
    id: refund.id,
    key: refund.metadata?.['refundKey'],
    amountCents: fromStripeMinorUnits(refund.amount, refund.currency),
    status: REFUND_STATUS[refund.status ?? ''] ?? 'pending',
  }
}

/** `warning_closed` is an inquiry that never became a dispute. */
const DISPUTE_STATUS: Readonly<Record<string, ProviderDispute['status']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  expectShape(dispute, moneyShape)
  return {
    id: dispute.id,
    amountCents: fromStripeMinorUnits(dispute.amount, dispute.currency),
    status: DISPUTE_STATUS[dispute.status] ?? 'open',
    reason: dispute.reason,
  }
}

/**
 * Converts text to a statement descriptor: at most 22 Latin characters, with at least one letter and without < > \ ' " *.
 * Returns '' if that is impossible.
 */
export function toDescriptorSuffix(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const allowed = plain
    .replaceAll(/[^\u0020-\u007E]|[<>\\'"*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = allowed.slice(0, 22).trim()
  return /[a-z]/i.test(short) ? short : ''
}
