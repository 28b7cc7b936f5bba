import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

/** A finished page as it goes over the wire, with a ready body and headers for each encoding. */
export interface CachedPage {
  status: number
  etag: string
  bytes: number
  bodies: Readonly<Record<Encoding, Buffer>>
  headers: Readonly<Record<Encoding, Record<string, string | number>>>
  notModified: Record<string, string>
}

/** What of a rendered page's own headers is kept; the rest is the front door's business. */
const KEPT_HEADERS = ['content-type', 'content-security-policy', 'referrer-policy', 'location', 'link']

/** Fast enough to do at every change, and within a few per cent of what twice the time would save. */
const BROTLI_QUALITY = 5

/**
 * Visitors' browsers may keep a page but ask each time whether it still holds: the answer is a 304 from memory. ETags are
 * weak: the same page may come in another encoding.
 */
export async function toCachedPage(rendered: Response): Promise<CachedPage> {
  const body = Buffer.from(await rendered.arrayBuffer())
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  const bodies = {
    identity: body,
    gzip: gzipSync(body, { level: 6 }),
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  }
  const own = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = rendered.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const shared = {
    ...own,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Cache-Control': 'public, max-age=0, must-revalidate',
  }
  return {
    status: rendered.status,
    etag,
    bytes: body.byteLength + bodies.gzip.byteLength + bodies.br.byteLength,
    bodies,
    headers: {
      identity: { ...shared, 'Content-Length': body.byteLength },
      gzip: { ...shared, 'Content-Length': bodies.gzip.byteLength, 'Content-Encoding': 'gzip' },
      br: { ...shared, 'Content-Length': bodies.br.byteLength, 'Content-Encoding': 'br' },
    },
    notModified: shared,
  }
}

export function sendCachedPage(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
    response.writeHead(304, page.notModified).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  response.writeHead(page.status, page.headers[encoding])
  if (request.method === 'HEAD') response.end()
  else response.end(page.bodies[encoding])
}

export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const names = typeof accepted === 'string' ? accepted : ''
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
