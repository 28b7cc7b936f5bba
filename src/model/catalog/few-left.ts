/** The number of remaining tickets is shown when it is below this. */
export const FEW_LEFT = 20
