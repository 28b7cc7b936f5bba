import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { chooseEncoding, matchesEtag, type Encoding } from '#server/http/content-negotiation.ts'
import { COMPRESSED_EXTENSIONS } from './compress-files.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

interface StaticFile {
  headers: Record<string, string>
  etag: string
  body: Buffer
  /** Compressed content by encoding. Undefined for types that aren't compressed, or if compression makes the file no smaller. */
  packed: Record<Exclude<Encoding, 'identity'>, Buffer> | undefined
}

export type ServeFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

export function createStaticFiles(folder: string): ServeFile {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const files = new Map<string, StaticFile>(
    [...names]
      .filter((file) => !isPackedForm(file, names))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file] as const)
      .map(([path, file]) => [
        path,
        readFile(file, { path, isPacked: names.has(file + COMPRESSED_EXTENSIONS.br) }),
      ]),
  )
  return (request, response, path) => {
    const file = files.get(path)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    send(request, response, file)
    return true
  }
}

const isPackedForm = (file: string, names: ReadonlySet<string>): boolean =>
  Object.values(COMPRESSED_EXTENSIONS).some(
    (ending) => file.endsWith(ending) && names.has(file.slice(0, -ending.length)),
  )

/** Reads a file. Files with a content hash in their name never change; others may change with a release. */
function readFile(file: string, { path, isPacked }: { path: string; isPacked: boolean }): StaticFile {
  const body = readFileSync(file)
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return {
    headers: {
      'Content-Type': type,
      'Cache-Control': path.startsWith('/_astro/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ETag: etag,
      // Webmail and link previews show images on other origins.
      ...(type.startsWith('image/') ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
      ...(isPacked ? { Vary: 'Accept-Encoding' } : {}),
    },
    etag,
    body,
    packed: isPacked
      ? {
          br: readFileSync(file + COMPRESSED_EXTENSIONS.br),
          gzip: readFileSync(file + COMPRESSED_EXTENSIONS.gzip),
        }
      : undefined,
  }
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, file.headers).end()
    return
  }
  const encoding = file.packed ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const body = encoding === 'identity' || !file.packed ? file.body : file.packed[encoding]
  response.writeHead(200, {
    ...file.headers,
    'Content-Length': body.byteLength,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
