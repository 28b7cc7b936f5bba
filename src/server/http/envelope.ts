import type { DataOf, Endpoint } from '#contracts/platform/endpoint.ts'
import { retryAfterOf, statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import type { Client, WithCookies } from '#server/use-case.ts'
import { cookieHeaders } from './set-cookies.ts'

/** Like `toEnvelope`, and also sets the cookies of the result. */
export function toResponse<E extends Endpoint>(
  result: WithCookies<Result<DataOf<E>, ErrorCode>>,
  contract: E,
  client: Client,
): Response {
  const { cookies = [], ...outcome } = result
  const response = toEnvelope<E>(outcome, contract)
  for (const header of cookieHeaders(cookies, client.origin)) response.headers.append('Set-Cookie', header)
  return response
}

/** Wraps a result as `{success, data}` or `{success, error}` with the matching HTTP status (specification §3). */
export function toEnvelope<E extends Endpoint>(result: Result<DataOf<E>, ErrorCode>, contract?: E): Response {
  const keep = result.success && contract?.maxAgeSeconds
  const headers = { 'Cache-Control': keep ? `public, max-age=${keep}` : 'no-store' }
  if (!result.success) {
    const seconds = retryAfterOf(result)
    const retryAfter: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
    return Response.json(result, {
      status: statusOf(result.error.code),
      headers: { ...headers, ...retryAfter },
    })
  }
  const { success, data, extraFields } = result
  return Response.json({ success, data, ...extraFields }, { status: contract?.status ?? 200, headers })
}
