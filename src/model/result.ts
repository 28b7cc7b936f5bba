/** What a business rule found wrong: a code of the catalogue, its sentence, and facts for the reader. */
export interface Failure<Code extends string = string> {
  success: false
  error: { code: Code; message: string; details?: unknown }
  /** The HTTP status that it came with; missing where there was no answer. */
  status?: number
}

/** `beside` holds what an answer carries next to `data` (the fee configuration's `source`). */
export interface Success<Data> {
  success: true
  data: Data
  beside?: Record<string, unknown>
}

/** One shape from SQL to toast (specification §3, API result envelope). */
export type Result<Data, Code extends string = string> = Success<Data> | Failure<Code>

export const succeed = <Data>(data: Data, beside?: Record<string, unknown>): Success<Data> =>
  beside ? { success: true, data, beside } : { success: true, data }
