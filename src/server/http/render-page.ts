import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { HTML } from './cached-page.ts'
import type { PageRequest } from './page-request.ts'

/** What the build exports: the pages behind @astrojs/node in middleware mode. It never rejects. */
export type HandlePage = (
  ...asked: [request: IncomingMessage, response: ServerResponse, next: undefined, locals: HandedLocals]
) => Promise<void>

/** What pages get from the front door; which site they are on, the middleware finds out. */
export type HandedLocals = Omit<App.Locals, 'site'>

export interface AskedPage {
  request: PageRequest
  locals: HandedLocals
}

/** The middleware has answered that the page can't be made while the database is down, and has logged why. */
export class PageUnavailable extends Error {
  override name = 'PageUnavailable'
}

/** Takes a page as it is rendered. */
export interface PageSink {
  begin: (status: number, headers: OutgoingHttpHeaders) => void
  /** False when no more is wanted: then no more of the page is made. */
  take: (part: Uint8Array) => boolean
}

/** Resolves when the page has been made, or as much of it as was wanted; rejects when it broke. */
export async function renderPage(handlePage: HandlePage, asked: AskedPage, sink: PageSink): Promise<void> {
  const response = new PageResponse(asked.request, sink)
  await Promise.all([handlePage(asked.request, response, undefined, asked.locals), response.made])
}

/** The same in one piece. */
export async function renderWhole(
  handlePage: HandlePage,
  asked: AskedPage,
): Promise<{ status: number; headers: OutgoingHttpHeaders; html: string }> {
  const head: { status: number; headers: OutgoingHttpHeaders } = { status: 500, headers: {} }
  const parts: Uint8Array[] = []
  await renderPage(handlePage, asked, {
    begin: (status, headers) => void Object.assign(head, { status, headers }),
    take: (part) => parts.push(part) > 0,
  })
  return { ...head, html: Buffer.concat(parts).toString() }
}

/** The visitor takes the page as it is rendered; whoever has left gets none, and no more of it is made. */
export const sinkInto = (response: ServerResponse, { isHead }: { isHead: boolean }): PageSink => ({
  begin: (status, headers) => {
    if (response.destroyed) return
    const cookies = [response.getHeader('set-cookie') ?? [], headers['set-cookie'] ?? []].flat().map(String)
    response.writeHead(status, {
      // Made for one visitor: nobody else may see it.
      'cache-control': 'no-store',
      ...headers,
      ...(headers['content-type'] === 'text/html' ? { 'content-type': HTML } : {}),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    })
  },
  take: (part) => {
    if (isHead || response.destroyed) return false
    response.write(part)
    return true
  },
})

/** What the adapter writes an answer to. Nothing of it reaches the visitor but through the sink. */
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
      // The adapter hands over one object of names and values, or none.
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
      // As if the connection had closed.
      if (!isWanted) this.emit('close')
      return isWanted
    }
    // Pages are bytes. A text is the adapter's own word on a page that broke, before it breaks off.
    for (const each of rest) if (typeof each === 'function') each()
    return true
  }

  override end(): this {
    // Without a head it is the adapter's own word on a page that it could not render; its log says why.
    if (this.#hasBegun) this.#making.resolve()
    else this.#making.reject(new Error('Astro could not render the page.'))
    return this
  }

  override destroy(error?: Error): this {
    this.#making.reject(error ?? new Error('The page broke half way.'))
    return this
  }
}
