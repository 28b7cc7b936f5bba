/** Specification §9: lifetime of a cart after each change. */
export const CART_LIFETIME_MS = 600_000
/** Maximum lifetime of a hold after its first change. */
export const CART_MAX_LIFETIME_MS = 1_800_000
