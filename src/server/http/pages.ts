import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { sendCachedPage, toCachedPage, type CachedPage } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'

/** The built pages: what they know of a request is the Request itself and these locals. */
export type RenderPage = (request: Request, locals: App.Locals) => Promise<Response>

/** A page that is the same for every visitor of a site, and the parameters that make a difference to it. */
interface PublicPage {
  path: RegExp
  query: readonly string[]
}

/** Everything else is made for one visitor, or for one moment, and goes to Astro each time. */
const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: /^\/$/, query: ['q', 'from', 'to', 'place', 'when', 'cursor'] },
  { path: /^\/events\/[a-z\d-]+$/, query: [] },
]

/** Longer addresses than any of ours would only fill the cache. */
const LONGEST_QUERY = 300

export type AnswerPage = (request: IncomingMessage, response: ServerResponse, asked: AskedPage) => void

export interface AskedPage {
  site: Site
  /** `https://tickets.example`, as the browser sees it. */
  origin: string
  path: string
  requestId: string
}

/** Public pages from the cache, the others straight from Astro, streaming included. */
export function createPages(parts: {
  context: Context
  cache: PageCache
  renderPage: RenderPage
}): AnswerPage {
  const { context, cache, renderPage } = parts
  const localsOf = (asked: AskedPage): App.Locals => ({
    context,
    site: asked.site,
    requestId: asked.requestId,
  })
  const renderPublic = async (address: string, asked: AskedPage): Promise<CachedPage> => {
    // Neither cookies nor headers of whoever happened to ask first: what they can't see can't be kept for others.
    const rendered = await renderPage(new Request(`${asked.origin}${address}`), localsOf(asked))
    if (rendered.headers.has('set-cookie')) throw new Error(`${address} is a public page and sets a cookie.`)
    return toCachedPage(rendered)
  }
  return (request, response, asked) => {
    const address = publicAddress(request, asked.path)
    if (address === undefined) {
      return void passOn(request, response, (made) => renderPage(made, localsOf(asked)))
    }
    const owner = asked.site.kind === 'storefront' ? asked.site.promoterId : undefined
    const found = cache.get(`${asked.origin}${address}`, owner, () => renderPublic(address, asked))
    if (!(found instanceof Promise)) return sendCachedPage(request, response, found)
    found.then(
      (page) => sendCachedPage(request, response, page),
      (error: unknown) => breakDown(response, { context, asked, error }),
    )
  }
}

/** The address under which a public page is kept, its parameters in one order and those that don't matter left out. */
function publicAddress(request: IncomingMessage, path: string): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const page = PUBLIC_PAGES.find((each) => each.path.test(path))
  if (!page) return undefined
  const query = request.url?.split('?')[1]
  if (!query || page.query.length === 0) return path
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams(
    page.query.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  )
  if (kept.size === 0) return path
  return kept.toString().length <= LONGEST_QUERY ? `${path}?${kept.toString()}` : undefined
}

function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  render: (made: Request) => Promise<Response>,
): Promise<void> {
  return getRequestListener(render, { overrideGlobalObjects: false })(request, response)
}

function breakDown(
  response: ServerResponse,
  facts: { context: Context; asked: AskedPage; error: unknown },
): void {
  const { context, asked, error } = facts
  context.log.error({ err: error, requestId: asked.requestId, path: asked.path }, 'A page broke')
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end('Something went wrong on our side. Try again in a moment.\n')
}
