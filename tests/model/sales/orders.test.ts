import { describe, expect, test } from 'vitest'
import {
  attendeeInput,
  canOrderBecome,
  isOrderOpen,
  ORDER_TRANSITIONS,
  orderCustomer,
  orderStatus,
  orderStatusesBefore,
} from '#model/sales/orders.ts'

const STATES = orderStatus.options

describe('the life of an order', () => {
  test.each([
    ['pending', 'paid', true],
    ['pending', 'expired', true],
    ['pending', 'cancelled', true],
    ['pending', 'refunded', false],
    ['paid', 'refunded', true],
    ['paid', 'partially_refunded', true],
    ['paid', 'cancelled', false],
    ['paid', 'pending', false],
    ['partially_refunded', 'partially_refunded', true],
    ['partially_refunded', 'paid', false],
    // A late payment is honoured when inventory allows, otherwise refunded.
    ['expired', 'paid', true],
    ['expired', 'refunded', true],
    ['cancelled', 'paid', true],
    ['cancelled', 'refunded', true],
    ['refunded', 'paid', false],
  ] as const)('%s → %s: %s', (from, to, may) => {
    expect(canOrderBecome(from, to)).toBe(may)
  })

  test('final states are final, every state is reachable, and none returns to pending', () => {
    expect(STATES.filter((state) => ORDER_TRANSITIONS[state].length === 0)).toEqual(['refunded'])
    expect(STATES.filter((state) => orderStatusesBefore(state).length === 0)).toEqual(['pending'])
  })

  test('orderStatusesBefore is the inverse of canOrderBecome', () => {
    for (const from of STATES) {
      for (const to of STATES) expect(orderStatusesBefore(to).includes(from)).toBe(canOrderBecome(from, to))
    }
  })

  test('paid can be entered from every state in which money may arrive', () => {
    expect(orderStatusesBefore('paid')).toEqual(['pending', 'cancelled', 'expired'])
  })
})

describe('an order is payable', () => {
  const NOW = 1000
  test.each([
    ['pending', NOW + 1, true],
    ['pending', NOW, false],
    ['paid', NOW + 1, false],
    ['expired', NOW + 1, false],
  ] as const)('%s until %i: %s', (status, expiresAt, open) => {
    expect(isOrderOpen({ status, expiresAt }, NOW)).toBe(open)
  })
})

describe('buyer input', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }

  test('is trimmed, with the address in lower case', () => {
    expect(
      orderCustomer.parse({ firstName: ' Ada ', lastName: 'Lovelace', email: '  Ada@Example.COM ' }),
    ).toEqual(ada)
  })

  test.each(['', '+49 (30) 123-456', '030/123456', ' 12345 '])(
    '“%s” is a phone number, or empty',
    (phone) => {
      expect(orderCustomer.safeParse({ ...ada, phone }).success).toBe(true)
    },
  )

  test.each([
    ['firstName', ''],
    ['firstName', '   '],
    ['lastName', 'x'.repeat(101)],
    ['email', 'ada'],
    ['email', 'ada@example'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['phone', 'call me'],
    ['phone', '123'],
  ])('%s “%s” is refused with a message', (field, value) => {
    const parsed = orderCustomer.safeParse({ ...ada, [field]: value })
    expect(parsed.error?.issues[0]).toMatchObject({ path: [field] })
    expect(parsed.error?.issues[0]?.message).not.toBe('')
  })
})

describe('attendee input', () => {
  const nobody = { ticketTypeId: 'standing', firstName: '', lastName: '' }
  test.each([{}, { email: '' }, { email: 'Ada@Example.com' }, { answers: { diet: 'None' } }])(
    '%o is accepted',
    (more) => {
      expect(attendeeInput.safeParse({ ...nobody, ...more }).success).toBe(true)
    },
  )

  test.each([{ email: 'ada' }, { firstName: 'x'.repeat(101) }, { answers: { diet: 'x'.repeat(1001) } }])(
    '%o is refused',
    (more) => {
      expect(attendeeInput.safeParse({ ...nobody, ...more }).success).toBe(false)
    },
  )
})
