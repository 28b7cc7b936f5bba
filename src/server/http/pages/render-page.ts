import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { HTML_TYPE } from '#server/http/page-cache/cached-page.ts'
import type { PageRequest } from './page-request.ts'

/** Exported by the build. Renders pages with @astrojs/node in middleware mode. Never rejects. */
export type HandlePage = (
  ...target: [request: IncomingMessage, response: ServerResponse, next: undefined, locals: PageLocals]
) => Promise<void>

export type PageLocals = Omit<App.Locals, 'site'>

export interface PageToRender {
  request: PageRequest
  locals: PageLocals
}

/** Thrown if Astro's middleware responded that the database is down. The middleware has already logged the reason. */
export class PageUnavailable extends Error {
  override name = 'PageUnavailable'
}

export interface PageSink {
  begin: (status: number, headers: OutgoingHttpHeaders) => void
  /** Receives the next part of the page. Returns false to stop rendering. */
  take: (part: Uint8Array) => boolean
}

export async function renderPage(
  handlePage: HandlePage,
  target: PageToRender,
  sink: PageSink,
): Promise<void> {
  const response = new PageResponse(target.request, sink)
  await Promise.all([handlePage(target.request, response, undefined, target.locals), response.made])
}

export async function renderToString(
  handlePage: HandlePage,
  target: PageToRender,
): Promise<{ status: number; headers: OutgoingHttpHeaders; html: string }> {
  const head: { status: number; headers: OutgoingHttpHeaders } = { status: 500, headers: {} }
  const parts: Uint8Array[] = []
  await renderPage(handlePage, target, {
    begin: (status, headers) => void Object.assign(head, { status, headers }),
    take: (part) => parts.push(part) > 0,
  })
  return { ...head, html: Buffer.concat(parts).toString() }
}

/** Streams the page to the visitor. Stops rendering when the client disconnects. */
export const streamTo = (response: ServerResponse, { isHead }: { isHead: boolean }): PageSink => ({
  begin: (status, headers) => {
    if (response.destroyed) return
    const cookies = [response.getHeader('set-cookie') ?? [], headers['set-cookie'] ?? []].flat().map(String)
    response.writeHead(status, {
      // The page isn't cached, because it is personal.
      'cache-control': 'no-store',
      ...headers,
      ...(headers['content-type'] === 'text/html' ? { 'content-type': HTML_TYPE } : {}),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    })
  },
  take: (part) => {
    if (isHead || response.destroyed) return false
    response.write(part)
    return true
  },
})

class PageResponse extends ServerResponse {
  readonly #sink: PageSink
  readonly #making = Promise.withResolvers<void>()
  #hasBegun = false

  constructor(request: PageRequest, sink: PageSink) {
    super(request)
    this.#sink = sink
  }

  get made(): Promise<void> {
    return this.#making.promise
  }

  override writeHead(status: number, headers?: unknown): this {
    try {
      // The adapter passes the headers as one object, or none.
      const given = (headers ?? {}) as OutgoingHttpHeaders
      if (status === 503 && given['content-type'] === undefined) throw new PageUnavailable()
      this.#sink.begin(status, given)
      this.#hasBegun = true
    } catch (error) {
      this.#making.reject(error)
    }
    return this
  }

  override write(part: unknown, ...rest: unknown[]): boolean {
    if (part instanceof Uint8Array) {
      const isWanted = this.#sink.take(part)
      // The adapter then stops, because the connection seems to be closed.
      if (!isWanted) this.emit('close')
      return isWanted
    }
    // The adapter writes pages as bytes. A string is its error message before it aborts; that isn't sent.
    for (const each of rest) if (typeof each === 'function') each()
    return true
  }

  override end(): this {
    // Without headers, the content is the adapter's error message. The adapter has already logged the reason.
    if (this.#hasBegun) this.#making.resolve()
    else this.#making.reject(new Error('Astro could not render the page.'))
    return this
  }

  override destroy(error?: Error): this {
    this.#making.reject(error ?? new Error('Rendering the page failed after the response started.'))
    return this
  }
}
