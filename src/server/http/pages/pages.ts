import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { urls } from '#contracts/platform/urls.ts'
import { contextForReading, type Context } from '#server/context.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { createMaintenanceAnswer, type AnswerMaintenance } from './maintenance-page.ts'
import { removeUnusedHashes } from './remove-unused-hashes.ts'
import type { PageTarget } from './page-target.ts'
import { sendCachedPage, toCachedPage, type CachedPage } from '#server/http/page-cache/cached-page.ts'
import { createViewCounter } from './view-counter.ts'
import type { PageCache } from '#server/http/page-cache/page-cache.ts'
import { EVENT_PAGE_PATH, isGetOrHead, publicPageKey } from '#server/http/page-cache/public-page-key.ts'
import { PageRequest, readBody } from './page-request.ts'
import { sendErrorOrAbort, sendError } from '#server/http/answers/send-error.ts'
import {
  PageUnavailable,
  renderPage,
  renderToString,
  streamTo,
  type PageLocals,
  type PageToRender,
  type HandlePage,
} from './render-page.ts'
import { cdnHeaders } from '#server/http/cdn/cdn-headers.ts'
import { setSecurityHeaders, securityHeaders } from '#server/http/security.ts'

export type AddPreloads = (html: string) => string

const FORM_BYTES = 64 * 1024
/** Maximum size of the branding form in bytes: the CSS limit at three bytes per character, plus the other fields. */
const BRANDING_FORM_BYTES = 256 * 1024

const FORM_PAGES: readonly { path: RegExp; maxBodyBytes: number }[] = [
  { path: /^\/cart$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/checkout$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/vouchers$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/sandbox\/(challenge|onboarding)\/[\w-]+$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/tickets\/accept\/[\w-]+$/, maxBodyBytes: FORM_BYTES },
  { path: /^\/orders\/[\w-]+$/, maxBodyBytes: 1024 },
  { path: /^\/unwanted-mail\/[\w-]+$/, maxBodyBytes: 1024 },
  { path: /^\/promoter\/(site|events|e-mails)\/preview$/, maxBodyBytes: BRANDING_FORM_BYTES },
  { path: EVENT_PAGE_PATH, maxBodyBytes: FORM_BYTES },
]

const BROKEN_PAGE = '/500'

const POLICY = 'content-security-policy'

const UNAVAILABLE_RETRY_SECONDS = 5
/**
 * Timeout of the check after a failed page. Short, because the visitor has already waited for five seconds, and the database
 * may not respond again.
 */
const CHECK_MS = 1500

/** Responds to requests for pages: from the cache, or rendered by Astro. */
export interface Pages {
  answerPublic: (
    request: IncomingMessage,
    response: ServerResponse,
    target: PageTarget,
  ) => boolean | Promise<void>
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    target: PageTarget & { requestId: string; isFromHere: boolean; address: string },
  ) => Promise<void>
  /** Sends a page that waits in the browser until the site is known, and then loads the requested page. */
  answerLoading: (
    request: IncomingMessage,
    response: ServerResponse,
    target: PageTarget & { requestId: string },
  ) => Promise<void>
  answerMaintenance: AnswerMaintenance
  /** Sends a 503 page that doesn't need the database. */
  answerUnavailable: (
    request: IncomingMessage,
    response: ServerResponse,
    target: Pick<PageTarget, 'origin'> & { requestId: string },
  ) => Promise<void>
}

interface Parts {
  context: Context
  handlePage: HandlePage
  addPreloads: AddPreloads
}

export function createPages(parts: Parts & { cache: PageCache }): Pages {
  const { context, cache, handlePage } = parts
  const countView = createViewCounter(context)
  const renderPublic = createPublicRenderer(parts)
  const sendPage = async (response: ServerResponse, target: SentPage): Promise<void> => {
    await renderPage(handlePage, target, streamTo(response, target))
    response.end()
  }
  return {
    answerPublic: (request, response, target) => {
      const address = publicPageKey(request, target)
      if (address === undefined) return false
      const owner = target.site.kind === 'storefront' ? target.site.promoterId : undefined
      const page = cache.get(target.publicOrigin + address, owner, () => renderPublic(address, target))
      if (page instanceof Promise) return sendWhenMade(request, response, { page, target, countView })
      sendCachedPage(request, response, page)
      countView(request, target, page.status)
      return true
    },
    answer: async (request, response, target) => {
      const { method = 'GET' } = request
      const form = FORM_PAGES.find((page) => page.path.test(target.path))
      if (!isGetOrHead(method) && !(form && method === 'POST'))
        return sendError(response, 'METHOD_NOT_ALLOWED', { Allow: form ? 'GET, HEAD, POST' : 'GET, HEAD' })
      const body = isGetOrHead(method) || !form ? undefined : await readBody(request, form.maxBodyBytes)
      if (!isGetOrHead(method) && !body) return sendError(response, 'BODY_TOO_LARGE', { Connection: 'close' })
      const { origin, requestId, isFromHere, address } = target
      const { url, headers } = request
      const pageRequest = new PageRequest({ origin, url, method, headers, body, address })
      const isReadOnly = context.writeAccess.isReadOnly()
      const locals = { context, requestId, isFromHere, address, isReadOnly }
      await sendPage(response, { request: pageRequest, locals, isHead: method === 'HEAD' })
    },
    answerLoading: async (request, response, { origin, requestId }) => {
      // The loading page can't submit the form again.
      if (!isGetOrHead(request.method)) return sendError(response, 'UNAVAILABLE', { 'Retry-After': '1' })
      const pageRequest = new PageRequest({ origin, url: urls.loadingSite() })
      const locals = { context, requestId, isLoading: true }
      await sendPage(response, { request: pageRequest, locals, isHead: request.method === 'HEAD' })
    },
    answerMaintenance: createMaintenanceAnswer({ context, handlePage }),
    answerUnavailable: async (request, response, { origin, requestId }) => {
      const pageRequest = new PageRequest({ origin, url: urls.unavailable() })
      const locals = {
        context,
        requestId,
        isUnavailable: true,
        isReadOnly: context.writeAccess.isReadOnly(),
      }
      response.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS))
      await sendPage(response, { request: pageRequest, locals, isHead: request.method === 'HEAD' })
    },
  }
}

