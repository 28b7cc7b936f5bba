import type { Stripe } from '@stripe/stripe-js'
// This entry point of the package doesn't load Stripe's script when it is imported.
import { loadStripe as load } from '@stripe/stripe-js/pure'

/** Time limit for loading the script. A script that arrives later is used by the next attempt. */
const PATIENCE_MS = 15_000

/** Loads Stripe.js from Stripe's server. After a failure, the next call loads it again. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Stripe’s script took too long.')), PATIENCE_MS)
  try {
    // The site is in English.
    const stripe = await Promise.race([load(publishableKey, { locale: 'en' }), tooLate])
    if (!stripe) throw new Error('Stripe’s script runs in browsers only.')
    return stripe
  } finally {
    clearTimeout(timer)
  }
}
