import { describe, expect, test } from 'vitest'
import { isPaymentTransition, cardFields, PAYMENT_TRANSITIONS, paymentStatus } from '#model/money/payments.ts'

describe('the life of a payment', () => {
  test.each([
    ['open', 'succeeded', true],
    ['open', 'requires_action', true],
    ['requires_action', 'open', true],
    ['processing', 'open', true],
    ['processing', 'succeeded', true],
    ['succeeded', 'refunded', true],
    ['open', 'refunded', true],
    ['succeeded', 'refunding', true],
    ['refunding', 'refunded', true],
    ['refunding', 'succeeded', false],
    ['succeeded', 'open', false],
    ['succeeded', 'cancelled', false],
    ['cancelled', 'succeeded', false],
    ['refunded', 'succeeded', false],
  ] as const)('%s → %s: %s', (from, to, may) => {
    expect(isPaymentTransition(from, to)).toBe(may)
  })

  test('final states are final, and outdated updates change nothing', () => {
    const states = paymentStatus.options
    expect(states.filter((state) => PAYMENT_TRANSITIONS[state].length === 0)).toEqual([
      'cancelled',
      'refunded',
    ])
    expect(states.filter((state) => isPaymentTransition(state, state))).toEqual([])
  })
})

describe('a card', () => {
  const good = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123' }

  test.each([{}, { number: '4242424242424242' }, { expiry: '01 / 31' }, { cvc: '1234' }])(
    '%o is accepted',
    (more) => {
      expect(cardFields.safeParse({ ...good, ...more }).success).toBe(true)
    },
  )

  test.each([
    ['number', '4242'],
    ['number', '4242-4242-4242-4242'],
    ['expiry', '13/30'],
    ['expiry', '1/30'],
    ['expiry', '12/2030'],
    ['cvc', '12'],
    ['cvc', '12a'],
  ])('%s “%s” is refused with a message', (field, value) => {
    const parsed = cardFields.safeParse({ ...good, [field]: value })
    expect(parsed.error?.issues[0]).toMatchObject({
      path: [field],
      message: expect.stringMatching(/^Enter .+\.$/),
    })
  })
})
