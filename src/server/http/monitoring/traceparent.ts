import type { IncomingMessage } from 'node:http'

/** W3C Trace Context: version, trace id, id of the caller's span, flags. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Returns the trace that the request belongs to. Without a valid header, its own, whose id is the request id's digits. */
export function readTraceparent({ headers }: IncomingMessage, requestId: string): string {
  const given = headers['traceparent']
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given
  const traceId = requestId.replaceAll('-', '')
  return `00-${traceId}-${traceId.slice(16)}-00`
}
