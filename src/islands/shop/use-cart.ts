import { useEffect } from 'react'
import { isDescribed } from '#model/sales/cart.ts'
import { $cart, EMPTY_CART, type CartItems } from '#stores/shop/cart-items.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Loads missing details from the server. */
export function useCart(): CartItems {
  const items = useStore($cart, EMPTY_CART)
  useEffect(() => {
    // Rarely needed. When loading fails, the next page retries.
    if (!items.every(isDescribed))
      void import('#stores/shop/cart-details.ts').then(
        ({ describeCart }) => describeCart(),
        () => undefined,
      )
  }, [items])
  return items
}
