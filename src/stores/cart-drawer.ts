import { atom } from 'nanostores'
import { CART_OPEN_EVENT } from '#browser/cart-events.ts'
import { isCartLeft } from '#browser/stored-cart.ts'

export const $isDrawerOpen = atom(false)

export const openDrawer = (): void => $isDrawerOpen.set(true)
export const closeDrawer = (): void => $isDrawerOpen.set(false)

/** From the moment this module is loaded: the event that asked for it is sent once more then. */
export function listenForCart(): void {
  if (typeof window === 'undefined') return
  window.addEventListener(CART_OPEN_EVENT, openDrawer)
  if (isCartLeft()) void adoptLater()
}

/** The code for it is hardly ever needed. Where it can't be fetched the cookies stay, and the next page tries again. */
async function adoptLater(): Promise<void> {
  const adoption = await import('./cart-adoption.ts').catch(() => undefined)
  await adoption?.adoptCart()
}
