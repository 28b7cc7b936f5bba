import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import { now } from '#browser/platform/clock.ts'
import { readCookie } from '#browser/platform/cookies/read-cookie.ts'
import { deleteCookie } from '#browser/platform/cookies/delete-cookie.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { deleteCart, getCart, type CartHold } from '#contracts/shop/carts.ts'
import { CART_COOKIES } from '#contracts/platform/cookies.ts'
import { validatePromo } from '#contracts/shop/promo.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { NewCartItem } from '#model/sales/cart.ts'
import { isCartExpired } from '#model/sales/stored-cart.ts'
import { addToCart } from './cart.ts'
import { $cart, $cartExpiresAt, replaceCart } from './cart-items.ts'
import { $promo } from './promo-code.ts'
import { findTicketDetails } from './ticket-details.ts'

/** While true, an empty cart may still be filled from cookies. */
export const $isAdoptingCart = atom(false)

let underWay: Promise<void> | undefined

/**
 * Takes over a cart that was filled by forms without JavaScript: its id is in cookies, its content on the server. It is merged into an
 * existing cart of this browser. If the server doesn't respond, the cookies stay and the next page tries again.
 */
export function adoptCart(): Promise<void> {
  underWay ??= adopt().finally(() => {
    underWay = undefined
    $isAdoptingCart.set(false)
  })
  return underWay
}

async function adopt(): Promise<void> {
  const left = z.safeParse(z.uuid(), readCookie(CART_COOKIES.cartId))
  if (!left.success) return
  $isAdoptingCart.set(true)
  const cartId = left.data
  const held = await call(getCart, { params: { cartId } })
  const items = held.success ? await readItems(held.data) : undefined
  // Another tab may have taken the cart over.
  if (!held.success || !items || readCookie(CART_COOKIES.cartId) !== cartId) return
  const code = readCookie(CART_COOKIES.promoCode)
  for (const name of Object.values(CART_COOKIES)) deleteCookie(name)
  await takeOver(held.data, items)
  if (code) await takePromo(code)
  explainShort()
}

async function takeOver(held: CartHold, items: readonly NewCartItem[]): Promise<void> {
  if (items.length === 0) return
  const hasOwn = $cart.get().length > 0 && !isCartExpired($cartExpiresAt.get(), now())
  if (!hasOwn) return replaceCart(held.cartId, items, now() + (held.expiresInMs ?? 0))
  const released = await call(deleteCart, { params: { cartId: held.cartId } })
  // The server refuses to release a cart whose order is being paid.
  if (released.success) await addToCart(items)
}

/** Reads the items of a held cart. Returns undefined when the server can't be reached. */
async function readItems(held: CartHold): Promise<NewCartItem[] | undefined> {
  const eventIds = held.items.flatMap((item) => item.eventId ?? [])
  const details = await findTicketDetails(eventIds, held.cartId)
  return (
    details &&
    held.items.flatMap((item): NewCartItem[] => {
      const found = details.get(item.ticketTypeId)
      if (!found || item.eventId === null) return []
      return [
        {
          ...found,
          ticketTypeId: item.ticketTypeId,
          eventId: item.eventId,
          price: item.price,
          minPerOrder: item.minPerOrder,
          maxPerOrder: Math.max(1, item.maxPerOrder),
          quantity: item.held,
          tax: item.tax,
        },
      ]
    })
  )
}

async function takePromo(code: string): Promise<void> {
  const items = $cart.get().map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }))
  const judged = items.length > 0 && (await call(validatePromo, { body: { code, items } }))
  if (judged && judged.success) $promo.set(judged.data)
}

/** Shows the notice of `?short=…` as a toast and removes it from the URL. Browsers without JavaScript get it as text from the server. */
function explainShort(): void {
  if (!new URLSearchParams(window.location.search).has('short')) return
  window.history.replaceState(null, '', urls.cart())
  showToast({
    type: 'warning',
    title: 'Your cart has changed',
    message: 'We couldn’t hold all your tickets. Your cart shows those we hold.',
    duration: 10_000,
  })
}
