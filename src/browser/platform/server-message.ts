import type { Failure } from '#model/platform/result.ts'
import { httpMessage } from './read-response.ts'

/** The server's error message, or the fallback if it sent none (specification §8, auth). */
export const serverMessageOr = (error: Failure['error'], fallback: string): string =>
  serverMessage(error) ?? fallback

/** Returns the server's message; undefined if it sent none and the API client created the failure (specification §8, client-side codes). */
export function serverMessage({ code, message }: Failure['error']): string | undefined {
  const [, status] = /^HTTP_ERROR_(\d+)$/.exec(code) ?? []
  // An error of the server without a code also gets the code HTTP_ERROR_{status}.
  const isMadeHere = status === undefined ? CLIENT_CODES.test(code) : message === httpMessage(Number(status))
  return isMadeHere ? undefined : message || undefined
}

const CLIENT_CODES =
  /^(NETWORK_ERROR|REQUEST_ERROR|RESPONSE_READ_ERROR|EMPTY_RESPONSE|PARSE_ERROR|RESPONSE_HANDLING_ERROR)$/
