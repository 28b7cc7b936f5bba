import type { Card, NextAction } from '#model/money/payments.ts'
import type { DeclineCode } from '#contracts/platform/errors.ts'

/**
 * Amounts in minor units, currencies in upper case. Every call may throw `ProviderUnavailable`; the result is then unknown,
 * and repeating the call with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Request header with a webhook's signature, in lower case. */
  readonly signatureHeader: string
  /** Key for the provider's browser script; set when the browser sends the card to the provider directly. */
  readonly publishableKey: string | undefined
  /** True when the amount can probably be charged, decided without a request. */
  canCharge: (amountCents: number, currency: string) => boolean
  /** The same key returns the same intent. Throws `PaymentRefused` for amounts that can never be charged. */
  createIntent: (request: IntentRequest) => Promise<Intent>
  /**
   * A declined card results in an `open` intent with the reason. Throws `CardNotTaken` where cards must not pass through
   * Foyer. `returnUrl`: where the bank's challenge returns to; without it, providers with pages of their own return no
   * `nextAction`.
   */
  confirmIntent: (intentId: string, card: Card, returnUrl?: string) => Promise<Intent>
  /** Leaves a settled or processing payment unchanged: check the returned status. */
  cancelIntent: (intentId: string) => Promise<Intent>
  /** Fetches an intent with refunds, disputes and the provider's fee. Throws `PaymentUnknown`, like `cancelIntent`. */
  fetchIntent: (intentId: string) => Promise<Intent>
  /** Refunds in part or in full. The same key returns the same refund. Throws `RefundRefused` when it can never succeed. */
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  readEvent: (payload: unknown) => ProviderEvent | undefined
  /** Undefined when the signature doesn't match the raw body or is older than the tolerance. */
  readWebhook: (rawBody: string, signature: string) => ProviderEvent | undefined
  readonly payees: Payees
}

export interface IntentRequest {
  idempotencyKey: string
  amountCents: number
  currency: string
  orderId: string
  /** Shown in the provider's own lists. */
  orderNumber: string
  /** Text for the buyer's bank statement; shortened as needed. */
  descriptor: string
}

export interface Intent {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  status: IntentStatus
  orderId: string
  nextAction?: NextAction
  decline?: DeclineCode
  /** The provider's fee; null until reported. */
  feeCents: number | null
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
}

export type IntentStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'cancelled'

export interface RefundRequest {
  intentId: string
  /** The refund's id in Foyer, returned as `key`. */
  key: string
  amountCents: number
}

export interface ProviderRefund {
  id: string
  /** Idempotency key of the request; undefined for refunds made in the provider's dashboard. */
  key: string | undefined
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
}

export interface ProviderDispute {
  id: string
  amountCents: number
  status: 'open' | 'won' | 'lost'
  reason: string
}

/** A verified event. `id` is the same for every redelivery. */
export interface ProviderEvent {
  id: string
  type: string
  /** Undefined for events without effect on Foyer. */
  about: { intentId: string } | { payeeId: string } | { payoutId: string; payeeId: string } | undefined
  /** True when the event reports the success of a payment and nothing else. */
  saysPaid: boolean
}

/** Accounts of payees (specification §7, `{provider}-connect`). */
export interface Payees {
  /** The same key returns the same account. */
  create: (request: { key: string; email: string; country: string; name: string }) => Promise<Payee>
  fetch: (payeeId: string) => Promise<Payee>
  /** URL of the provider's onboarding form. `refreshUrl` is used when that URL has expired. */
  onboardingLink: (payeeId: string, urls: { returnUrl: string; refreshUrl: string }) => Promise<string>
  dashboardLink: (payeeId: string) => Promise<string>
  /** Transfers money from the platform to the payee's account. The same key transfers once. */
  transfer: (request: {
    key: string
    payeeId: string
    amountCents: number
    currency: string
    /** Groups the transfer with the payments it comes from. */
    group: string
  }) => Promise<{ id: string }>
  /** Pays out transferred money to the payee's bank. The same key pays out once. */
  payOut: (request: {
    key: string
    payeeId: string
    amountCents: number
    currency: string
  }) => Promise<ProviderPayout>
  fetchPayout: (payeeId: string, payoutId: string) => Promise<ProviderPayout>
}

export interface Payee {
  id: string
  /** `ready`: can be paid; `checking`: waits for the provider; `incomplete`: waits for the person; `refused`: final. */
  status: 'incomplete' | 'checking' | 'ready' | 'refused'
  /** Missing details, in the provider's words. */
  missing: readonly string[]
}

export interface ProviderPayout {
  id: string
  status: 'sent' | 'paid' | 'failed'
  reason?: string
}

/** No or no valid response from the provider. The state of the payment is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider can never charge this amount in this currency. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
}

/** Payment unknown to the provider: made with other API keys. */
export class PaymentUnknown extends Error {
  override name = 'PaymentUnknown'
}

/** The provider can never make this refund: already refunded or disputed. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/** This provider accepts cards from the browser only. */
export class CardNotTaken extends Error {
  override name = 'CardNotTaken'
}

/** The payee or payout was rejected. The message is the provider's, for the person. */
export class PayeeRefused extends Error {
  override name = 'PayeeRefused'
}

/** Compares names, not classes: built pages contain their own copy of the classes, while errors are thrown by the server's. */
export const isProviderError = (
  error: unknown,
  name: 'ProviderUnavailable' | 'PaymentRefused' | 'PaymentUnknown' | 'RefundRefused' | 'CardNotTaken',
): error is Error => error instanceof Error && error.name === name
