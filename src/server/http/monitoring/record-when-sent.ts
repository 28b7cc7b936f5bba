import type { IncomingMessage, ServerResponse } from 'node:http'
import { putCart } from '#contracts/shop/carts.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { CACHED_PAGE } from '#server/platform/metrics/metrics.ts'
import type { Traces } from '#server/platform/traces/traces.ts'
import { STATIC_FILE, HEALTH_CHECK, sitePromoterId, type RequestRecord } from './request-record.ts'
import { readSpanIds, readTraceparent } from './traceparent.ts'

/** Status logged, as by nginx, if the client closed the connection before the response. */
const CLIENT_CLOSED = 499

/** Requests logged only at level debug, because there are many, and writing the line takes longer than answering them. */
const NOT_LOGGED: ReadonlySet<string> = new Set([CACHED_PAGE, STATIC_FILE, HEALTH_CHECK])

const SAVE_CART = `${putCart.method} ${putCart.path}`

/** Counts, traces and logs the request after its response was sent or its connection was closed. */
export function recordRequestWhenSent(
  { metrics, log, traces }: Pick<Context, 'metrics' | 'log' | 'traces'>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  record: RequestRecord,
): void {
  const { socket } = request
  const bytesBefore = socket.bytesWritten
  response.once('close', () => {
    const tookMs = performance.now() - record.startedAt
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED
    metrics.countRequest(record.endpoint, status, tookMs)
    if (record.endpoint === SAVE_CART && status === 200) metrics.countHold()
    if (traces && !NOT_LOGGED.has(record.endpoint)) traceRequest(traces, request, { record, status, tookMs })
    const level = NOT_LOGGED.has(record.endpoint) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const { requestId, promoterId, endpoint: contract } = record
    const traceparent = readTraceparent(request, requestId)
    const ms = Math.round(tookMs * 10) / 10
    const bytes = socket.bytesWritten - bytesBefore
    log[level]({ requestId, traceparent, promoterId, contract, status, ms, bytes }, 'Request')
  })
}

/** Adds a span with the logged data, unless the caller has disabled recording of its trace. */
function traceRequest(
  traces: Traces,
  request: IncomingMessage,
  { record, status, tookMs }: { record: RequestRecord; status: number; tookMs: number },
): void {
  const { requestId, promoterId, endpoint: contract } = record
  const { isSampled, ...ids } = readSpanIds(request, requestId)
  if (!isSampled) return
  const endedAt = performance.timeOrigin + performance.now()
  traces.add({
    ...ids,
    name: contract,
    startedAt: endedAt - tookMs,
    endedAt,
    isFailed: status >= 500,
    attributes: {
      'http.request.method': request.method,
      'http.route': contract,
      'http.response.status_code': status,
      'foyer.request_id': requestId,
      'foyer.promoter_id': promoterId,
    },
  })
}

/** Counts a page served from the cache, and logs it at level debug. */
export function recordCachedPage(
  { metrics, log }: Pick<Context, 'metrics' | 'log'>,
  { response, site, startedAt }: { response: ServerResponse; site: Site | undefined; startedAt: number },
): void {
  metrics.countCachedPage()
  if (!log.isLevelEnabled('debug')) return
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  const promoterId = sitePromoterId(site)
  log.debug({ promoterId, contract: CACHED_PAGE, status: response.statusCode, ms }, 'Request')
}
