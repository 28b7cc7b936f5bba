import type { ServerResponse } from 'node:http'
import { fail, retryAfterOf, statusOf, type ErrorCode } from '#contracts/errors.ts'

/** The front door's own no, in the same envelope as the API's. */
export function refuse(
  response: ServerResponse,
  code: ErrorCode,
  headers: Record<string, string> = {},
): void {
  const failure = fail(code)
  const seconds = retryAfterOf(failure)
  response
    .writeHead(statusOf(code), {
      ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
      ...headers,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    })
    .end(JSON.stringify(failure))
}

/** An answer that has begun can't be taken back: the connection breaks, so that nobody takes it for a whole one. */
export function giveUp(response: ServerResponse, code: ErrorCode): void {
  if (response.headersSent) return void response.destroy()
  dropContent(response)
  refuse(response, code)
}

/** Removes the headers that an answer which is not going to be sent has set. */
export function dropContent(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) {
    const isContent = name.startsWith('content-') && name !== 'content-security-policy'
    if (isContent || name === 'set-cookie') response.removeHeader(name)
  }
}
