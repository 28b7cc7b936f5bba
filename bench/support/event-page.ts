import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Load } from './load.ts'

/** The measured page: a storefront's event with several ticket types, including an ended early bird. */
export const EVENT_HOST = 'aurora.localhost'
export const EVENT_SLUG = 'nachtstrom-all-night-long'
export const EVENT_PATH = `/events/${EVENT_SLUG}`
export const EVENT_TICKET = 'Standard'

export interface Page {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A page as transferred. */
export function readPage(origin: string, path: string, headers: Record<string, string> = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, origin), { headers: { host: EVENT_HOST, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
        .once('error', reject)
    })
    sent.once('error', reject).end()
  })
}

export const readEventPage = (origin: string, headers: Record<string, string> = {}): Promise<Page> =>
  readPage(origin, EVENT_PATH, headers)

// wrk adds its own Host header unless this exact spelling is used.
export const eventPageLoad = (origin: string, headers: Record<string, string> = {}): Load => ({
  origin,
  path: EVENT_PATH,
  headers: { Host: EVENT_HOST, ...headers },
})

/** Compresses with the same level as Foyer's pages. */
export const brotli = (body: Buffer | string): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
