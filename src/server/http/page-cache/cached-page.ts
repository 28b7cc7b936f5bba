import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { chooseEncoding, compress, matchesEtag, type Encoding } from '#server/http/content-negotiation.ts'

/**
 * A rendered page that is ready to be sent. `headers` contains names and values in turn, the format that node:http writes
 * fastest.
 */
export interface CachedPage {
  status: number
  etag: string
  /** Maximum size in memory, including all encodings. */
  bytes: number
  headers: readonly string[]
  body: Buffer
  packed: Map<Encoding, Packed>
}

interface Packed {
  headers: string[]
  body: Buffer
}

const KEPT_HEADERS = [
  'cache-control',
  'content-type',
  'content-security-policy',
  'referrer-policy',
  'location',
  'link',
]

/** Content type of pages. Astro leaves out the charset. */
export const HTML_TYPE = 'text/html; charset=utf-8'

const bytesOf = (body: Buffer): number => 2 * body.byteLength + 4096

/**
 * Converts a rendered page. Browsers must revalidate it with its ETag, unless the page's own headers say otherwise. The ETag
 * is weak, because encodings differ. `headers` are added to every response; the page's own headers take precedence.
 */
export function toCachedPage(
  rendered: { status: number; headers: OutgoingHttpHeaders; html: string },
  headers: Readonly<Record<string, string>> = {},
): CachedPage {
  const body = Buffer.from(rendered.html)
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  const all = new Headers(headers)
  for (const name of KEPT_HEADERS) {
    const value = rendered.headers[name]
    if (value !== undefined) all.set(name, String(value))
  }
  if (all.get('content-type') === 'text/html') all.set('content-type', HTML_TYPE)
  const isWhole = rendered.status < 500
  if (!isWhole) all.set('cache-control', 'no-store')
  else if (!all.has('cache-control')) all.set('cache-control', 'public, max-age=0, must-revalidate')
  if (isWhole) all.set('etag', etag)
  all.set('vary', 'Accept-Encoding')
  return {
    status: rendered.status,
    etag,
    bytes: bytesOf(body),
    headers: [...all].flat(),
    body,
    packed: new Map(),
  }
}

export function sendCachedPage(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  const isPersonal = response.hasHeader('set-cookie')
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag)) {
    // node:http modifies an array of headers only if it belongs to one response, so the shared array is safe.
    response.writeHead(304, isPersonal ? personal(page.headers) : (page.headers as string[])).end()
    return
  }
  const { headers, body } = pack(page, chooseEncoding(request.headers['accept-encoding']))
  response.writeHead(page.status, isPersonal ? personal(headers) : headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/**
 * Forbids shared caches to store the response, because it sets a visitor's cookie. `headers` contains names and values in
 * turn.
 */
const personal = (headers: readonly string[]): string[] =>
  headers.map((value, index) => (headers[index - 1] === 'cache-control' ? 'private, no-cache' : value))

function pack(page: CachedPage, encoding: Encoding): Packed {
  const known = page.packed.get(encoding)
  if (known) return known
  const body = compress(page.body, encoding)
  const headers = [...page.headers, 'content-length', String(body.byteLength)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  const packed = { headers, body }
  page.packed.set(encoding, packed)
  return packed
}
