import type { IncomingMessage } from 'node:http'

/** W3C Trace Context: version, trace id, id of the caller's span, flags. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/**
 * Returns the trace context of the request. Without a valid header, a new trace, whose id consists of the request id's
 * digits.
 */
export function readTraceparent({ headers }: IncomingMessage, requestId: string): string {
  const given = headers['traceparent']
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given
  const traceId = requestId.replaceAll('-', '')
  return `00-${traceId}-${traceId.slice(16)}-00`
}

/** Ids of a request's span. For a trace that starts here, the span has the id from `readTraceparent`. */
export interface SpanIds {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** False if the caller has disabled recording of the trace. */
  isSampled: boolean
}

const SAMPLED = 1

export function readSpanIds({ headers }: IncomingMessage, requestId: string): SpanIds {
  const digits = requestId.replaceAll('-', '')
  const spanId = digits.slice(16)
  const [, traceId, parentSpanId, flags] = TRACEPARENT.exec(String(headers['traceparent'])) ?? []
  if (traceId === undefined) return { traceId: digits, spanId, parentSpanId: undefined, isSampled: true }
  return {
    traceId,
    spanId,
    parentSpanId,
    isSampled: (Number.parseInt(flags ?? '', 16) & SAMPLED) === SAMPLED,
  }
}
