/** Specification §9: lifetime of a cart after each change. */
export const CART_LIFETIME_MS = 600_000
export const CART_MAX_LIFETIME_MS = 1_800_000
