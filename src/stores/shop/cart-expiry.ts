import { atom, onMount } from 'nanostores'
import { startTicker, now } from '#browser/platform/clock.ts'
import { CART_CHECK_INTERVAL_MS, isExpired } from '#model/sales/stored-cart.ts'
import { $cartExpiresAt } from './cart-items.ts'

/** Specification §4: true once the ten minutes have passed; checked every 60 s, on load, and when the expiry changes. */
export const $isExpired = atom(false)

export const checkExpiry = (): void => $isExpired.set(isExpired($cartExpiresAt.get(), now()))

onMount($isExpired, () => {
  const stopListening = $cartExpiresAt.subscribe(checkExpiry)
  const stopTime = startTicker(checkExpiry, CART_CHECK_INTERVAL_MS)
  return () => {
    stopListening()
    stopTime()
  }
})
