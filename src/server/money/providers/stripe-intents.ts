import Stripe from 'stripe'
import type { DeclineCode } from '#contracts/platform/declines.ts'
import type { Card } from '#model/money/payments.ts'
import type { Clock } from '#server/context.ts'
import { checkCard } from '#server/money/sandbox-engine/test-cards.ts'
import {
  CardNotTaken,
  PaymentRefused,
  PaymentNotFound,
  RefundRefused,
  type Intent,
  type IntentRequest,
  type PaymentProvider,
  type ProviderRefund,
  type RefundRequest,
} from './provider.ts'
import { AmountNotMovable, toStripeMinorUnits } from './stripe-amounts.ts'
import { withNumberedKeys } from './stripe-balance.ts'
import { callStripe, isStripeRejection, toProviderUnavailable } from './stripe-errors.ts'
import {
  chargeOf,
  expectIntent,
  toDispute,
  toIntent,
  toRefund,
  toDescriptorSuffix,
} from './stripe-objects.ts'

const EXPAND = ['latest_charge.balance_transaction', 'latest_charge.refunds']
const PAGE = 100

type Intents = Pick<
  PaymentProvider,
  'createIntent' | 'confirmIntent' | 'cancelIntent' | 'fetchIntent' | 'refund'
>

/** Manages Payment Intents at Stripe. `isLive`: true with live keys, which charge real cards. */
export function createStripeIntents(stripe: Stripe, parts: { isLive: boolean; clock: Clock }): Intents {
  const fetchIntent = async (intentId: string): Promise<Intent> => {
    const found = await callStripe(() => stripe.paymentIntents.retrieve(intentId, { expand: EXPAND })).catch(
      orUnknown,
    )
    return withAftermath(stripe, expectIntent(found, intentId))
  }
  /** If Stripe declines the card, or refuses a call because of the intent's state, fetches and returns the intent. */
  const orAsItIs = async (intentId: string, pending: Promise<Stripe.PaymentIntent>): Promise<Intent> => {
    try {
      return await withAftermath(stripe, expectIntent(await pending, intentId))
    } catch (error) {
      if (
        isStripeRejection(error) &&
        (isCardError(error) || error.code === 'payment_intent_unexpected_state')
      )
        return fetchIntent(intentId)
      throw error
    }
  }
  return {
    createIntent: (request) => createIntent(stripe, request),
    confirmIntent: async (intentId, card, returnUrl) => {
      if (parts.isLive) throw new CardNotTaken('Browsers must send cards to Stripe directly.')
      const { method, decline } = methodOf(card, parts.clock.now())
      if (!method) return { ...(await fetchIntent(intentId)), decline }
      const params = {
        payment_method: method,
        expand: EXPAND,
        ...(returnUrl ? { return_url: returnUrl } : { use_stripe_sdk: true }),
      }
      return orAsItIs(
        intentId,
        callStripe(() => stripe.paymentIntents.confirm(intentId, params)),
      )
    },
    cancelIntent: (intentId) =>
      orAsItIs(
        intentId,
        callStripe(() => stripe.paymentIntents.cancel(intentId, { expand: EXPAND })).catch(orUnknown),
      ),
    fetchIntent,
    refund: (request) => refundIntent(stripe, request),
  }
}

function orUnknown(error: unknown): never {
  const isUnknown = isStripeRejection(error) && error.code === 'resource_missing'
  throw isUnknown ? new PaymentNotFound(error.message) : error
}

const isCardError = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError

/**
 * Converts a test card number published by Stripe to the test payment method for it, because Foyer must not send card
 * numbers.
 */
function methodOf(
  card: Card,
  now: number,
): { method: string; decline?: never } | { method?: never; decline: DeclineCode } {
  const judged = checkCard(card, now)
  if (judged.card) return { method: judged.card.method }
  return {
    decline:
      judged.outcome === 'invalid_number' || judged.outcome === 'expired_card'
        ? judged.outcome
        : 'card_declined',
  }
}

