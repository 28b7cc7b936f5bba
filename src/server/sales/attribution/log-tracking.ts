import { hash } from 'node:crypto'
import type { logTracking as contract } from '#contracts/shop/tracking.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { networkKey } from './follow-link.ts'
import { TRACKING_LIMITS } from './tracking-limits.ts'

const MAX_FACTS = 20
const MAX_FACT_LENGTH = 200

const EXPECTED_EVENTS: ReadonlySet<string> = new Set(['tracking_saved', 'tracking_kept', 'click_reported'])

/** Logs a page's tracking event (specification §7) without personal data. */
export const logTracking: UseCase<typeof contract, VisitorCall> = async (context, { site, client, body }) => {
  const refused = await context.limits.consume(TRACKING_LIMITS.log, networkKey(client))
  if (refused) return refused
  const { eventType, trackingLinkId, data = {}, message, url, sessionId, timestamp } = body
  const facts = Object.entries(data).slice(0, MAX_FACTS)
  const entry = {
    eventType: withoutPeople(eventType),
    trackingLinkId:
      trackingLinkId && (isUuid(trackingLinkId) ? trackingLinkId : withoutPeople(trackingLinkId)),
    message: message && withoutPeople(message),
    url: url && withoutPeople(url),
    // Hashed, so that the session can be recognised only within this log.
    sessionId: sessionId && hash('sha256', sessionId, 'hex').slice(0, 12),
    timestamp: typeof timestamp === 'string' ? withoutPeople(timestamp) : timestamp,
    data: Object.fromEntries(facts.flatMap(([name, value]) => toFact(name, value))),
  }
  const level = EXPECTED_EVENTS.has(eventType) ? 'info' : 'warn'
  context.log[level]({ tracking: entry, host: site.host }, 'Tracking event of a page')
  return succeed({})
}

function toFact(name: string, value: unknown): [string, string | number | boolean][] {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return [[withoutPeople(name), withoutPeople(String(value)) === String(value) ? value : '…']]
  return typeof value === 'string' ? [[withoutPeople(name), withoutPeople(value)]] : []
}

/** Removes what may identify a person: queries, fragments, email addresses, and numbers as long as a phone or card number. */
const withoutPeople = (text: string): string =>
  text
    .replaceAll(/[?#]\S*/g, '')
    .replaceAll(/\/\/[^\s/]*@/g, '//')
    .split(/([\s/<>])/)
    .map((word) => (word.includes('@') ? '…@…' : word))
    .join('')
    .replaceAll(/\+?\d(?:[\s().-]?\d){6,}/g, '…')
    .slice(0, MAX_FACT_LENGTH)
