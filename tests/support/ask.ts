import type { Context } from '#server/context.ts'
import { createApi } from '#server/http/api.ts'

export interface Answer<Data> {
  status: number
  headers: Headers
  success: boolean
  data: Data
  error: { code: string; message: string; details?: unknown }
  /** Set cookies by name; null for deleted ones. */
  cookies: Record<string, string | null>
}

export interface Asking {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unmodified. */
  bytes?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  host?: string
  key?: string
  bearer?: string | undefined
  cookies?: Readonly<Record<string, string>>
  promoter?: string
  address?: string
  userAgent?: string
  /** `Sec-Purpose` of a speculative request. */
  purpose?: string
}

export type Ask = <Data = unknown>(method: string, path: string, request?: Asking) => Promise<Answer<Data>>

export function createAsk(context: Context, ownHost: string): Ask {
  const api = createApi(context)
  return async <Data>(method: string, path: string, request: Asking = {}) => {
    const { host = ownHost, address = '127.0.0.1', bytes } = request
    const given = request.body === undefined ? bytes : JSON.stringify(request.body)
    const response = await api.fetch(
      new Request(`http://${host}${path}`, {
        method,
        headers: headersOf(request, host),
        ...(given === undefined ? {} : { body: given, duplex: 'half' }),
      }),
      { client: { address, origin: `http://${host}` } },
    )
    const body: Pick<Answer<Data>, 'success' | 'data' | 'error'> = await response.json()
    const { status, headers } = response
    return { ...body, status, headers, cookies: readCookies(headers) }
  }
}

const headersOf = (
  { key, bearer, promoter, cookies = {}, userAgent, purpose }: Asking,
  host: string,
): Record<string, string> => ({
  host,
  'content-type': 'application/json',
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
  ...(key ? { 'idempotency-key': key } : {}),
  ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  ...(promoter === undefined ? {} : { 'x-promoter-user-id': promoter }),
  ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  ...(purpose === undefined ? {} : { 'sec-purpose': purpose }),
})

export function readCookies(headers: Headers): Record<string, string | null> {
  const entries = headers.getSetCookie().map((header): [string, string | null] => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    return [name, /max-age=0\b/i.test(header) ? null : decodeURIComponent(value)]
  })
  return Object.fromEntries(entries)
}
