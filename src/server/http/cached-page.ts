import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { chooseEncoding, compress, isKnown, type Encoding } from './content-negotiation.ts'

/** A finished page as it goes over the wire: names and values of its headers take turns, as node:http writes them fastest. */
export interface CachedPage {
  status: number
  etag: string
  /** What it takes at most once it has been asked for in every encoding. */
  bytes: number
  headers: readonly string[]
  body: Buffer
  /** Made when it is first asked for in that encoding. */
  packed: Map<Encoding, Packed>
}

interface Packed {
  headers: string[]
  body: Buffer
}

/** What of a rendered page's own headers is kept; the rest is the front door's business. */
const KEPT_HEADERS = [
  'cache-control',
  'content-type',
  'content-security-policy',
  'referrer-policy',
  'location',
  'link',
]

/** Astro leaves the letters' encoding to the document. */
export const HTML = 'text/html; charset=utf-8'

/** Compressed, a page is far less than half of itself; headers and the like take this much. */
const bytesOf = (body: Buffer): number => 2 * body.byteLength + 4096

/**
 * Unless it says otherwise, visitors' browsers may keep a page but ask each time whether it still holds: the answer is a 304. ETags are
 * weak: the same page may come in another encoding. `headers` come with every answer; the page's own outdo them.
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
  if (all.get('content-type') === 'text/html') all.set('content-type', HTML)
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
  if (page.status === 200 && isKnown(request.headers['if-none-match'], page.etag)) {
    // node:http takes any array for headers of the answer it is about to change.
    response.writeHead(304, isPersonal ? personal(page.headers) : (page.headers as string[])).end()
    return
  }
  const { headers, body } = pack(page, chooseEncoding(request.headers['accept-encoding']))
  response.writeHead(page.status, isPersonal ? personal(headers) : headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** A page that comes with somebody's cookie is kept by nobody between here and them. Names and values take turns. */
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
