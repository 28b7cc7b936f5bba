import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { EVENT_CODE_COOKIE } from '#contracts/cookies.ts'
import { urls } from '#contracts/urls.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import type { Asked } from './asked-page.ts'
import { sendCachedPage, toCachedPage, type CachedPage } from './cached-page.ts'
import { createViewCount } from './count-view.ts'
import type { PageCache } from './page-cache.ts'
import { PageRequest, readBody } from './page-request.ts'
import { giveUp, refuse } from './refusals.ts'
import {
  PageUnavailable,
  renderPage,
  renderWhole,
  sinkInto,
  type AskedPage,
  type HandlePage,
} from './render-page.ts'
import { secure, securityHeaders } from './security.ts'

/** Adds to a page's HTML what lets its scripts arrive sooner. */
export type AddPreloads = (html: string) => string

/** What is the same for every visitor of a site, and the parameters that make a difference to it. */
interface PublicPage {
  path: RegExp
  query: readonly string[]
  /** With this parameter it is made for whoever asks, and not kept. */
  personal?: string
}

/** With a code that was entered it is made for whoever entered it. */
const EVENT_PAGE = /^\/events\/[a-z\d-]+$/

/** Everything else is made for one visitor, or for one moment, and goes to Astro each time. */
const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: /^\/$/, query: ['q', 'from', 'to', 'place', 'when', 'cursor', 'link'] },
  { path: /^\/developers\/api$/, query: [] },
  { path: EVENT_PAGE, query: [], personal: 'code' },
  { path: /^\/legal\/[a-z]+$/, query: ['version'] },
  { path: /^\/sell$/, query: [] },
  { path: /^\/site\.css$/, query: ['v'] },
  { path: /^\/(robots\.txt|sitemap\.xml|manifest\.webmanifest)$/, query: [] },
]

/** A small form. */
const FORM_BYTES = 64 * 1024
/** As much CSS as a promoter may write, in letters of three bytes each, and what is around it. */
const LOOK_BYTES = 256 * 1024

/** Pages that take a form, and how large; all others are only read. */
const FORM_PAGES: readonly { path: RegExp; maxBodyBytes: number }[] = [
  { path: /^\/cart$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/checkout$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/sandbox\/(challenge|onboarding)\/[\w-]+$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/unwanted-mail\/[\w-]+$/, maxBodyBytes: 1024 },
  { path: /^\/promoter\/(site|events|e-mails)\/preview$/, maxBodyBytes: LOOK_BYTES },
  { path: EVENT_PAGE, maxBodyBytes: FORM_BYTES },
]

/** `pages/500.astro`, for what broke too late for Astro to show it by itself: half way. */
const BROKEN_PAGE = '/500'

const UNAVAILABLE_RETRY_SECONDS = 5

/** Longer addresses than any of ours would only fill the cache. */
const LONGEST_QUERY = 300

export interface Pages {
  /** Answers when a page is asked for that is the same for everybody, at once when it can; false hands the request on. */
  answerPublic: (request: IncomingMessage, response: ServerResponse, asked: Asked) => boolean | Promise<void>
  /** Renders the page for this request alone. Rejects when it breaks. */
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Asked & { requestId: string; isFromHere: boolean; address: string },
  ) => Promise<void>
  /** Answers with a page that waits in the browser until somebody can tell which site this is, and then loads the real one. */
  answerLoading: (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Asked & { requestId: string },
  ) => Promise<void>
  /** Answers 503 with a page that needs no database. */
  answerUnavailable: (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Pick<Asked, 'origin'> & { requestId: string },
  ) => Promise<void>
}

interface Parts {
  context: Context
  handlePage: HandlePage
  addPreloads: AddPreloads
}

/** Public pages from the cache, the others straight from Astro, streaming included. */
export function createPages(parts: Parts & { cache: PageCache }): Pages {
  const { context, cache, handlePage } = parts
  const countView = createViewCount(context)
  const renderPublic = createPublicRenderer(parts)
  const sendPage = async (response: ServerResponse, asked: SentPage): Promise<void> => {
    await renderPage(handlePage, asked, sinkInto(response, asked))
    response.end()
  }
  return {
    answerPublic: (request, response, asked) => {
      const address = publicAddress(request, asked)
      if (address === undefined) return false
      const owner = asked.site.kind === 'storefront' ? asked.site.promoterId : undefined
      const page = cache.get(asked.publicOrigin + address, owner, () => renderPublic(address, asked))
      if (page instanceof Promise) return sendWhenMade(request, response, { page, asked, countView })
      sendCachedPage(request, response, page)
      countView(request, asked, page.status)
      return true
    },
    answer: async (request, response, asked) => {
      const { method = 'GET' } = request
      const form = FORM_PAGES.find((page) => page.path.test(asked.path))
      if (!isRead(method) && !(form && method === 'POST'))
        return refuse(response, 'METHOD_NOT_ALLOWED', { Allow: form ? 'GET, HEAD, POST' : 'GET, HEAD' })
      const body = isRead(method) || !form ? undefined : await readBody(request, form.maxBodyBytes)
      if (!isRead(method) && !body) return refuse(response, 'BODY_TOO_LARGE', { Connection: 'close' })
      const { origin, requestId, isFromHere, address } = asked
      const { url, headers } = request
      const pageRequest = new PageRequest({ origin, url, method, headers, body, address })
      const locals = { context, requestId, isFromHere, address }
      await sendPage(response, { request: pageRequest, locals, isHead: method === 'HEAD' })
    },
    answerLoading: async (request, response, { origin, requestId }) => {
      // What a form says can't be kept until then.
      if (!isRead(request.method)) return refuse(response, 'UNAVAILABLE', { 'Retry-After': '1' })
      const pageRequest = new PageRequest({ origin, url: urls.loadingSite() })
      const locals = { context, requestId, isLoading: true }
      await sendPage(response, { request: pageRequest, locals, isHead: request.method === 'HEAD' })
    },
    answerUnavailable: async (request, response, { origin, requestId }) => {
      const pageRequest = new PageRequest({ origin, url: urls.unavailable() })
      const locals = { context, requestId, isUnavailable: true }
      response.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS))
      await sendPage(response, { request: pageRequest, locals, isHead: request.method === 'HEAD' })
    },
  }
}

