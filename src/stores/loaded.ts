/** Data of a page: loading (empty), loaded, or failed. */
export interface Loaded<Data> {
  data?: Data
  failure?: string
}

export const LOADING: Loaded<never> = {}
