/** The stored cart changed in this tab. Other tabs receive the `storage` event. */
export const CART_CHANGED_EVENT = 'app:cart'

/** The visitor is likely to open the cart: its code is preloaded. */
export const CART_NEAR_EVENT = 'app:cart-near'

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
