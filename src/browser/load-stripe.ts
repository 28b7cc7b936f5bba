import type { Stripe } from '@stripe/stripe-js'
// Nothing is fetched before it is asked for.
import { loadStripe as load } from '@stripe/stripe-js/pure'

/** A script that has not come by then is told of as one that can't; it may still come, and is taken at the next try. */
const PATIENCE_MS = 15_000

/** Stripe's script, which must come from Stripe itself. Rejects when it can't be had; asked again, it is fetched again. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Stripe’s script took too long.')), PATIENCE_MS)
  try {
    // The page is in English: so is what Stripe puts into it.
    const stripe = await Promise.race([load(publishableKey, { locale: 'en' }), tooLate])
    if (!stripe) throw new Error('Stripe’s script runs in browsers only.')
    return stripe
  } finally {
    clearTimeout(timer)
  }
}
