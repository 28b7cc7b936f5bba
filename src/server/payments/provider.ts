import type { Card, NextAction, PaymentStatus } from '#model/payments.ts'
import type { DeclineCode } from '#contracts/errors.ts'

/** A payment as its provider knows it. Amounts in minor units. */
export interface Intent {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  status: PaymentStatus
  orderId: string
  nextAction?: NextAction
  decline?: DeclineCode
}

/** A signed message from the provider. Its `id` is the same at every redelivery. */
export interface ProviderEvent {
  id: string
  type: string
  intentId: string
}

/**
 * What Foyer needs of a payment provider. Every method may throw `ProviderUnavailable`; a declined card is not an error
 * but an intent that is `open` again and says why.
 */
export interface PaymentProvider {
  readonly name: string
  /** The request header that carries a webhook's signature, in lower case. */
  readonly signatureHeader: string
  /** The same key gives the same intent, whatever happens in between. */
  createIntent: (request: {
    idempotencyKey: string
    amountCents: number
    currency: string
    orderId: string
  }) => Promise<Intent>
  confirmIntent: (intentId: string, card: Card) => Promise<Intent>
  /** Leaves a payment that is settled or being settled as it is: look at the status that comes back. */
  cancelIntent: (intentId: string) => Promise<Intent>
  refundIntent: (intentId: string, idempotencyKey: string) => Promise<Intent>
  fetchIntent: (intentId: string) => Promise<Intent>
  /** An event that was stored after its signature had been checked. */
  readEvent: (payload: unknown) => ProviderEvent | undefined
  /** Undefined when the signature does not match the raw body. */
  readWebhook: (rawBody: string, signature: string) => ProviderEvent | undefined
}

/** The provider did not answer, or not in a way that could be understood. Nothing is known about the payment. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
