export interface Failure<Code extends string = string> {
  success: false
  error: { code: Code; message: string; details?: unknown }
  /** HTTP status of the response; absent when there was none. */
  status?: number
}

/** `beside`: fields next to `data` in the response (the `source` of a fee configuration). */
export interface Success<Data> {
  success: true
  data: Data
  beside?: Record<string, unknown>
}

/** Result type used from SQL to toast (specification §3, API result envelope). */
export type Result<Data, Code extends string = string> = Success<Data> | Failure<Code>

export const succeed = <Data>(data: Data, beside?: Record<string, unknown>): Success<Data> =>
  beside ? { success: true, data, beside } : { success: true, data }
