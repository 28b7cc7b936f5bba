/** Dispatched after the stored cart has changed in this tab. Other tabs receive the `storage` event. */
export const CART_CHANGED_EVENT = 'app:cart'

/** Dispatched when the visitor is likely to open the cart, so that its code is loaded. */
export const CART_PRELOAD_EVENT = 'app:cart-near'

export const CART_OPEN_EVENT = 'app:cart-open'

export const notifyCartChanged = (): void => {
  window.dispatchEvent(new Event(CART_CHANGED_EVENT))
}

/** Makes the page load the code of the cart drawer. */
export const preloadCart = (): void => {
  window.dispatchEvent(new Event(CART_PRELOAD_EVENT))
}

export const requestCartDrawer = (): void => {
  window.dispatchEvent(new Event(CART_OPEN_EVENT))
}
