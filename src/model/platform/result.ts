export interface Failure<Code extends string = string> {
  success: false
  error: { code: Code; message: string; details?: unknown }
  status?: number
}

/** `extraFields` has fields that the response contains next to `data`, such as the `source` of a fee configuration. */
export interface Success<Data> {
  success: true
  data: Data
  extraFields?: Record<string, unknown>
}

/** Result of every operation, from queries to messages on screens (specification §3, API result envelope). */
export type Result<Data, Code extends string = string> = Success<Data> | Failure<Code>

export const succeed = <Data>(data: Data, extraFields?: Record<string, unknown>): Success<Data> =>
  extraFields ? { success: true, data, extraFields } : { success: true, data }
