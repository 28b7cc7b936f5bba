import { useEffect } from 'react'
import { isDescribed } from '#model/sales/cart.ts'
import { $cart, EMPTY_CART, type CartItems } from '#stores/shop/cart-items.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** The cart's items. What their storage doesn't say about them is fetched from the server meanwhile. */
export function useCart(): CartItems {
  const items = useStore($cart, EMPTY_CART)
  useEffect(() => {
    // Rarely needed. Where the code can't be fetched, the next page tries again.
    if (!items.every(isDescribed))
      void import('#stores/shop/cart-details.ts').then(
        ({ describeCart }) => describeCart(),
        () => undefined,
      )
  }, [items])
  return items
}
