import { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** What belongs to the connection, not to the request. */
const OF_THE_CONNECTION =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** A request for a page, as the front door has decided that it is. */
interface PageAsk {
  /** `https://tickets.example:8443`: what pages take for the address of the site. */
  origin: string
  /** Path and query, as they came. */
  url: string | undefined
  method?: string
  headers?: IncomingMessage['headers']
  body?: Buffer | undefined
  /** The client's. */
  address?: string
}

/**
 * The request that the adapter of the pages reads: it takes protocol and client address from the connection and the host from its header,
 * so it is given a request of its own, in which all of them are what the front door has decided.
 */
export class PageRequest extends IncomingMessage {
  /** Where @astrojs/node looks for a body that has been read already. */
  readonly body: Buffer | undefined

  constructor({ origin, url = '/', method = 'GET', headers = {}, body, address }: PageAsk) {
    const encrypted = origin.startsWith('https:')
    // No connection: nothing is read from it, and the adapter asks it for nothing else.
    super({ encrypted, remoteAddress: address } as TLSSocket)
    this.method = method
    this.url = url
    this.headers = { host: origin.slice(encrypted ? 'https://'.length : 'http://'.length) }
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined && !OF_THE_CONNECTION.test(name)) this.headers[name] = value
    this.body = body
  }
}

/** Undefined when it is larger than the page takes; then nothing more of it is read. */
export async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return undefined
  const chunks: Buffer[] = []
  let length = 0
  // A request that is destroyed could not be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether nothing broke but the visitor's patience: the connection ended before the request or the answer did. */
export const hasLeft = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test(String(error.code))
