import { FetchError, ofetch } from 'ofetch'
import type { Method } from '#contracts/platform/endpoint.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { readAccessToken } from '#browser/platform/session/access-token.ts'
import { clientFailure, readBlob, readResponse } from './read-response.ts'

export interface RequestOptions {
  headers?: Record<string, string>
  query?: Record<string, unknown>
  signal?: AbortSignal
  /** Time limit of the request in milliseconds. */
  timeout?: number
  cache?: RequestCache
  file?: Blob
  keepalive?: boolean
  isFile?: boolean
}

/**
 * API client (specification §7). Its methods never throw; failures are in the result's error (§8). They don't validate the data; `call`
 * does, which loads Zod.
 */
export const api = {
  get: (path: string, options?: RequestOptions) => sendRequest('GET', path, { ...options }),
  post: (path: string, body?: unknown, options?: RequestOptions) =>
    sendRequest('POST', path, { ...options, body }),
  put: (path: string, body?: unknown, options?: RequestOptions) =>
    sendRequest('PUT', path, { ...options, body }),
  delete: (path: string, options?: RequestOptions) => sendRequest('DELETE', path, { ...options }),
}

type Sent = RequestOptions & { body?: unknown }

/** Sends a request. If the server refuses the access token, renews it and repeats the request once. */
export async function sendRequest(method: Method, path: string, request: Sent): Promise<Result<unknown>> {
  const url = resolveApiPath(path)
  const token = tokenFor(url)
  const attempt = (bearer: string | undefined) => sendOnce(method, url, withToken(request, bearer))
  const answer = await attempt(token)
  if (!token || !isRefused(answer)) return answer
  const { endRefusedSession, renewToken } = await import('#browser/platform/session/renew-token.ts')
  const renewal = await renewToken(token, (at) => sendOnce('POST', at, { keepalive: true, timeout: 10_000 }))
  if (renewal.token === undefined) return renewal.failure ?? answer
  const again = await attempt(renewal.token)
  if (isRefused(again)) endRefusedSession(renewal.token)
  return again
}

const isRefused = (answer: Result<unknown>): boolean =>
  !answer.success && answer.error.code === 'UNAUTHENTICATED'

const withToken = (request: Sent, token: string | undefined): Sent =>
  token ? { ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } } : request

async function sendOnce(method: Method, url: string, request: Sent): Promise<Result<unknown>> {
  let response: Response
  try {
    const { headers, body, file, isFile: _, ...options } = request
    response = await ofetch.raw(url, {
      ...options,
      method,
      headers: { 'content-type': file?.type || 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file } : {}),
      retry: false,
      ignoreResponseError: true,
      // The body is read separately, by `readResponse`, which has its own error codes.
      responseType: 'stream',
    })
  } catch (error) {
    return requestFailure(error)
  }
  return request.isFile && response.ok ? readBlob(response) : readResponse(response)
}

/**
 * Returns the URL for a path: `/public/…` becomes `/api/public/…`, and paths about one order (an id of 36 characters) go to the local order
 * proxy.
 */
export function resolveApiPath(path: string): string {
  const order = /^(?:\/api)?(?:\/public)?\/orders\/([\w-]{36})(?=$|[/?])(.*)$/.exec(path)
  if (order) return `/api/public/orders/${order[1]}${order[2]}`
  return path.startsWith('/public/') ? `/api${path}` : path
}

/** Returns the access token for a request; undefined for public paths except staff endpoints (specification §6). */
const tokenFor = (url: string): string | undefined =>
  url.startsWith('/api/public/') && !url.startsWith('/api/public/staff/') ? undefined : readAccessToken()

/**
 * Converts an exception to an error: NETWORK_ERROR if the network failed; REQUEST_ERROR if the request was aborted,
 * timed out or couldn't be sent.
 */
function requestFailure(error: unknown): Failure {
  const cause = error instanceof FetchError && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  const isNetwork = error instanceof FetchError && !isAborted(cause)
  return isNetwork
    ? clientFailure('NETWORK_ERROR', message || 'Network request failed')
    : clientFailure('REQUEST_ERROR', message || 'Unknown error')
}

const isAborted = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')
