/** Lifetime of a cart after each change, in milliseconds (specification §9). */
export const CART_LIFETIME_MS = 600_000
export const CART_MAX_LIFETIME_MS = 1_800_000
