import type { Failure } from '#model/result.ts'
import { httpMessage } from './read-response.ts'

/** Specification §8, auth: the server's error message, else the fallback. */
export const messageOr = (error: Failure['error'], fallback: string): string =>
  serverMessage(error) ?? fallback

/** Undefined where the server sent no message: the client wrapper made the failure (specification §8, client-side codes). */
export function serverMessage({ code, message }: Failure['error']): string | undefined {
  const [, status] = /^HTTP_ERROR_(\d+)$/.exec(code) ?? []
  // A server's error without a code has this one, too.
  const isMadeHere = status === undefined ? CLIENT_CODES.test(code) : message === httpMessage(Number(status))
  return isMadeHere ? undefined : message || undefined
}

const CLIENT_CODES =
  /^(NETWORK_ERROR|REQUEST_ERROR|RESPONSE_READ_ERROR|EMPTY_RESPONSE|PARSE_ERROR|RESPONSE_HANDLING_ERROR)$/
