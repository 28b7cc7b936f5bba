/**
 * What the forms of pages leave in the browser, for as long as no script does: the cart's id and the promo code that was
 * entered. Scripts may read both, and take them over (specification §9 keeps the same under these names in local storage).
 */
export const CART_COOKIES = { cartId: 'cartId', promoCode: 'cartPromoCode' } as const

/** Longer than any cart lives: whoever comes back after a while is told that it has expired. */
export const CART_COOKIES_SECONDS = 86_400
