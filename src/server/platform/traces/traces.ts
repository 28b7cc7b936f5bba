import { APP_VERSION } from '#server/platform/app-version.ts'
import { toTraceRequest, type Span } from './otlp.ts'

/** Sends spans in batches to a collector (OTLP over HTTP). */
export interface Traces {
  add: (span: Span) => void
  counts: Readonly<SpanCounts>
  /** Sends the waiting spans, within at most a second. */
  close: () => Promise<void>
}

/** `dropped`: spans that weren't sent, because the collector was slower than the requests. */
export interface SpanCounts {
  sent: number
  failed: number
  dropped: number
}

const BATCH = 512
const MAX_WAITING = 2048
const EVERY_MS = 5000
const ANSWER_MS = 5000
/** Maximum milliseconds that stopping waits for a collector, because the database must be closed after it. */
const CLOSE_MS = 1000

/**
 * Creates the client that sends spans. It never logs and never throws, because sales must continue when a collector is
 * down. Spans that couldn't be sent are lost.
 */
export function createTraces(parts: {
  endpoint: string
  headers: Readonly<Record<string, string>>
  nodeId: string
  environment: string
}): Traces {
  const url = `${parts.endpoint.replace(/\/$/, '')}/v1/traces`
  const resource = {
    'service.name': 'foyer',
    'service.version': APP_VERSION,
    'service.instance.id': parts.nodeId,
    'deployment.environment.name': parts.environment,
  }
  const counts: SpanCounts = { sent: 0, failed: 0, dropped: 0 }
  const closing = new AbortController()
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  const send = async (spans: readonly Span[]): Promise<void> => {
    const body = JSON.stringify(toTraceRequest(resource, spans))
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), closing.signal])
    const isSent = await post(url, { body, signal, headers: parts.headers })
    counts[isSent ? 'sent' : 'failed'] += spans.length
  }
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await send(batch)
    }
  }
  const flush = (): Promise<void> =>
    (sending ??= sendAll().finally(() => {
      sending = undefined
    }))
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()
  return {
    counts,
    add: (span) => {
      if (waiting.length >= MAX_WAITING) return void (counts.dropped += 1)
      waiting.push(span)
      if (waiting.length >= BATCH) void flush()
    },
    close: async () => {
      clearInterval(timer)
      const deadline = setTimeout(() => closing.abort(), CLOSE_MS)
      await sending
      await flush()
      clearTimeout(deadline)
    },
  }
}

/** True when the response reports success. Never rejects. */
async function post(
  url: string,
  request: { body: string; signal: AbortSignal; headers: Readonly<Record<string, string>> },
): Promise<boolean> {
  const { body, signal } = request
  const headers = { ...request.headers, 'Content-Type': 'application/json' }
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
