import { atom, onMount } from 'nanostores'
import { startTicker, now } from '#browser/platform/clock.ts'
import { CART_CHECK_INTERVAL_MS, isCartExpired } from '#model/sales/stored-cart.ts'
import { $cartExpiresAt } from './cart-items.ts'

/** True once the cart's ten minutes are over. Checked on load, every 60 s, and when the expiry changes (specification §4). */
export const $isExpired = atom(false)

export const updateIsExpired = (): void => $isExpired.set(isCartExpired($cartExpiresAt.get(), now()))

onMount($isExpired, () => {
  const stopListening = $cartExpiresAt.subscribe(updateIsExpired)
  const stopTime = startTicker(updateIsExpired, CART_CHECK_INTERVAL_MS)
  return () => {
    stopListening()
    stopTime()
  }
})
