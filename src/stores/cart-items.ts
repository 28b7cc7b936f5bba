import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { announceCart } from '#browser/cart-events.ts'
import { now } from '#browser/clock.ts'
import { persistentStore } from '#browser/persistent-store.ts'
import { CART_KEYS } from '#browser/storage.ts'
import { newUuid } from '#browser/uuid.ts'
import { addItem, cartItem, setQuantity, type CartItem, type NewCartItem } from '#model/cart.ts'
import { readExpiry, readStoredItems, type StoredItem } from '#model/stored-cart.ts'

export type CartItems = readonly CartItem[]

/** What a server and the first render show of any cart. */
export const EMPTY_CART: CartItems = []

// Undefined instead of empty: that is what removes the entry from storage (specification §4).
const $stored = persistentStore(CART_KEYS.items, parseCart)

export const $cart = computed($stored, (items): CartItems => items ?? EMPTY_CART)

/** When the holds end, in milliseconds since the epoch; undefined while the cart is empty. */
export const $cartExpiresAt = persistentStore(CART_KEYS.expiresAt, readExpiry)

const $storedCartId = persistentStore('cartId', (stored) => {
  const parsed = z.safeParse(z.uuid(), stored)
  return parsed.success ? parsed.data : undefined
})

/** Under this id the server keeps the cart's holds. Made on first use. */
export function cartId(): string {
  const id = $storedCartId.get() ?? newUuid()
  if (!$storedCartId.get()) $storedCartId.set(id)
  return id
}

/** After a purchase: the next cart is another one. */
export const forgetCartId = (): void => $storedCartId.set(undefined)

/** A cart that the server holds already becomes this browser's own, under its id and with its expiry. */
export function takeCart(id: string, items: readonly NewCartItem[], expiresAt: number): void {
  $storedCartId.set(id)
  writeCart(
    items.reduce<CartItems>((list, item) => addItem(list, item, now()), EMPTY_CART),
    expiresAt,
  )
}

/** The one place that writes the cart. An empty cart removes both entries. */
export function writeCart(items: CartItems, expiresAt: number | undefined): void {
  $cartExpiresAt.set(items.length > 0 ? expiresAt : undefined)
  $stored.set(items.length > 0 ? items : undefined)
  announceCart()
}

/** Each item with the details that are stored with it, summed anew. */
function parseCart(stored: unknown): CartItems | undefined {
  const items = readStoredItems(stored).flatMap((item) => {
    const { success, data } = z.safeParse(cartItem, item)
    return setQuantity([success ? data : withoutDetails(item)], item.ticketTypeId, item.quantity)
  })
  return items.length > 0 ? items : undefined
}

function withoutDetails(item: StoredItem): CartItem {
  const { id, ticketTypeId, eventId, price, quantity, totalPrice, maxPerOrder } = item
  return { id, ticketTypeId, eventId, price, quantity, totalPrice, maxPerOrder }
}
