import { FetchError, ofetch } from 'ofetch'
import * as z from 'zod/mini'
import type { CallOf, DataOf, Endpoint, Method } from '#contracts/endpoint.ts'
import type { Failure, Result } from '#model/result.ts'
import { readAccessToken } from './access-token.ts'
import { clientFailure, readFile, readResponse } from './read-response.ts'

export interface RequestOptions {
  headers?: Record<string, string>
  query?: Record<string, unknown>
  signal?: AbortSignal
  /** Milliseconds after which the request is given up. */
  timeout?: number
  /** 'no-store' where an old answer would mislead. */
  cache?: RequestCache
  /** A body that is no JSON. */
  file?: Blob
  /** Is sent to its end though the page is left. */
  keepalive?: boolean
  /** The answer is a file: its data is a Blob. */
  isFile?: boolean
}

/** Specification §7, the client wrapper. No method throws: what went wrong is the Result's error (§8). */
export const api = {
  get: (path: string, options?: RequestOptions) => send('GET', path, { ...options }),
  post: (path: string, body?: unknown, options?: RequestOptions) => send('POST', path, { ...options, body }),
  put: (path: string, body?: unknown, options?: RequestOptions) => send('PUT', path, { ...options, body }),
  delete: (path: string, options?: RequestOptions) => send('DELETE', path, { ...options }),
}

/** Calls an endpoint as its contract says; data that doesn't fit the contract is RESPONSE_HANDLING_ERROR. */
export async function call<E extends Endpoint>(
  contract: E,
  input: CallOf<E>,
  options: RequestOptions = {},
): Promise<Result<DataOf<E>>> {
  // CallOf<E> holds these three keys at most, each as its schema takes it.
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const answer = await send(contract.method, path, { ...options, ...(query ? { query } : {}), body })
  if (!answer.success) return answer
  const parsed = z.safeParse(contract.data, answer.data)
  if (!parsed.success) {
    return clientFailure(
      'RESPONSE_HANDLING_ERROR',
      'The API answer has an unexpected shape',
      parsed.error.issues,
    )
  }
  // `parsed` was made by the schema that DataOf<E> is the output of.
  return { ...answer, data: parsed.data as DataOf<E> }
}

type Sent = RequestOptions & { body?: unknown }

/** A token that is refused is renewed once, and the call repeated once with the new one. */
async function send(method: Method, path: string, request: Sent): Promise<Result<unknown>> {
  const address = resolvePath(path)
  const token = tokenFor(address)
  const attempt = (bearer: string | undefined) => sendOnce(method, address, withToken(request, bearer))
  const answer = await attempt(token)
  if (!token || !isRefused(answer)) return answer
  const { endRefused, renewToken } = await import('./renew-token.ts')
  const renewal = await renewToken(token, (at) => sendOnce('POST', at, { keepalive: true, timeout: 10_000 }))
  if (renewal.token === undefined) return renewal.failure ?? answer
  const again = await attempt(renewal.token)
  if (isRefused(again)) endRefused(renewal.token)
  return again
}

const isRefused = (answer: Result<unknown>): boolean =>
  !answer.success && answer.error.code === 'UNAUTHENTICATED'

const withToken = (request: Sent, token: string | undefined): Sent =>
  token ? { ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } } : request

async function sendOnce(method: Method, address: string, request: Sent): Promise<Result<unknown>> {
  let response: Response
  try {
    const { headers, body, file, isFile: _, ...options } = request
    response = await ofetch.raw(address, {
      ...options,
      method,
      headers: { 'content-type': file?.type || 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file } : {}),
      retry: false,
      ignoreResponseError: true,
      // Leaves the body unread: reading it is a step of its own, with its own error.
      responseType: 'stream',
    })
  } catch (error) {
    return requestFailure(error)
  }
  return request.isFile && response.ok ? readFile(response) : readResponse(response)
}

/**
 * `/public/…` → `/api/public/…`, other paths as they are. Orders with a 36-character id are asked for at the local order
 * proxy, whatever way their address was written.
 */
export function resolvePath(path: string): string {
  const order = /^(?:\/api)?(?:\/public)?\/orders\/([\w-]{36})(?=$|[/?])(.*)$/.exec(path)
  if (order) return `/api/public/orders/${order[1]}${order[2]}`
  return path.startsWith('/public/') ? `/api${path}` : path
}

/** Public paths go without a token, but for staff's (specification §6: staff endpoints require one). */
const tokenFor = (address: string): string | undefined =>
  address.startsWith('/api/public/') && !address.startsWith('/api/public/staff/')
    ? undefined
    : readAccessToken()

/** The network let us down: NETWORK_ERROR. Given up, timed out or never sent: REQUEST_ERROR. */
function requestFailure(error: unknown): Failure {
  const cause = error instanceof FetchError && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  const isNetwork = error instanceof FetchError && !isGivenUp(cause)
  return isNetwork
    ? clientFailure('NETWORK_ERROR', message || 'Network request failed')
    : clientFailure('REQUEST_ERROR', message || 'Unknown error')
}

const isGivenUp = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')
