import type { Stripe } from '@stripe/stripe-js'
// The `pure` entry point loads Stripe's script on demand.
import { loadStripe as load } from '@stripe/stripe-js/pure'

/** Milliseconds until loading is reported as failed. A script that arrives later is used at the next attempt. */
const PATIENCE_MS = 15_000

/** Loads Stripe.js from Stripe's own server. Rejects on failure; the next call loads it again. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Stripe’s script took too long.')), PATIENCE_MS)
  try {
    // Pages are in English, so Stripe's fields are too.
    const stripe = await Promise.race([load(publishableKey, { locale: 'en' }), tooLate])
    if (!stripe) throw new Error('Stripe’s script runs in browsers only.')
    return stripe
  } finally {
    clearTimeout(timer)
  }
}