function createPublicRenderer({
  context,
  handlePage,
  addPreloads,
}: Parts): (address: string, target: PageTarget) => Promise<CachedPage> {
  const headersOf = cdnHeaders(context.config)
  return async (address, { publicOrigin, isHttps, site }) => {
    const requestId = randomUUID()
    const render = async (
      url: string,
      { broken, ...given }: Partial<PageLocals> & { broken?: 500 | 503 } = {},
    ): Promise<CachedPage> => {
      // The request has no cookies and headers, so that the cached page contains nothing personal.
      const request = new PageRequest({ origin: publicOrigin, url })
      const isReadOnly = context.writeAccess.isReadOnly()
      const locals = { context, requestId, isReadOnly, isUnavailable: broken === 503, ...given }
      const page = await renderToString(handlePage, { request, locals })
      if (page.headers['set-cookie'] !== undefined) throw new Error('A public page sets a cookie.')
      const status = broken ?? page.status
      return toCachedPage(
        { status, headers: withNarrowPolicy(page), html: addPreloads(page.html) },
        {
          ...securityHeaders(isHttps, site),
          ...headersOf(site),
          ...(status < 500 ? {} : { 'x-request-id': requestId }),
          ...(status === 503 ? { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) } : {}),
        },
      )
    }
    const renderReadOnly = async (): Promise<CachedPage> => {
      const standby = await context.writeAccess.standby()
      return render(address, standby && { context: contextForReading(context, standby) })
    }
    const renderNow = async (): Promise<CachedPage> => {
      if (context.writeAccess.isReadOnly()) return renderReadOnly()
      try {
        return await render(address)
      } catch (error) {
        if (!isUnavailability(error)) throw error
        if ((await context.writeAccess.checkWithin(CHECK_MS)) !== 'read-only') throw error
        return renderReadOnly()
      }
    }
    try {
      return await renderNow()
    } catch (error) {
      const isUnavailable = isUnavailability(error)
      if (!(error instanceof PageUnavailable))
        context.log.error({ err: error, requestId, path: address }, 'Rendering a page failed')
      const another = isUnavailable
        ? render(urls.unavailable(), { broken: 503 })
        : render(BROKEN_PAGE, { broken: 500 })
      return another.catch(() => {
        throw new BrokenPage(requestId, { cause: error, isUnavailable })
      })
    }
  }
}

function withNarrowPolicy({
  headers,
  html,
}: {
  headers: OutgoingHttpHeaders
  html: string
}): OutgoingHttpHeaders {
  const policy = headers[POLICY]
  return policy === undefined ? headers : { ...headers, [POLICY]: removeUnusedHashes(String(policy), html) }
}

const isUnavailability = (error: unknown): boolean =>
  error instanceof PageUnavailable || isDatabaseDown(error)

interface SentPage extends PageToRender {
  isHead: boolean
}

/** A page for the cache couldn't be rendered. The visitor is shown the request id with which the reason is logged. */
class BrokenPage extends Error {
  override name = 'BrokenPage'
  readonly requestId: string
  readonly isUnavailable: boolean
  constructor(requestId: string, { cause, isUnavailable }: { cause: unknown; isUnavailable: boolean }) {
    super('Rendering a page failed.', { cause })
    this.requestId = requestId
    this.isUnavailable = isUnavailable
  }
}

async function sendWhenMade(
  request: IncomingMessage,
  response: ServerResponse,
  making: { page: Promise<CachedPage>; target: PageTarget; countView: ReturnType<typeof createViewCounter> },
): Promise<void> {
  const { target, countView } = making
  try {
    const page = await making.page
    sendCachedPage(request, response, page)
    countView(request, target, page.status)
  } catch (error) {
    if (!(error instanceof BrokenPage)) throw error
    setSecurityHeaders(response, { isHttps: target.isHttps, target, requestId: error.requestId })
    sendErrorOrAbort(response, error.isUnavailable ? 'UNAVAILABLE' : 'INTERNAL_ERROR')
  }
}
