import type { ServerResponse } from 'node:http'
import { fail, retryAfterOf, statusOf, type ErrorCode } from '#contracts/platform/errors.ts'

export function sendError(
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

/**
 * Sends an error. If the response has already started, aborts the connection instead, so that a partial response isn't
 * mistaken for a complete one.
 */
export function sendErrorOrAbort(response: ServerResponse, code: ErrorCode): void {
  if (response.headersSent) return void response.destroy()
  removeContentHeaders(response)
  sendError(response, code)
}

/** Removes the headers of a response that is being replaced. */
export function removeContentHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) {
    const isContent = name.startsWith('content-') && name !== 'content-security-policy'
    if (isContent || name === 'set-cookie') response.removeHeader(name)
  }
}
