import { onMount } from 'nanostores'
import { persistentStore } from '#browser/platform/persistent-store.ts'
import { isPromoCode } from '#browser/shop/cart-shapes.ts'
import { $cart, type CartItems } from './cart-items.ts'

/** The applied promo code. `promo.ts` applies, checks and removes it. */
export const $promo = persistentStore('cartPromoCode', (stored) => (isPromoCode(stored) ? stored : undefined))

// Checks the code again when the cart changes, because it may no longer apply.
onMount($promo, () => {
  let judged = cartKey($cart.get())
  return $cart.listen((items) => {
    const key = cartKey(items)
    if (key === judged) return
    judged = key
    if ($promo.get()) void recheckLater()
  })
})

/** Loads the checks on demand, because few carts have a code. Without them the code stays, as without a response; the checkout checks it. */
async function recheckLater(): Promise<void> {
  const promo = await import('./promo.ts').catch(() => undefined)
  await promo?.recheckPromo()
}

export const cartKey = (items: CartItems): string =>
  items.map((item) => `${item.ticketTypeId}×${item.quantity}`).join()
