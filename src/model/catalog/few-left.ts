/** Pages show the number of remaining tickets when it is below this. */
export const FEW_LEFT = 20
