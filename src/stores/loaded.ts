/** What is loaded for the page: nothing yet, the thing, or why there is nothing. */
export interface Loaded<Data> {
  data?: Data
  failure?: string
}

export const LOADING: Loaded<never> = {}
