import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { chooseEncoding, compress, isKnown, type Encoding } from './content-negotiation.ts'

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

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm', '.webmanifest'])

interface StaticFile {
  headers: Record<string, string>
  etag: string
  /** Bodies by encoding, each made when it is first asked for. */
  bodies: Map<Encoding, Buffer>
  isCompressible: boolean
}

/** Answers when the path is a file that the build left in `folder`; false hands the request on. */
export type ServeFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

/** Reads the whole folder into memory: what the build emits is small, and a file is then one map look-up away. */
export function createStaticFiles(folder: string): ServeFile {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file): [string, StaticFile] => [
        `/${relative(folder, file).split(sep).join('/')}`,
        readFile(file),
      ]),
  )
  return (request, response, path) => {
    const file = files.get(path)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    send(request, response, withCaching(file, path))
    return true
  }
}

function readFile(file: string): StaticFile {
  const body = readFileSync(file)
  const extension = extname(file)
  return {
    headers: { 'Content-Type': TYPES[extension] ?? 'application/octet-stream' },
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    bodies: new Map([['identity', body]]),
    isCompressible: COMPRESSIBLE.has(extension),
  }
}

/** The build's own files carry their content's hash in their names; the rest may change at any release. */
function withCaching(file: StaticFile, path: string): StaticFile {
  file.headers['Cache-Control'] ??= path.startsWith('/_astro/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600'
  return file
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const headers = {
    ...file.headers,
    ETag: file.etag,
    ...(file.isCompressible ? { Vary: 'Accept-Encoding' } : {}),
  }
  if (isKnown(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = file.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const body = bodyOf(file, encoding)
  response.writeHead(200, {
    ...headers,
    'Content-Length': body.byteLength,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bodyOf(file: StaticFile, encoding: Encoding): Buffer {
  const made = file.bodies.get(encoding)
  if (made) return made
  const plain = file.bodies.get('identity') ?? Buffer.alloc(0)
  const body = compress(plain, encoding, 'file')
  file.bodies.set(encoding, body)
  return body
}
