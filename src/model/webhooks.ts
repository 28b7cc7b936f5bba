import * as z from 'zod/mini'
import { toMajor } from './money.ts'

/** What a promoter can be told of, in the order of their lives. */
export const WEBHOOK_EVENTS = [
  'order.created',
  'order.paid',
  'order.refunded',
  'order.cancelled',
  'order.expired',
  'ticket.issued',
  'ticket.changed',
  'ticket.voided',
  'event.published',
  'event.updated',
  'event.cancelled',
  'payout.requested',
  'payout.approved',
  'payout.sent',
  'payout.paid',
  'payout.failed',
] as const
export const webhookEvent = z.enum(WEBHOOK_EVENTS)

/** Why Foyer has switched an endpoint off, other than for failing: its creator doesn't manage webhooks any more. */
export const WEBHOOK_OFF_REASONS = ['creator_left'] as const
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number]

/** What a test sends; nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long to wait after each attempt that failed; after the last of these it stays at the longest. */
const WAITS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR]
const LONGEST_MS = 8 * HOUR

/** Beyond it an attempt is the last one. */
export const TRIED_FOR_MS = 72 * HOUR

/**
 * When to try again, after so many attempts of which the first was at `firstAt`; undefined when it is enough. `chance` from 0 to 1
 * spreads those that failed together over a tenth of the wait to either side.
 */
export function retryAt(
  tried: { attempts: number; firstAt: number },
  now: number,
  chance: number,
): number | undefined {
  if (now - tried.firstAt >= TRIED_FOR_MS) return undefined
  const wait = WAITS_MS[tried.attempts - 1] ?? LONGEST_MS
  // The last one is made when the time is up, not hours before.
  return Math.min(now + wait * (0.9 + chance / 5), tried.firstAt + TRIED_FOR_MS)
}

/** Nothing has got through since `failingSince`: nobody is there any more. */
export const isGivenUp = (failingSince: number, now: number): boolean => now - failingSince >= TRIED_FOR_MS

/** Whether what came back says that it has arrived. A redirect does not: nobody follows it. */
export const hasArrived = (status: number): boolean => status >= 200 && status < 300

/** Says that there will never be anybody here again. */
export const GONE = 410

/**
 * What has happened as the wire says it: `totalCents` in minor units becomes `total` in major ones, and times are ISO 8601 in UTC.
 * `facts` are JSON.
 */
export function toWire(facts: unknown, currency = currencyIn(facts)): unknown {
  if (Array.isArray(facts)) return facts.map((each) => toWire(each, currency))
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => fieldOnWire(key, value, currency)))
}

function fieldOnWire(key: string, value: unknown, currency: string): [string, unknown] {
  if (key.endsWith('Cents') && typeof value === 'number')
    return [key.slice(0, -'Cents'.length), toMajor(value, currency)]
  if (key.endsWith('At') && typeof value === 'string') return [key, new Date(value).toISOString()]
  return [key, toWire(value, currency)]
}

const currencyIn = (facts: unknown): string =>
  typeof facts === 'object' && facts !== null && 'currency' in facts && typeof facts.currency === 'string'
    ? facts.currency
    : ''
