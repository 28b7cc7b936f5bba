import { atom } from 'nanostores'
import { now } from '#browser/platform/clock.ts'
import { addItem, fitsCart, setQuantity, type CartItem, type NewCartItem } from '#model/sales/cart.ts'
import { CART_LIFETIME_MS } from '#model/catalog/inventory/hold-times.ts'
import { isExpired } from '#model/sales/stored-cart.ts'
import { $cart, $cartExpiresAt, EMPTY_CART, forgetCartId, writeCart, type CartItems } from './cart-items.ts'
import { $promo } from './promo.ts'
import { sendCart, type HoldStatus } from './cart-hold.ts'

/** Tickets of another promoter or currency, until the visitor decides to start a new cart or keep the current one. */
export const $conflict = atom<readonly NewCartItem[] | undefined>(undefined)

export const $removed = atom<CartItem | undefined>(undefined)

/** Returns 'conflict' without changes when the tickets don't fit the cart; `$conflict` then shows a dialog. */
export async function addToCart(added: readonly NewCartItem[]): Promise<HoldStatus | 'conflict'> {
  // Expired items are dropped when something else is added.
  const present = isExpired($cartExpiresAt.get(), now()) ? EMPTY_CART : $cart.get()
  const [first] = added
  if (
    first &&
    !(
      fitsCart(present, first) &&
      added.every((item) => item.promoterId === first.promoterId && item.currency === first.currency)
    )
  ) {
    $conflict.set(added)
    return 'conflict'
  }
  return change(added.reduce<CartItems>((items, item) => addItem(items, item, now()), present))
}

/** Accepts `$conflict`: replaces the cart by the new tickets. */
export async function startNewCart(): Promise<void> {
  const wanted = $conflict.get()
  $conflict.set(undefined)
  if (wanted) await change(wanted.reduce<CartItems>((items, item) => addItem(items, item, now()), EMPTY_CART))
}

export const keepCart = (): void => $conflict.set(undefined)

export async function changeQuantity(ticketTypeId: string, quantity: number): Promise<HoldStatus> {
  const before = $cart.get().find((item) => item.ticketTypeId === ticketTypeId)
  const items = setQuantity($cart.get(), ticketTypeId, quantity)
  $removed.set(items.some((item) => item.ticketTypeId === ticketTypeId) ? undefined : before)
  return change(items)
}

export const removeFromCart = (ticketTypeId: string): Promise<HoldStatus> => changeQuantity(ticketTypeId, 0)

export async function undoRemove(): Promise<void> {
  const removed = $removed.get()
  $removed.set(undefined)
  if (removed) await addToCart([removed])
}

/** Tries to hold the expired cart's tickets again. It stays expired until the server holds them. */
export const retryExpired = (): Promise<HoldStatus> => sendCart()

export const expireCart = (): void => writeCart($cart.get(), now())

/** Empties the cart and resets expiry and flag (specification §4). */
export const clearCart = (): Promise<HoldStatus> => change(EMPTY_CART)

/** Called after a purchase: empties the cart without releasing its holds, removes the promo code, and starts a new cart. */
export function closeCart(): void {
  writeCart(EMPTY_CART, undefined)
  forgetCartId()
  $promo.set(undefined)
}

/** Specification §4: every change restarts the ten minutes and is sent. */
function change(items: CartItems): Promise<HoldStatus> {
  writeCart(items, now() + CART_LIFETIME_MS)
  return sendCart()
}
