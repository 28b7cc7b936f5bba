import { describe, expect, test } from 'vitest'
import type { deleteCart, getCart } from '#contracts/shop/carts.ts'
import { DECLINES } from '#contracts/platform/declines.ts'
import { ERRORS, fail, failRateLimited, statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import type { UseCase } from '#server/use-case.ts'

// Object.keys widens the keys of a constant to string.
const CODES = Object.keys(ERRORS) as ErrorCode[]

describe('error codes', () => {
  test.each(CODES)('%s has a status and a message', (code) => {
    const [status, sentence] = ERRORS[code]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentence).not.toMatch(/!|undefined/)
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
  })

  test.each(Object.entries(DECLINES))('%s has a message in full sentences', (code, sentence) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('have statuses that clients act on', () => {
    expect(statusOf('VALIDATION_ERROR')).toBe(422)
    expect(statusOf('RATE_LIMITED')).toBe(429)
    expect(statusOf('PRICE_CHANGED')).toBe(409)
    expect(statusOf('NOT_FOUND')).toBe(404)
    expect(statusOf('METHOD_NOT_ALLOWED')).toBe(405)
  })
})

test.each([
  [59, 'in a moment'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [7200, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('a limit of %d seconds says how long to wait', (seconds, wait) => {
  expect(failRateLimited(seconds).error).toEqual({
    code: 'RATE_LIMITED',
    message: `Too many requests. Try again ${wait}.`,
    details: { retryAfterSeconds: seconds },
  })
})

describe('§3: the envelope of a failure', () => {
  test('carries code, message and details', () => {
    expect(fail('SOLD_OUT', { left: 0 })).toEqual({
      success: false,
      error: { code: 'SOLD_OUT', message: 'These tickets have just sold out.', details: { left: 0 } },
    })
  })

  test('omits details when there are none', () => {
    expect(Object.keys(fail('SOLD_OUT').error)).toEqual(['code', 'message'])
  })
})

test('a use case can fail only with codes declared by its contract', async () => {
  const named: UseCase<typeof deleteCart> = async () => fail('ORDER_IN_PAYMENT')
  // @ts-expect-error: reading a cart is never refused because of a payment.
  const unnamed: UseCase<typeof getCart> = async () => fail('ORDER_IN_PAYMENT')
  expect([named, unnamed]).toHaveLength(2)
})
