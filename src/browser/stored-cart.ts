import { CART_COOKIES } from '#contracts/cookies.ts'
import { readCookie } from './cookies.ts'
import { readStored, STORAGE_KEYS } from './storage.ts'

/** How many tickets the stored cart holds, read without the stores: this runs on every page before anything else. */
export function countStored(): number {
  const expiresAt = readStored('localStorage', STORAGE_KEYS.cartExpirationTime)
  const items = readStored('localStorage', STORAGE_KEYS.cart)
  if (!Array.isArray(items) || (typeof expiresAt === 'number' && expiresAt <= Date.now())) return 0
  return items.reduce<number>((count, item: { quantity?: unknown } | null) => {
    const quantity = item?.quantity
    return typeof quantity === 'number' && quantity > 0 ? count + quantity : count
  }, 0)
}

/** Whether a form that was sent without a script left a cart to be adopted. */
export const isCartLeft = (): boolean => readCookie(CART_COOKIES.cartId) !== undefined
