import { CART_COOKIES } from '#contracts/platform/cookies.ts'
import { isCartExpired, readStoredExpiry, readStoredItems } from '#model/sales/stored-cart.ts'
import { now } from '#browser/platform/clock.ts'
import { readCookie } from '#browser/platform/cookies/read-cookie.ts'
import { CART_KEYS, parseJson, readStoredText } from '#browser/platform/storage.ts'

/** Returns the number of tickets in the stored cart. Doesn't load nanostores, because every page runs this first. */
export function countStoredTickets(): number {
  if (isCartExpired(readStoredExpiry(parseJson(readStoredText(CART_KEYS.expiresAt))), now())) return 0
  const items = readStoredItems(parseJson(readStoredText(CART_KEYS.items)))
  return items.reduce((count, { quantity }) => count + quantity, 0)
}

/** Returns true if a form without JavaScript has created a cart that must be taken over. */
export const hasCartCookie = (): boolean => readCookie(CART_COOKIES.cartId) !== undefined
