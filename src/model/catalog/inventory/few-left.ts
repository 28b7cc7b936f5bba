/** Pages show the number of available tickets when it is below this. */
export const FEW_LEFT_BELOW = 20
