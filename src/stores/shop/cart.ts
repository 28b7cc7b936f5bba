import { atom } from 'nanostores'
import { now } from '#browser/platform/clock.ts'
import {
  addCartItem,
  canAddToCart,
  quantityOf,
  setCartQuantity,
  type CartItem,
  type NewCartItem,
} from '#model/sales/cart.ts'
import { CART_LIFETIME_MS } from '#model/catalog/inventory/hold-times.ts'
import { isCartExpired } from '#model/sales/stored-cart.ts'
import { $cart, $cartExpiresAt, EMPTY_CART, deleteCartId, writeCart, type CartItems } from './cart-items.ts'
import { $promo } from './promo-code.ts'
import { $holdNotice, sendCart, type HoldStatus } from './cart-hold.ts'

/** Tickets from another promoter or in another currency, until the visitor decides to start a new cart or keep the current one. */
export const $incompatibleItems = atom<readonly NewCartItem[] | undefined>(undefined)

/** Last removed item, so that removal can be undone. */
export const $removedItem = atom<CartItem | undefined>(undefined)

export interface Addition {
  requested: readonly NewCartItem[]
  /** Quantities before the addition, by ticket type. */
  before: ReadonlyMap<string, number>
}

/** Last addition. Used to show its outcome and to undo it. */
export const $addition = atom<Addition | undefined>(undefined)

/**
 * Adds tickets. If they can't be in the same cart, sets `$incompatibleItems`, which opens a dialog, and returns 'incompatible' without changing the
 * cart.
 */
export async function addToCart(added: readonly NewCartItem[]): Promise<HoldStatus | 'incompatible'> {
  // Expired items are removed when tickets are added.
  const present = isCartExpired($cartExpiresAt.get(), now()) ? EMPTY_CART : $cart.get()
  const [first] = added
  if (
    first &&
    !(
      canAddToCart(present, first) &&
      added.every((item) => item.promoterId === first.promoterId && item.currency === first.currency)
    )
  ) {
    $incompatibleItems.set(added)
    return 'incompatible'
  }
  // Notices about earlier changes don't concern this one.
  $holdNotice.set(undefined)
  const before = added.map(({ ticketTypeId }) => [ticketTypeId, quantityOf(present, ticketTypeId)] as const)
  $addition.set({ requested: added, before: new Map(before) })
  return change(added.reduce<CartItems>((items, item) => addCartItem(items, item, now()), present))
}

/** Restores the quantities from before the last addition. Returns true if the server has released the added tickets. */
export async function undoAddToCart(): Promise<boolean> {
  const addition = $addition.get()
  $addition.set(undefined)
  if (!addition) return true
  const status = await change(
    [...addition.before].reduce<CartItems>(
      (items, [ticketTypeId, quantity]) => setCartQuantity(items, ticketTypeId, quantity),
      $cart.get(),
    ),
  )
  return status === 'idle'
}

/** Replaces the cart with the tickets in `$incompatibleItems`. */
export async function startNewCart(): Promise<void> {
  const wanted = $incompatibleItems.get()
  $incompatibleItems.set(undefined)
  if (wanted)
    await change(wanted.reduce<CartItems>((items, item) => addCartItem(items, item, now()), EMPTY_CART))
}

export const dismissIncompatibleItems = (): void => $incompatibleItems.set(undefined)

export async function changeQuantity(ticketTypeId: string, quantity: number): Promise<HoldStatus> {
  const before = $cart.get().find((item) => item.ticketTypeId === ticketTypeId)
  const items = setCartQuantity($cart.get(), ticketTypeId, quantity)
  $removedItem.set(items.some((item) => item.ticketTypeId === ticketTypeId) ? undefined : before)
  return change(items)
}

export const removeFromCart = (ticketTypeId: string): Promise<HoldStatus> => changeQuantity(ticketTypeId, 0)

export async function undoRemoveFromCart(): Promise<void> {
  const removed = $removedItem.get()
  $removedItem.set(undefined)
  if (removed) await addToCart([removed])
}

/** Tries to hold the expired cart's tickets again. The cart stays expired until the server holds them. */
export const retryExpiredHold = (): Promise<HoldStatus> => sendCart()

export const expireCart = (): void => writeCart($cart.get(), now())

/** Empties the cart and resets its expiry (specification §4). */
export const clearCart = (): Promise<HoldStatus> => change(EMPTY_CART)

/**
 * Closes the cart after a purchase: empties it without releasing its holds, removes the promo code, and starts a new
 * cart.
 */
export function emptyCartAfterPurchase(): void {
  writeCart(EMPTY_CART, undefined)
  $addition.set(undefined)
  deleteCartId()
  $promo.set(undefined)
}

/** Changes the cart. Every change restarts the ten minutes and is sent to the server (specification §4). */
function change(items: CartItems): Promise<HoldStatus> {
  writeCart(items, now() + CART_LIFETIME_MS)
  return sendCart()
}
