import * as z from 'zod/mini'
import { toMajor } from '#model/platform/money.ts'

export const WEBHOOK_EVENTS = [
  'order.created',
  'order.paid',
  'order.refunded',
  'order.cancelled',
  'order.expired',
  'ticket.issued',
  'ticket.changed',
  'ticket.voided',
  'ticket.checked_in',
  'ticket.checked_out',
  'ticket.check_in_undone',
  'ticket.check_in_conflict',
  'voucher.issued',
  'voucher.redeemed',
  'voucher.changed',
  'voucher.voided',
  'voucher.expired',
  'event.published',
  'event.updated',
  'event.cancelled',
  'payout.requested',
  'payout.approved',
  'payout.sent',
  'payout.paid',
  'payout.failed',
  'settlement.paid',
  'settlement.failed',
] as const
export const webhookEvent = z.enum(WEBHOOK_EVENTS)

/**
 * Reason why Foyer turned off an endpoint, other than failed deliveries. `creator_left`: the member who created it
 * can no longer manage webhooks.
 */
export const WEBHOOK_OFF_REASONS = ['creator_left'] as const
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number]

export const WEBHOOK_TEST_EVENT = 'webhook.test'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds to wait after each failed attempt. The last value repeats. */
const WAITS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR]
const MAX_MS = 8 * HOUR

export const RETRY_PERIOD_MS = 72 * HOUR

/**
 * Returns when to retry. Undefined when the retry period is over. `chance` (0 to 1) adds jitter of ±10% of the
 * waiting time.
 */
export function retryAt(
  tried: { attempts: number; firstAt: number },
  now: number,
  chance: number,
): number | undefined {
  if (now - tried.firstAt >= RETRY_PERIOD_MS) return undefined
  const wait = WAITS_MS[tried.attempts - 1] ?? MAX_MS
  // The last attempt is made at the end of the retry period.
  return Math.min(now + wait * (0.9 + chance / 5), tried.firstAt + RETRY_PERIOD_MS)
}

/** True when deliveries have failed for the whole retry period since `failingSince`. The endpoint is then turned off. */
export const hasRetryPeriodPassed = (failingSince: number, now: number): boolean =>
  now - failingSince >= RETRY_PERIOD_MS

/** True for a 2xx status. Redirects aren't followed, so they count as failures. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/** HTTP status with which an endpoint asks for no more deliveries. */
export const GONE_STATUS = 410

/**
 * Converts a stored payload (JSON) to the form that is sent: `totalCents` becomes `total` in major units, times
 * become ISO 8601 in UTC.
 */
export function toWebhookPayload(facts: unknown, currency = currencyIn(facts)): unknown {
  if (Array.isArray(facts)) return facts.map((each) => toWebhookPayload(each, currency))
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => fieldOnWire(key, value, currency)))
}

function fieldOnWire(key: string, value: unknown, currency: string): [string, unknown] {
  if (key.endsWith('Cents') && typeof value === 'number')
    return [key.slice(0, -'Cents'.length), toMajor(value, currency)]
  if (key.endsWith('At') && typeof value === 'string') return [key, new Date(value).toISOString()]
  return [key, toWebhookPayload(value, currency)]
}

const currencyIn = (facts: unknown): string =>
  typeof facts === 'object' && facts !== null && 'currency' in facts && typeof facts.currency === 'string'
    ? facts.currency
    : ''
