import type { Card, NextAction } from '#model/money/payments.ts'
import type { DeclineCode } from '#contracts/platform/declines.ts'

/**
 * A payment provider. Amounts are in minor units, currencies in upper case. When a call throws `ProviderUnavailable`,
 * its result is unknown, and it is safe to repeat it with the same key.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Name of the request header, in lower case, that contains a webhook's signature. */
  readonly signatureHeader: string
  /** Key for the provider's browser script. Undefined unless the browser sends the card to the provider directly. */
  readonly publishableKey: string | undefined
  /** True when the provider's documentation allows the amount. Sends no request. */
  canCharge: (amountCents: number, currency: string) => boolean
  /**
   * Creates a payment intent; the same key returns the same intent. Throws `PaymentRefused` when the amount can never
   * be charged.
   */
  createIntent: (request: IntentRequest) => Promise<Intent>
  /**
   * Charges the card. If it is declined, returns an `open` intent with the reason. Throws `CardNotTaken` where cards
   * must not pass through Foyer. `returnUrl`: where the page of the bank's challenge leads back to; without it,
   * providers that have such a page return no `nextAction`.
   */
  confirmIntent: (intentId: string, card: Card, returnUrl?: string) => Promise<Intent>
  /** Cancels the intent. A settled or processing one stays unchanged, so the returned status must be checked. */
  cancelIntent: (intentId: string) => Promise<Intent>
  /**
   * Fetches an intent with its refunds, disputes and the provider's fee. Throws `PaymentNotFound`, like
   * `cancelIntent`.
   */
  fetchIntent: (intentId: string) => Promise<Intent>
  /**
   * Refunds the payment in part or in full; the same key returns the same refund. Throws `RefundRefused` when it can
   * never succeed, `BalanceInsufficient` when it can succeed later.
   */
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  readEvent: (payload: unknown) => ProviderEvent | undefined
  /** Parses a webhook. Undefined when the signature doesn't match the raw body or is more than five minutes old. */
  readWebhook: (rawBody: string, signature: string) => ProviderEvent | undefined
  readonly payees: Payees
  readonly domains: PaymentDomains
}

export interface IntentRequest {
  idempotencyKey: string
  amountCents: number
  currency: string
  orderId: string
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
  /** Id of the refund in Foyer. The provider returns it as `key`. */
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

/** An event with a verified signature. Redeliveries have the same `id`. */
export interface ProviderEvent {
  id: string
  type: string
  /** Undefined for events that don't change anything in Foyer. */
  about: { intentId: string } | { payeeId: string } | { payoutId: string; payeeId: string } | undefined
  /** True when the event reports the success of a payment and nothing else. */
  saysPaid: boolean
}

/**
 * Accounts of payees (specification §7, `{provider}-connect`). `transfer` and `payOut` may throw
 * `BalanceInsufficient`.
 */
export interface Payees {
  /** Creates an account; the same key returns the same account. */
  create: (request: { key: string; email: string; country: string; name: string }) => Promise<Payee>
  fetch: (payeeId: string) => Promise<Payee>
  /** Returns the URL of the provider's onboarding form. When that URL has expired, it redirects to `refreshUrl`. */
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
  /** Returns undefined only if there certainly is no transfer with this key. */
  findTransfer: (find: {
    key: string
    payeeId: string
    group: string
  }) => Promise<ProviderTransfer | undefined>
  /** Returns undefined only if there certainly is no payout with this key. */
  findPayout: (find: { key: string; payeeId: string }) => Promise<ProviderPayout | undefined>
  /**
   * Moves a transfer back to the platform, in full. Safe to repeat. May throw `PayeeRefused` and
   * `BalanceInsufficient`.
   */
  reverseTransfer: (transferId: string) => Promise<void>
}

/** Hosts on which the provider's payment form may show wallets: Apple Pay, Google Pay, Link. */
export interface PaymentDomains {
  /**
   * Name of the list in which the provider keeps hosts, such as its test or live list. Hosts must be registered in
   * each list.
   */
  readonly list: string
  /** Registers and validates a host; safe to repeat. Throws `DomainRefused`. */
  register: (host: string) => Promise<RegisteredDomain>
  disable: (host: string) => Promise<void>
  /** Returns the file that Apple fetches from each host; undefined for providers without one. */
  fetchAppleFile: () => Promise<string | undefined>
}

export interface RegisteredDomain {
  /** Wallets that the provider doesn't show on this host. `why`: the provider's reason, or ''. */
  inactive: readonly { wallet: string; why: string }[]
}

export interface Payee {
  id: string
  /**
   * `ready`: can be paid. `checking`: the provider is verifying the details. `incomplete`: the payee must enter
   * details. `refused`: final.
   */
  status: 'incomplete' | 'checking' | 'ready' | 'refused'
  /** Missing details, in the provider's words. */
  missing: readonly string[]
}

export interface ProviderTransfer {
  id: string
  isReversed: boolean
}

export interface ProviderPayout {
  id: string
  status: 'sent' | 'paid' | 'failed'
  reason?: string
}

/** The provider didn't respond, or its response can't be used. The state of the payment is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
}

/** The provider doesn't know the payment, because it was made with other API keys. */
export class PaymentNotFound extends Error {
  override name = 'PaymentNotFound'
}

/** The provider can never make this refund, because the payment was already refunded or disputed. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/**
 * The platform's or a payee's balance at the provider is too low at the moment. No money was moved. The call can be
 * repeated with the same key once later sales have settled.
 */
export class BalanceInsufficient extends Error {
  override name = 'BalanceInsufficient'
}

export class CardNotTaken extends Error {
  override name = 'CardNotTaken'
}

/** The payee or payout was rejected. The message is the provider's, and is shown to the payee. */
export class PayeeRefused extends Error {
  override name = 'PayeeRefused'
}

/** The provider doesn't accept a host. The message is the provider's. */
export class DomainRefused extends Error {
  override name = 'DomainRefused'
}

/**
 * True for a provider's error with this name. Doesn't use `instanceof`, because built pages contain their own copy of
 * the classes, while errors are thrown by the server's.
 */
export const isProviderError = (
  error: unknown,
  name:
    | 'ProviderUnavailable'
    | 'PaymentRefused'
    | 'PaymentNotFound'
    | 'RefundRefused'
    | 'BalanceInsufficient'
    | 'CardNotTaken'
    | 'DomainRefused',
): error is Error => error instanceof Error && error.name === name
