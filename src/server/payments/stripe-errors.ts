import Stripe from 'stripe'
import { ProviderUnavailable } from './provider.ts'

/** What Stripe has understood and will not do. */
export type StripeRefusal = Stripe.errors.StripeError

/** 409 is another request with the same key that is still being worked on, 429 too many of them. */
const TRY_AGAIN = new Set([401, 403, 409, 429])

/**
 * Asks Stripe. Everything but an answer or a refusal becomes `ProviderUnavailable`, which says no more than what helps to
 * find the request in Stripe's log: its errors carry parts of keys, and of what was sent.
 */
export async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    // Its library reads an answer before it knows that it is one.
    if (error instanceof TypeError) throw new ProviderUnavailable('Stripe’s answer can’t be understood')
    if (!(error instanceof Stripe.errors.StripeError) || isRefusal(error)) throw error
    throw unavailable(error)
  }
}

/** For the calls whose refusals mean nothing else than that Foyer can't go on with them now. */
export const unavailable = (error: StripeRefusal): ProviderUnavailable =>
  new ProviderUnavailable(
    ['Stripe did not answer as hoped', error.type, error.code, error.statusCode, error.requestId]
      .filter((part) => part !== undefined && part !== null)
      .join(', '),
  )

export function isRefusal(error: unknown): error is StripeRefusal {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0 } = error
  return statusCode >= 400 && statusCode < 500 && !TRY_AGAIN.has(statusCode)
}
