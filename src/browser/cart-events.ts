/** The stored cart has changed in this tab; other tabs hear the `storage` event. */
export const CART_CHANGED_EVENT = 'app:cart'

/** Somebody is about to want the cart: time to fetch what shows it. */
export const CART_NEAR_EVENT = 'app:cart-near'

/** Somebody wants to see the cart. */
export const CART_OPEN_EVENT = 'app:cart-open'

export const announceCart = (): void => {
  window.dispatchEvent(new Event(CART_CHANGED_EVENT))
}

export const expectCart = (): void => {
  window.dispatchEvent(new Event(CART_NEAR_EVENT))
}

export const askForCart = (): void => {
  window.dispatchEvent(new Event(CART_OPEN_EVENT))
}
