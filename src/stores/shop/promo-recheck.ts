import { onMount } from 'nanostores'
import { $cart } from './cart-items.ts'
import { $promo, cartKey } from './promo-code.ts'

// Checks the promo code again when the cart changes, because it may no longer apply.
onMount($promo, () => {
  let checked = cartKey($cart.get())
  return $cart.listen((items) => {
    const key = cartKey(items)
    if (key === checked) return
    checked = key
    if ($promo.get()) void recheckLater()
  })
})

/**
 * Checks the promo code again. The code for this is loaded on demand, because few carts have a promo code. If loading
 * fails, the promo code stays and the checkout checks it.
 */
async function recheckLater(): Promise<void> {
  const promo = await import('./promo.ts').catch(() => undefined)
  await promo?.recheckPromo()
}
