import { useEffect } from 'react'
import { isDescribed } from '#model/sales/cart.ts'
import { $cart, EMPTY_CART, type CartItems } from '#stores/shop/cart-items.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Returns the cart, and loads missing details of its items. */
export function useCart(): CartItems {
  const items = useStore($cart, EMPTY_CART)
  useEffect(() => {
    // The code for missing details is loaded on demand, because few carts need it. If loading fails, the next page
    // tries again.
    if (!items.every(isDescribed))
      void import('#stores/shop/cart-details.ts').then(
        ({ loadCartDetails }) => loadCartDetails(),
        () => undefined,
      )
  }, [items])
  return items
}
