import { atom } from 'nanostores'
import { now } from '#browser/clock.ts'
import { addItem, fitsCart, setQuantity, type CartItem, type NewCartItem } from '#model/cart.ts'
import { CART_LIFETIME_MS } from '#model/hold-times.ts'
import { isExpired } from '#model/stored-cart.ts'
import { $cart, $cartExpiresAt, EMPTY_CART, forgetCartId, writeCart, type CartItems } from './cart-items.ts'
import { $promo } from './promo.ts'
import { sendCart, type HoldStatus } from './cart-hold.ts'

/** Tickets of another promoter or currency that wait for an answer: a new cart for them, or the present one? */
export const $conflict = atom<readonly NewCartItem[] | undefined>(undefined)

/** The item removed last, for undo. */
export const $removed = atom<CartItem | undefined>(undefined)

/** Answers 'conflict' and changes nothing when the tickets don't fit the cart; `$conflict` then asks. */
export async function addToCart(added: readonly NewCartItem[]): Promise<HoldStatus | 'conflict'> {
  // What has expired is nobody's any more: it doesn't come back by adding something else.
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

/** Yes to `$conflict`: what was in the cart goes, and what was wanted comes. */
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

/** Holds the expired cart's tickets again, as many as there are. It stays expired until the server holds them. */
export const retryExpired = (): Promise<HoldStatus> => sendCart()

/** The server holds nothing for this cart any more. */
export const expireCart = (): void => writeCart($cart.get(), now())

/** Gives everything back. Expiry and flag are reset (specification §4). */
export const clearCart = (): Promise<HoldStatus> => change(EMPTY_CART)

/** The tickets are bought: nothing is given back, the promo code is used, and the next cart is a new one. */
export function closeCart(): void {
  writeCart(EMPTY_CART, undefined)
  forgetCartId()
  $promo.set(undefined)
}

/** Specification §4: every change starts the ten minutes anew, and is sent. */
function change(items: CartItems): Promise<HoldStatus> {
  writeCart(items, now() + CART_LIFETIME_MS)
  return sendCart()
}
