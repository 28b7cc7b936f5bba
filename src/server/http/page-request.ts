import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import type { Asked } from './asked-page.ts'
import { HTML } from './cached-page.ts'

/** What belongs to the connection, not to the request. */
const OF_THE_CONNECTION =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** The request as pages see it: method, headers and body, at the address that the front door has decided. */
export function toPageRequest(request: IncomingMessage, asked: Asked, body: Buffer | undefined): Request {
  const headers = new Headers({ host: new URL(asked.origin).host })
  // Names and values take turns.
  request.rawHeaders.forEach((name, index, all) => {
    if (index % 2 === 0 && !OF_THE_CONNECTION.test(name)) headers.append(name, all[index + 1] ?? '')
  })
  return new Request(`${asked.origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    // A view of Node's memory is no body to the types of the web; a copy of a small form costs nothing.
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
  })
}

/** Undefined when it is larger than the page takes; then nothing more of it is read. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Sends a page as it is rendered, no faster than the visitor takes it; whoever has left gets none, and no more of it is made. */
export async function sendPage(
  response: ServerResponse,
  rendered: Response,
  options: { isHead: boolean },
): Promise<void> {
  if (response.destroyed) return rendered.body?.cancel()
  const cookies = [response.getHeader('set-cookie') ?? [], rendered.headers.getSetCookie()].flat().map(String)
  const headers = Object.fromEntries(rendered.headers)
  response.writeHead(rendered.status, {
    // Made for one visitor: nobody else may see it.
    'cache-control': 'no-store',
    ...headers,
    ...(headers['content-type'] === 'text/html' ? { 'content-type': HTML } : {}),
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  })
  if (options.isHead || !rendered.body) {
    await rendered.body?.cancel()
    response.end()
    return
  }
  // The types of the web's streams and of Node's own name the same thing twice.
  await pipeline(Readable.fromWeb(rendered.body as NodeStream), response)
}

/** Whether nothing broke but the visitor's patience: the connection ended before the request or the answer did. */
export const hasLeft = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test(String(error.code))
