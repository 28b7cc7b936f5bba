import Stripe from 'stripe'
import { ProviderUnavailable } from './provider.ts'

export type StripeRejection = Stripe.errors.StripeError

/**
 * Statuses after which the same call may succeed. 401 and 403: wrong API key; 409: a concurrent request with the same
 * key; 429: rate limit.
 */
const TRY_AGAIN = new Set([401, 403, 409, 429])

/**
 * Makes a request. Converts all failures except refusals to `ProviderUnavailable` with only the request's id, because
 * Stripe's errors contain parts of keys and of the sent data.
 */
export async function callStripe<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    // Stripe's library throws `TypeError` for a response with an unexpected structure.
    if (error instanceof TypeError) throw new ProviderUnavailable('Stripe’s response is invalid')
    if (!(error instanceof Stripe.errors.StripeError) || isStripeRejection(error)) throw error
    throw toProviderUnavailable(error)
  }
}

/** Converts a refusal of a call that has no valid reason to be refused. */
export const toProviderUnavailable = (error: StripeRejection): ProviderUnavailable =>
  new ProviderUnavailable(
    ['Stripe rejected a valid request', error.type, error.code, error.statusCode, error.requestId]
      .filter((part) => part !== undefined && part !== null)
      .join(', '),
  )

export function isStripeRejection(error: unknown): error is StripeRejection {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0 } = error
  return statusCode >= 400 && statusCode < 500 && !TRY_AGAIN.has(statusCode)
}
