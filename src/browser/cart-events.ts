/** The stored cart has changed in this tab; other tabs hear the `storage` event. */
export const CART_CHANGED_EVENT = 'app:cart'

/** Somebody wants to see the cart. Its island wakes up on it. */
export const CART_OPEN_EVENT = 'app:cart-open'

export const announceCart = (): void => {
  window.dispatchEvent(new Event(CART_CHANGED_EVENT))
}

export const askForCart = (): void => {
  window.dispatchEvent(new Event(CART_OPEN_EVENT))
}