async function createIntent(stripe: Stripe, request: IntentRequest): Promise<Intent> {
  const { orderId, orderNumber, idempotencyKey, currency } = request
  const suffix = toDescriptorSuffix(request.descriptor)
  const params: Stripe.PaymentIntentCreateParams = {
    amount: amountOf(request),
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    description: `Order ${orderNumber}`,
    metadata: { orderId, orderNumber },
    transfer_group: orderId,
    expand: EXPAND,
    ...(suffix ? { statement_descriptor_suffix: suffix } : {}),
  }
  try {
    const options = { idempotencyKey: `intent:${idempotencyKey}` }
    return toIntent(expectIntent(await callStripe(() => stripe.paymentIntents.create(params, options))))
  } catch (error) {
    if (isStripeRejection(error) && WRONG_AMOUNTS.has(error.code ?? ''))
      throw new PaymentRefused(error.message)
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
    // If the promoter's name has changed since the first call, Stripe rejects the key. The existing intent is then found by its
    // metadata.
    const query = `metadata['orderId']:'${orderId}'`
    const { data } = await callStripe(() => stripe.paymentIntents.search({ query, limit: 1, expand: [] }))
    if (!data[0]) throw toProviderUnavailable(error)
    return toIntent(expectIntent(data[0]))
  }
}

const WRONG_AMOUNTS: ReadonlySet<string> = new Set([
  'amount_too_small',
  'amount_too_large',
  'invalid_charge_amount',
])

function amountOf({ amountCents, currency }: IntentRequest): number {
  try {
    return toStripeMinorUnits(amountCents, currency)
  } catch (error) {
    throw error instanceof AmountNotMovable ? new PaymentRefused(error.message) : error
  }
}

/**
 * Makes a refund once. Stripe keeps idempotency keys for only a day, but refunds may be retried for longer, so it first
 * looks for a refund with this key.
 */
async function refundIntent(stripe: Stripe, request: RefundRequest): Promise<ProviderRefund> {
  const { intentId, key, amountCents } = request
  try {
    return await callStripe(async () => {
      const made = await listRefunds(stripe, intentId)
      const present = made.find((refund) => refund.metadata?.['refundKey'] === key)
      if (present) return toRefund(present)
      const { currency } = made[0] ?? (await stripe.paymentIntents.retrieve(intentId))
      const amount = toStripeMinorUnits(amountCents, currency.toUpperCase())
      const params = { payment_intent: intentId, amount, metadata: { refundKey: key } }
      const refund = await withNumberedKeys(`refund:${key}`, (idempotencyKey) =>
        stripe.refunds.create(params, { idempotencyKey }),
      )
      return toRefund(refund)
    })
  } catch (error) {
    if (error instanceof AmountNotMovable) throw new RefundRefused(error.message)
    if (!isStripeRejection(error)) throw error
    throw new RefundRefused(error.message)
  }
}

const listRefunds = (stripe: Stripe, intentId: string): Promise<Stripe.Refund[]> =>
  stripe.refunds.list({ payment_intent: intentId, limit: PAGE }).autoPagingToArray({ limit: 10_000 })

/** Adds the intent's disputes, because a charge only has a flag for them, and its refunds after the first page. */
async function withAftermath(stripe: Stripe, found: Stripe.PaymentIntent): Promise<Intent> {
  const charge = chargeOf(found)
  const [refunds, disputes] = await Promise.all([
    charge?.refunds?.has_more
      ? callStripe(() => listRefunds(stripe, found.id))
      : (charge?.refunds?.data ?? []),
    charge?.disputed
      ? callStripe(() => stripe.disputes.list({ payment_intent: found.id, limit: PAGE })).then(
          ({ data }) => data,
        )
      : [],
  ])
  return { ...toIntent(found), refunds: refunds.map(toRefund), disputes: disputes.map(toDispute) }
}
