import { atom } from 'nanostores'
import { CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import { isCartLeft } from '#browser/shop/stored-cart.ts'

export const $isDrawerOpen = atom(false)

export const openDrawer = (): void => $isDrawerOpen.set(true)
export const closeDrawer = (): void => $isDrawerOpen.set(false)

/** Listens from the loading of this module on; the event that triggered the loading is sent again. */
export function listenForCart(): void {
  if (typeof window === 'undefined') return
  window.addEventListener(CART_OPEN_EVENT, openDrawer)
  if (isCartLeft()) void adoptLater()
}

/** Loaded on demand, because it is rarely needed. When loading fails, the cookies stay and the next page retries. */
async function adoptLater(): Promise<void> {
  const adoption = await import('./cart-adoption.ts').catch(() => undefined)
  await adoption?.adoptCart()
}
