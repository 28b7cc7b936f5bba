import type { IncomingMessage, ServerResponse } from 'node:http'
import { putCart } from '#contracts/shop/carts.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { CACHED_PAGE } from '#server/platform/metrics/metrics.ts'
import { FILE, HEALTH_CHECK, promoterOf, type RequestRecord } from './request-record.ts'
import { readTraceparent } from './traceparent.ts'

/** Status of a request whose client closed the connection before the response, as nginx logs it. */
const CLIENT_CLOSED = 499

/** Requests that are logged at level debug: writing the line takes longer than answering them, and there are many. */
const NOT_LOGGED: ReadonlySet<string> = new Set([CACHED_PAGE, FILE, HEALTH_CHECK])

const SAVE_CART = `${putCart.method} ${putCart.path}`

/** Counts and logs the request once its response was sent or its connection was closed. */
export function recordWhenSent(
  { metrics, log }: Pick<Context, 'metrics' | 'log'>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  record: RequestRecord,
): void {
  const { socket } = request
  const bytesBefore = socket.bytesWritten
  response.once('close', () => {
    const tookMs = performance.now() - record.startedAt
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED
    metrics.countRequest(record.contract, status, tookMs)
    if (record.contract === SAVE_CART && status === 200) metrics.countHold()
    const level = NOT_LOGGED.has(record.contract) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const { requestId, promoterId, contract } = record
    const traceparent = readTraceparent(request, requestId)
    const ms = Math.round(tookMs * 10) / 10
    const bytes = socket.bytesWritten - bytesBefore
    log[level]({ requestId, traceparent, promoterId, contract, status, ms, bytes }, 'Request')
  })
}

/** Counts a page from memory, and logs it at level debug. */
export function recordCachedPage(
  { metrics, log }: Pick<Context, 'metrics' | 'log'>,
  { response, site, startedAt }: { response: ServerResponse; site: Site | undefined; startedAt: number },
): void {
  metrics.countCachedPage()
  if (!log.isLevelEnabled('debug')) return
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  const promoterId = promoterOf(site)
  log.debug({ promoterId, contract: CACHED_PAGE, status: response.statusCode, ms }, 'Request')
}
