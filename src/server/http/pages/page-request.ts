import { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Headers that only concern this connection, and the host. */
const OF_THE_CONNECTION =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

interface PageAsk {
  origin: string
  url: string | undefined
  method?: string
  headers?: IncomingMessage['headers']
  body?: Buffer | undefined
  address?: string
}

/**
 * Request for @astrojs/node, which reads protocol and address from the socket, and the host from its header. The front door
 * determines all three.
 */
export class PageRequest extends IncomingMessage {
  readonly body: Buffer | undefined

  constructor({ origin, url = '/', method = 'GET', headers = {}, body, address }: PageAsk) {
    const encrypted = origin.startsWith('https:')
    // An object in place of a socket, because the adapter only reads these properties.
    super({ encrypted, remoteAddress: address } as TLSSocket)
    this.method = method
    this.url = url
    this.headers = { host: origin.slice(encrypted ? 'https://'.length : 'http://'.length) }
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined && !OF_THE_CONNECTION.test(name)) this.headers[name] = value
    this.body = body
  }
}

/** Reads the body of a request. Returns undefined as soon as the body exceeds the limit. */
export async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return undefined
  const chunks: Buffer[] = []
  let length = 0
  // Destroying the request would make it impossible to respond.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** True if the error only means that the client has disconnected. */
export const hasDisconnected = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test(String(error.code))
