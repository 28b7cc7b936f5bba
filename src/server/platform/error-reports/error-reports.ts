import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { toErrorEvent, type ErrorEvent } from './error-event.ts'
import { parseDsn } from './parse-dsn.ts'

/** Sends errors in the log to a server with Sentry's protocol. */
export interface ErrorReports {
  /** Takes a log line, in JSON. */
  write: (line: string) => void
  counts: Readonly<ReportCounts>
  /** Resolves when all started reports have been sent or have failed. */
  settled: () => Promise<void>
}

/** `dropped`: reports that weren't sent, because there were too many or the server asked to wait. */
export interface ReportCounts {
  sent: number
  failed: number
  dropped: number
}

const MAX_PER_MINUTE = 30
const MINUTE_MS = 60_000
const ANSWER_MS = 5000
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Creates the client that sends errors. It never logs and never throws, because a failed report would cause another
 * one. It sends at most 30 reports a minute, so that an outage doesn't use up the project's quota.
 */
export function createErrorReports(parts: { dsn: string; environment: string }): ErrorReports {
  const { envelopeUrl, publicKey } = parseDsn(parts.dsn)
  const counts: ReportCounts = { sent: 0, failed: 0, dropped: 0 }
  const budget = createBudget()
  const sending = new Set<Promise<void>>()
  const send = async (event: ErrorEvent): Promise<void> => {
    try {
      const response = await fetch(envelopeUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-sentry-envelope',
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=foyer/${APP_VERSION}, sentry_key=${publicKey}`,
        },
        body: toEnvelope({ ...event, release: `foyer@${APP_VERSION}`, environment: parts.environment }),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await response.body?.cancel()
      if (response.status === 429) budget.pause(Number(response.headers.get('retry-after')) || 60)
      counts[response.ok ? 'sent' : 'failed'] += 1
    } catch {
      counts.failed += 1
    }
  }
  return {
    counts,
    write: (line) => {
      const event = toErrorEvent(JSON.parse(line), ROOT)
      if (!event) return
      if (!budget.take()) return void (counts.dropped += 1)
      const sent = send(event).finally(() => sending.delete(sent))
      sending.add(sent)
    },
    settled: async () => {
      await Promise.all(sending)
    },
  }
}

function toEnvelope(event: ErrorEvent & { release: string; environment: string }): string {
  const eventId = randomBytes(16).toString('hex')
  const lines = [
    { event_id: eventId, sent_at: new Date().toISOString() },
    { type: 'event' },
    { event_id: eventId, ...event },
  ]
  return `${lines.map((each) => JSON.stringify(each)).join('\n')}\n`
}

function createBudget() {
  let startedAt = 0
  let left = 0
  let pausedUntil = 0
  return {
    take: (): boolean => {
      const now = performance.now()
      if (startedAt === 0 || now - startedAt >= MINUTE_MS) [startedAt, left] = [now, MAX_PER_MINUTE]
      if (left === 0 || now < pausedUntil) return false
      left -= 1
      return true
    },
    pause: (seconds: number): void => {
      pausedUntil = performance.now() + seconds * 1000
    },
  }
}
