import { atom } from 'nanostores'
import { CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import { hasCartCookie } from '#browser/shop/stored-cart.ts'

export const $isDrawerOpen = atom(false)

export const openDrawer = (): void => $isDrawerOpen.set(true)
export const closeDrawer = (): void => $isDrawerOpen.set(false)

/**
 * Starts listening for cart events. Called when this module has been loaded on demand; the event that caused this is
 * dispatched again afterwards.
 */
export function listenForCart(): void {
  if (typeof window === 'undefined') return
  window.addEventListener(CART_OPEN_EVENT, openDrawer)
  if (hasCartCookie()) void adoptLater()
}

/**
 * Loads the code that takes over a form's cart. Loaded on demand, because few visits need it. If loading fails, the
 * cookies stay and the next page tries again.
 */
async function adoptLater(): Promise<void> {
  const adoption = await import('./cart-adoption.ts').catch(() => undefined)
  await adoption?.adoptCart()
}
