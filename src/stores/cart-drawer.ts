import { atom } from 'nanostores'
import { CART_OPEN_EVENT } from '#browser/cart-events.ts'

export const $isDrawerOpen = atom(false)

export const openDrawer = (): void => $isDrawerOpen.set(true)
export const closeDrawer = (): void => $isDrawerOpen.set(false)

/** From the moment this module is loaded: the event that woke the island is sent once more then. */
export function listenForCart(): void {
  if (typeof window !== 'undefined') window.addEventListener(CART_OPEN_EVENT, openDrawer)
}
