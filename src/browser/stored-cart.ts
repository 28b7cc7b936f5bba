import { CART_COOKIES } from '#contracts/cookies.ts'
import { isExpired, readExpiry, readStoredItems } from '#model/stored-cart.ts'
import { now } from './clock.ts'
import { readCookie } from './cookies.ts'
import { CART_KEYS, parseJson, readText } from './storage.ts'

/** How many tickets the stored cart holds, read without nanostores: this runs on every page before anything else. */
export function countStored(): number {
  if (isExpired(readExpiry(parseJson(readText(CART_KEYS.expiresAt))), now())) return 0
  const items = readStoredItems(parseJson(readText(CART_KEYS.items)))
  return items.reduce((count, { quantity }) => count + quantity, 0)
}

/** Whether a form that was sent without a script left a cart to be adopted. */
export const isCartLeft = (): boolean => readCookie(CART_COOKIES.cartId) !== undefined
