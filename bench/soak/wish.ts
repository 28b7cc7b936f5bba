/** What of a soak was asked for; parts have numbers of their own where none are named. */
export interface Wish {
  count?: number
  seed?: number
}
