import { persistentStore } from '#browser/platform/persistent-store.ts'
import { isPromoCode } from '#browser/shop/cart-shapes.ts'
import type { CartItems } from './cart-items.ts'

/** The applied promo code. `promo.ts` applies, checks and removes it. */
export const $promo = persistentStore('cartPromoCode', (stored) => (isPromoCode(stored) ? stored : undefined))

/** The parts of a cart that a promo code depends on, as a key. */
export const cartKey = (items: CartItems): string =>
  items.map((item) => `${item.ticketTypeId}×${item.quantity}`).join()
