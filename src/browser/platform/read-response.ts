import type { Failure, Result } from '#model/platform/result.ts'

/** Error codes that the browser creates (specification §8), in addition to HTTP_ERROR_{status}. */
export type ClientCode =
  | 'NETWORK_ERROR'
  | 'REQUEST_ERROR'
  | 'RESPONSE_READ_ERROR'
  | 'EMPTY_RESPONSE'
  | 'PARSE_ERROR'
  | `HTTP_ERROR_${number}`
  | 'RESPONSE_HANDLING_ERROR'

export const clientFailure = (code: ClientCode, message: string, details?: unknown): Failure => ({
  success: false,
  error: { code, message, ...(details === undefined ? {} : { details }) },
})

/** Converts an envelope or a bare body into a result (specification §7). Never throws. */
export async function readResponse(response: Response): Promise<Result<unknown>> {
  const answer = await readBody(response)
  return answer.success ? answer : { ...answer, status: response.status }
}

async function readBody(response: Response): Promise<Result<unknown>> {
  let text: string
  try {
    text = await response.text()
  } catch {
    return unreadable()
  }
  if (text.trim() === '') {
    return response.ok
      ? clientFailure('EMPTY_RESPONSE', 'Server returned empty response')
      : httpFailure(response)
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return response.ok
      ? clientFailure('PARSE_ERROR', 'Failed to parse API response as JSON')
      : httpFailure(response)
  }
  return response.ok ? readAnswer(body) : (readError(body, response.status) ?? httpFailure(response))
}

/** Fails with RESPONSE_HANDLING_ERROR if the data isn't as expected. */
export function validateData<Data>(
  answer: Result<unknown>,
  isExpected: (data: unknown) => data is Data,
): Result<Data> {
  if (!answer.success) return answer
  return isExpected(answer.data) ? { ...answer, data: answer.data } : unexpectedData()
}

export const unexpectedData = (details?: unknown): Failure =>
  clientFailure('RESPONSE_HANDLING_ERROR', 'The API response has an unexpected shape', details)

/** Returns the body of a successful response as a Blob. Never throws. */
export const readBlob = (response: Response): Promise<Result<Blob>> =>
  response.blob().then((data) => ({ success: true, data }), unreadable)

const unreadable = (): Failure => clientFailure('RESPONSE_READ_ERROR', 'Failed to read API response')

/** If a successful response has no `success` flag, the whole body is the data. */
function readAnswer(body: unknown): Result<unknown> {
  if (!isRecord(body) || typeof body['success'] !== 'boolean') return { success: true, data: body }
  const { success, data, ...extraFields } = body
  if (success) return { success: true, data, extraFields }
  return (
    readError(body, 200) ??
    clientFailure('RESPONSE_HANDLING_ERROR', 'The API response reports a failure without an error')
  )
}

function readError(body: unknown, status: number): Failure | undefined {
  if (!isRecord(body)) return undefined
  const error = isRecord(body['error']) ? body['error'] : body
  if (typeof error['message'] !== 'string') return undefined
  const code = typeof error['code'] === 'string' ? error['code'] : `HTTP_ERROR_${status}`
  const details = error['details']
  return {
    success: false,
    error: { code, message: error['message'], ...(details === undefined ? {} : { details }) },
  }
}

/** Returns true for network errors and for status 502, 503 and 504, after which a retry may succeed (specification §7). */
export const isUnreachable = (answer: Result<unknown>): boolean =>
  !answer.success &&
  (/^(NETWORK_ERROR|REQUEST_ERROR|RESPONSE_READ_ERROR)$/.test(answer.error.code) ||
    /^50[234]$/.test(String(answer.status)))

const httpFailure = (response: Response): Failure =>
  clientFailure(`HTTP_ERROR_${response.status}`, httpMessage(response.status))

export const httpMessage = (status: number): string => `The server answered with status ${status}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
