import type { Card, NextAction } from '#model/payments.ts'
import type { DeclineCode } from '#contracts/errors.ts'

/**
 * What Foyer needs of a payment provider, and nothing a provider has beyond it. Amounts are in minor units, currencies upper
 * case. Every call may throw `ProviderUnavailable`: then nothing is known, and asking again with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** The request header that carries a webhook's signature, in lower case. */
  readonly signatureHeader: string
  /** Set when the browser hands the card to the provider itself: what its script needs to know who we are. */
  readonly publishableKey: string | undefined
  /** Whether an amount is one that could be charged, as far as that is known without asking. */
  canCharge: (amountCents: number, currency: string) => boolean
  /** The same key gives the same intent, whatever happens in between. Throws `PaymentRefused` for amounts it never charges. */
  createIntent: (request: IntentRequest) => Promise<Intent>
  /**
   * Charges a card that went through Foyer. A declined card is not an error but an intent that is `open` again and says why.
   * Throws `CardNotTaken` where cards must not go through Foyer. `returnUrl` is where the buyer's bank sends them back to,
   * for providers with pages of their own: without it such a payment has no `nextAction`.
   */
  confirmIntent: (intentId: string, card: Card, returnUrl?: string) => Promise<Intent>
  /** Leaves a payment that is settled or being settled as it is: look at the status that comes back. */
  cancelIntent: (intentId: string) => Promise<Intent>
  /** With what has come of it: refunds, disputes, the provider's own fee. Throws `PaymentUnknown`, as `cancelIntent` does. */
  fetchIntent: (intentId: string) => Promise<Intent>
  /** Gives money back, in part or whole. The same key gives the same refund. Throws `RefundRefused` when it never will. */
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  /** An event that was stored after its signature had been checked. */
  readEvent: (payload: unknown) => ProviderEvent | undefined
  /** Undefined when the signature does not match the raw body, or is older than the tolerance. */
  readWebhook: (rawBody: string, signature: string) => ProviderEvent | undefined
  readonly payees: Payees
}

export interface IntentRequest {
  idempotencyKey: string
  amountCents: number
  currency: string
  orderId: string
  /** What people know the purchase by; goes into the provider's own lists. */
  orderNumber: string
  /** What the buyer's bank statement says, as far as it fits. */
  descriptor: string
}

/** A payment as its provider knows it. */
export interface Intent {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  status: IntentStatus
  orderId: string
  nextAction?: NextAction
  decline?: DeclineCode
  /** What the provider kept for itself; null until it says so. */
  feeCents: number | null
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
}

export type IntentStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'cancelled'

export interface RefundRequest {
  intentId: string
  /** The refund's id in Foyer: comes back as `key`. */
  key: string
  amountCents: number
}

export interface ProviderRefund {
  id: string
  /** The key it was asked for with; undefined when somebody gave money back in the provider's own dashboard. */
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

/** A signed message from the provider. Its `id` is the same at every redelivery; what it is about says where to look. */
export interface ProviderEvent {
  id: string
  type: string
  /** Undefined for what Foyer does nothing about. */
  about: { intentId: string } | { payeeId: string } | { payoutId: string; payeeId: string } | undefined
  /** Set when the event says nothing else than that a payment has succeeded. */
  saysPaid: boolean
}

/** Accounts of the people whom Foyer pays (specification §7, `{provider}-connect`). */
export interface Payees {
  /** The same key gives the same account. */
  create: (request: { key: string; email: string; country: string; name: string }) => Promise<Payee>
  fetch: (payeeId: string) => Promise<Payee>
  /** Where the person tells the provider who they are. `refreshUrl` is for a link that has expired. */
  onboardingLink: (payeeId: string, urls: { returnUrl: string; refreshUrl: string }) => Promise<string>
  dashboardLink: (payeeId: string) => Promise<string>
  /** Moves money from the platform to the person's account there. The same key moves it once. */
  transfer: (request: {
    key: string
    payeeId: string
    amountCents: number
    currency: string
    /** Ties it to what it was earned with. */
    group: string
  }) => Promise<{ id: string }>
  /** Sends what was transferred to the person's bank. The same key sends it once. */
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
  /** `ready` may be paid; `checking` waits for the provider, `incomplete` for the person, `refused` for nobody. */
  status: 'incomplete' | 'checking' | 'ready' | 'refused'
  /** What the person still has to tell, in the provider's words. */
  missing: readonly string[]
}

export interface ProviderPayout {
  id: string
  status: 'sent' | 'paid' | 'failed'
  /** Why it failed, in words. */
  reason?: string
}

/** The provider did not answer, or not in a way that could be understood. Nothing is known about the payment. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider will never charge this amount in this currency: too little, too much, or no amount it can move. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
}

/** The provider has no such payment: it was made with other keys. */
export class PaymentUnknown extends Error {
  override name = 'PaymentUnknown'
}

/** The provider will never give this money back: it is gone already, or disputed. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/** Cards are given to this provider by the browser, not by Foyer. */
export class CardNotTaken extends Error {
  override name = 'CardNotTaken'
}

/** A payee or a payout can't be made as asked: the message is the provider's, for the person. */
export class PayeeRefused extends Error {
  override name = 'PayeeRefused'
}

/** By name, not by class: built pages bring a copy of these classes of their own, and the provider throws the front door's. */
export const isProviderError = (
  error: unknown,
  name: 'ProviderUnavailable' | 'PaymentRefused' | 'PaymentUnknown' | 'RefundRefused' | 'CardNotTaken',
): error is Error => error instanceof Error && error.name === name
