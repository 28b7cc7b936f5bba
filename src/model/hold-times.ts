/** Specification §9: every cart change starts these ten minutes anew. */
export const CART_LIFETIME_MS = 600_000
/** A hold never outlives its first change by more than this. */
export const CART_LONGEST_LIFETIME_MS = 1_800_000
