import type { Card, NextAction } from '#model/money/payments.ts'
import type { DeclineCode } from '#contracts/platform/declines.ts'

/**
 * A payment provider. Amounts are in minor units, currencies in upper case. After `ProviderUnavailable`, the call's result
 * is unknown, and it is safe to repeat the call with the same key.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Name in lower case of the request header with a webhook's signature. */
  readonly signatureHeader: string
  /** Key for the provider's browser script. Undefined if browsers don't send cards to the provider directly. */
  readonly publishableKey: string | undefined
  /** True if the provider's documentation allows the amount. Makes no request. */
  canCharge: (amountCents: number, currency: string) => boolean
  /**
   * Creates a payment intent; the same key returns the same intent. Throws `PaymentRefused` if the amount can never be
   * charged.
   */
  createIntent: (request: IntentRequest) => Promise<Intent>
  /**
   * Charges the card. If it is declined, returns an `open` intent with the reason. Throws `CardNotTaken` if cards must not
   * be sent through Foyer. `returnUrl`: page to which the bank's challenge page returns; without it, providers with such a
   * page return no `nextAction`.
   */
  confirmIntent: (intentId: string, card: Card, returnUrl?: string) => Promise<Intent>
  /** Cancels the intent. A succeeded or processing intent stays unchanged, so the returned status must be checked. */
  cancelIntent: (intentId: string) => Promise<Intent>
  /**
   * Fetches an intent with its refunds, disputes and the provider's fee. Throws `PaymentNotFound`, like
   * `cancelIntent`.
   */
  fetchIntent: (intentId: string) => Promise<Intent>
  /**
   * Refunds the payment, in part or in full; the same key returns the same refund. Throws `RefundRefused` if it can never
   * succeed, and `BalanceInsufficient` if it can succeed later.
   */
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  readEvent: (payload: unknown) => ProviderEvent | undefined
  /** Parses a webhook. Undefined if the signature doesn't match the raw body or is more than five minutes old. */
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
  /** Text for the buyer's bank statement, which is shortened as needed. */
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
  /** The provider's fee; null until it is reported. */
  feeCents: number | null
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
}

export type IntentStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'cancelled'

export interface RefundRequest {
  intentId: string
  /** Id of the refund in Foyer, which the provider returns as `key`. */
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

/** An event whose signature was verified. A repeated delivery has the same `id`. */
export interface ProviderEvent {
  id: string
  type: string
  /** Object that the event is about; undefined for events that don't change anything in Foyer. */
  about: { intentId: string } | { payeeId: string } | { payoutId: string; payeeId: string } | undefined
  /** True if the event only reports the success of a payment. */
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
  /** Returns the URL of the provider's onboarding form. An expired URL redirects to `refreshUrl`. */
  onboardingLink: (payeeId: string, urls: { returnUrl: string; refreshUrl: string }) => Promise<string>
  dashboardLink: (payeeId: string) => Promise<string>
  /** Transfers money from the platform to the payee's account. The same key transfers once. */
  transfer: (request: {
    key: string
    payeeId: string
    amountCents: number
    currency: string
    /** Groups the transfer with the payments that it comes from. */
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
  /**
   * Finds the transfer that was requested with a key. Returns undefined only if there is certainly no such transfer.
   */
  findTransfer: (find: {
    key: string
    payeeId: string
    group: string
  }) => Promise<ProviderTransfer | undefined>
  /** Finds the payout that was requested with a key. Returns undefined only if there is certainly no such payout. */
  findPayout: (find: { key: string; payeeId: string }) => Promise<ProviderPayout | undefined>
  /**
   * Reverses a transfer in full: the money returns to the platform. Safe to repeat. May throw `PayeeRefused` and
   * `BalanceInsufficient`.
   */
  reverseTransfer: (transferId: string) => Promise<void>
}

/** Hosts on which the provider's payment form may show wallets: Apple Pay, Google Pay, Link. */
export interface PaymentDomains {
  /** Name of the provider's list of hosts, such as its test or live list. Hosts must be registered in each list. */
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
   * `ready`: can be paid. `checking`: the provider is verifying the details. `incomplete`: the payee must enter details.
   * `refused`: rejected permanently.
   */
  status: 'incomplete' | 'checking' | 'ready' | 'refused'
  /** Missing details, as named by the provider. */
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

/** The provider didn't respond, or its response is unusable. The state of the payment is unknown. */
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

/** The provider can never make this refund, for example because the payment was already refunded or disputed. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/**
 * The balance of the platform or of a payee at the provider is currently too low. No money was moved. The call can be
 * repeated with the same key after later sales have settled.
 */
export class BalanceInsufficient extends Error {
  override name = 'BalanceInsufficient'
}

export class CardNotTaken extends Error {
  override name = 'CardNotTaken'
}

/** The provider rejected the payee or payout. The message is the provider's, and is shown to the payee. */
export class PayeeRefused extends Error {
  override name = 'PayeeRefused'
}

/** The provider rejected a host. The message is the provider's. */
export class DomainRefused extends Error {
  override name = 'DomainRefused'
}

/**
 * True for a provider's error with this name. Doesn't use `instanceof`, because the built pages contain their own copies of
 * the classes, while the server throws its own.
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
