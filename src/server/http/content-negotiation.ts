import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Number of `Accept-Encoding` headers whose result is cached. Browsers send few different ones; others are parsed each time. */
const REMEMBERED = 200
const remembered = new Map<string, Encoding>()

export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '')
  const known = remembered.get(text)
  if (known) return known
  const encoding = readEncoding(text)
  if (remembered.size < REMEMBERED && text.length <= REMEMBERED) remembered.set(text, encoding)
  return encoding
}

function readEncoding(accepted: string): Encoding {
  const names = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
      .map((each) => each.split(';', 1)[0]?.trim()),
  )
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : 'identity'
}

/** True if `If-None-Match` contains the tag. Uses weak comparison, because proxies that recompress mark tags as weak. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const strong = etag.replace(/^W\//, '')
  return header.split(',').some((each) => ['*', strong, `W/${strong}`].includes(each.trim()))
}

/** Brotli quality for pages. High, because each cached page is compressed at most once a second. */
const BROTLI_QUALITY = 5
/** Window for bodies that fit into it: Brotli uses smaller tables for it, and takes a third less time for a page of 20 KB. */
const SMALL_WINDOW_BITS = 16
const GZIP_LEVEL = 6

export function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipSync(body, { level: GZIP_LEVEL })
  const isSmall = body.byteLength <= 2 ** SMALL_WINDOW_BITS
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      ...(isSmall ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW_BITS } : {}),
    },
  })
}
