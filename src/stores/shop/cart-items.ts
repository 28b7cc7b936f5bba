import { computed } from 'nanostores'
import { notifyCartChanged } from '#browser/shop/cart-events.ts'
import { now } from '#browser/platform/clock.ts'
import { persistentStore } from '#browser/platform/persistent-store.ts'
import { CART_ID_KEY, CART_KEYS } from '#browser/platform/storage.ts'
import { isUuid, newUuid } from '#browser/platform/uuid.ts'
import { firstHold } from '#browser/shop/first-hold.ts'
import { isDescribedItem } from '#browser/shop/cart-shapes.ts'
import { addCartItem, setCartQuantity, type CartItem, type NewCartItem } from '#model/sales/cart.ts'
import { readStoredExpiry, readStoredItems, type StoredItem } from '#model/sales/stored-cart.ts'

export type CartItems = readonly CartItem[]

/** An empty cart. Also the value on the server and in the first render. */
export const EMPTY_CART: CartItems = []

// Setting undefined removes the entry from storage (specification §4).
const $stored = persistentStore(CART_KEYS.items, parseCart)

export const $cart = computed($stored, (items): CartItems => items ?? EMPTY_CART)

/** Expiry of the cart in milliseconds since 1970; undefined while the cart is empty. */
export const $cartExpiresAt = persistentStore(CART_KEYS.expiresAt, readStoredExpiry)

const $storedCartId = persistentStore(CART_ID_KEY, (stored) => (isUuid(stored) ? stored : undefined))

export function readOrCreateCartId(): string {
  const id = $storedCartId.get() ?? firstHold.sent?.cartId ?? newUuid()
  if (!$storedCartId.get()) $storedCartId.set(id)
  return id
}

/** Deletes the cart's id after a purchase, so that the next cart gets a new id. */
export const deleteCartId = (): void => $storedCartId.set(undefined)

/** Replaces this browser's cart with one that the server already holds. */
export function replaceCart(id: string, items: readonly NewCartItem[], expiresAt: number): void {
  $storedCartId.set(id)
  writeCart(
    items.reduce<CartItems>((list, item) => addCartItem(list, item, now()), EMPTY_CART),
    expiresAt,
  )
}

/** The only function that writes the cart. An empty cart deletes both storage entries. */
export function writeCart(items: CartItems, expiresAt: number | undefined): void {
  $cartExpiresAt.set(items.length > 0 ? expiresAt : undefined)
  $stored.set(items.length > 0 ? items : undefined)
  notifyCartChanged()
}

function parseCart(stored: unknown): CartItems | undefined {
  const items = readStoredItems(stored).flatMap((item) =>
    setCartQuantity([isDescribedItem(item) ? item : withoutDetails(item)], item.ticketTypeId, item.quantity),
  )
  return items.length > 0 ? items : undefined
}

function withoutDetails(item: StoredItem): CartItem {
  const { id, ticketTypeId, eventId, price, quantity, totalPrice, maxPerOrder } = item
  return { id, ticketTypeId, eventId, price, quantity, totalPrice, maxPerOrder }
}
