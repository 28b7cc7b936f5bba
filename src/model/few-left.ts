/** Fewer than this many left are told by number. */
export const FEW_LEFT = 20
