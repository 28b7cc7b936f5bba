import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasRetryPeriodPassed, retryAt, toWebhookPayload, RETRY_PERIOD_MS } from '#model/messages/webhooks.ts'

describe('retries of a message', () => {
  test.each([
    [1, 5_000],
    [2, 60_000],
    [3, 300_000],
    [4, 1_800_000],
    [7, 28_800_000],
    [9, 28_800_000],
  ])('after attempt %i, %i ms later', (attempts, wait) => {
    expect(retryAt({ attempts, firstAt: 0 }, 1000, 0.5)).toBe(1000 + wait)
  })

  test('have 10% jitter and end within three days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: RETRY_PERIOD_MS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, now, chance) => {
          const middle = retryAt({ attempts, firstAt: 0 }, 0, 0.5) ?? 0
          const next = retryAt({ attempts, firstAt: 0 }, now, chance) ?? 0
          expect(next).toBeLessThanOrEqual(RETRY_PERIOD_MS)
          expect(next - now).toBeLessThanOrEqual(middle * 1.1 + 1)
          expect(next).toBeGreaterThanOrEqual(Math.min(RETRY_PERIOD_MS, now + middle * 0.9 - 1))
        },
      ),
    )
  })

  test('end after three days', () => {
    expect(retryAt({ attempts: 12, firstAt: 0 }, RETRY_PERIOD_MS - 1, 0.5)).toBe(RETRY_PERIOD_MS)
    expect(retryAt({ attempts: 13, firstAt: 0 }, RETRY_PERIOD_MS, 0.5)).toBeUndefined()
    expect([hasRetryPeriodPassed(0, RETRY_PERIOD_MS - 1), hasRetryPeriodPassed(0, RETRY_PERIOD_MS)]).toEqual([
      false,
      true,
    ])
  })
})

describe('the payload of an event', () => {
  test('has major units at any depth, and UTC times', () => {
    const facts = {
      currency: 'EUR',
      totalCents: 1234,
      paidAt: '2026-11-21T13:00:00+01:00',
      createdAt: null,
      items: [{ priceCents: 500, name: 'A' }],
      refund: { amountCents: 5 },
    }
    expect(toWebhookPayload(facts)).toEqual({
      currency: 'EUR',
      total: 12.34,
      paidAt: '2026-11-21T12:00:00.000Z',
      createdAt: null,
      items: [{ price: 5, name: 'A' }],
      refund: { amount: 0.05 },
    })
    expect(toWebhookPayload({ currency: 'JPY', totalCents: 1200 })).toEqual({ currency: 'JPY', total: 1200 })
  })
})
