import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { announceCart } from '#browser/cart-events.ts'
import { STORAGE_KEYS } from '#browser/storage.ts'
import { newUuid } from '#browser/uuid.ts'
import { cartItem, setQuantity, type CartItem } from '#model/cart.ts'

export type CartItems = readonly CartItem[]

/** What a server and the first render show of any cart. */
export const EMPTY_CART: CartItems = []

// Undefined instead of empty: that is what removes the entry from storage (specification §4).
const $stored = persistentAtom<CartItems | undefined>(STORAGE_KEYS.cart, undefined, {
  encode: (items) => (items?.length ? JSON.stringify(items) : undefined),
  decode: decodeCart,
})

export const $cart = computed($stored, (items): CartItems => items ?? EMPTY_CART)

/** When the holds end, in milliseconds since the epoch; undefined while the cart is empty. */
export const $cartExpiresAt = persistentAtom<number | undefined>(STORAGE_KEYS.cartExpirationTime, undefined, {
  encode: (time) => (time === undefined ? undefined : String(time)),
  decode: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
})

const $storedCartId = persistentAtom<string | undefined>(STORAGE_KEYS.cartId, undefined, {
  encode: (id) => id,
  decode: (text) => (z.safeParse(z.uuid(), text).success ? text : undefined),
})

/** Under this id the server keeps the cart's holds. Made on first use. */
export function cartId(): string {
  const id = $storedCartId.get() ?? newUuid()
  if (!$storedCartId.get()) $storedCartId.set(id)
  return id
}

/** After a purchase: the next cart is another one. */
export const forgetCartId = (): void => $storedCartId.set(undefined)

/** The one place that writes the cart. An empty cart removes both entries. */
export function writeCart(items: CartItems, expiresAt: number | undefined): void {
  $cartExpiresAt.set(items.length > 0 ? expiresAt : undefined)
  $stored.set(items.length > 0 ? items : undefined)
  announceCart()
}

/** Keeps what fits the specification's cart item, capped and summed anew; drops the rest. */
function decodeCart(text: string): CartItems | undefined {
  const kept = parseList(text).flatMap((item) => {
    const parsed = z.safeParse(cartItem, item)
    return parsed.success ? [parsed.data] : []
  })
  const items = kept.reduce<CartItem[]>((list, item) => {
    const known = list.some((each) => each.ticketTypeId === item.ticketTypeId)
    return known ? list : setQuantity([...list, item], item.ticketTypeId, item.quantity)
  }, [])
  return items.length > 0 ? items : undefined
}

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