/** Makes a public page for the cache. Rejects with a BrokenPage. */
function createPublicRenderer({
  context,
  handlePage,
  addPreloads,
}: Parts): (address: string, asked: Asked) => Promise<CachedPage> {
  return async (address, { publicOrigin, isHttps, site }) => {
    const requestId = randomUUID()
    const render = async (url: string, broken?: 500 | 503): Promise<CachedPage> => {
      // Neither cookies nor headers of whoever happened to ask first: what they can't see can't be kept for others.
      const request = new PageRequest({ origin: publicOrigin, url })
      const locals = { context, requestId, ...(broken === 503 ? { isUnavailable: true } : {}) }
      const page = await renderWhole(handlePage, { request, locals })
      if (page.headers['set-cookie'] !== undefined) throw new Error('A public page sets a cookie.')
      const status = broken ?? page.status
      return toCachedPage(
        { ...page, status, html: addPreloads(page.html) },
        {
          ...securityHeaders(isHttps, site),
          ...(status < 500 ? {} : { 'x-request-id': requestId }),
          ...(status === 503 ? { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) } : {}),
        },
      )
    }
    try {
      return await render(address)
    } catch (error) {
      const isUnavailable = error instanceof PageUnavailable || isDatabaseDown(error)
      if (!(error instanceof PageUnavailable))
        context.log.error({ err: error, requestId, path: address }, 'A page broke')
      const another = isUnavailable ? render(urls.unavailable(), 503) : render(BROKEN_PAGE, 500)
      return another.catch(() => {
        throw new BrokenPage(requestId, { cause: error, isUnavailable })
      })
    }
  }
}

/** A page that goes to one visitor. */
interface SentPage extends AskedPage {
  isHead: boolean
}

/** A page for the cache could not be made. Its reason is in the log, under the number that the visitor is told. */
class BrokenPage extends Error {
  override name = 'BrokenPage'
  readonly requestId: string
  readonly isUnavailable: boolean
  constructor(requestId: string, { cause, isUnavailable }: { cause: unknown; isUnavailable: boolean }) {
    super('A page broke.', { cause })
    this.requestId = requestId
    this.isUnavailable = isUnavailable
  }
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

async function sendWhenMade(
  request: IncomingMessage,
  response: ServerResponse,
  making: { page: Promise<CachedPage>; asked: Asked; countView: ReturnType<typeof createViewCount> },
): Promise<void> {
  const { asked, countView } = making
  try {
    const page = await making.page
    sendCachedPage(request, response, page)
    countView(request, asked, page.status)
  } catch (error) {
    if (!(error instanceof BrokenPage)) throw error
    secure(response, { isHttps: asked.isHttps, asked, requestId: error.requestId })
    giveUp(response, error.isUnavailable ? 'UNAVAILABLE' : 'INTERNAL_ERROR')
  }
}

const hasEventCode = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(EVENT_CODE_COOKIE) ?? false

/**
 * The address under which a public page is kept, its parameters in one order and those that don't matter left out. A host
 * that is nobody's has none: anyone can make up such hosts, and each would fill the cache with pages of its own.
 */
function publicAddress(request: IncomingMessage, { site, path, query }: Asked): string | undefined {
  if (!isRead(request.method) || site.kind === 'unknown') return undefined
  const page = PUBLIC_PAGES.find((each) => each.path.test(path))
  if (!page || (page.path === EVENT_PAGE && hasEventCode(request))) return undefined
  if (query === '') return path
  const given = new URLSearchParams(query)
  if (page.personal !== undefined && given.has(page.personal)) return undefined
  return addressWith(path, page.query, given)
}

function addressWith(path: string, names: readonly string[], given: URLSearchParams): string | undefined {
  const kept = new URLSearchParams(
    names.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
  if (kept === '') return path
  return kept.length <= LONGEST_QUERY ? `${path}?${kept}` : undefined
}
