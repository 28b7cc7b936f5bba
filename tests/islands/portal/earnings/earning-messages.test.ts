import { describe, expect, test } from 'vitest'
import {
  availableHint,
  earningDaysMessage,
  isEnoughToPayOut,
} from '#islands/portal/earnings/earning-messages.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

test('a negative amount has a minus sign', () => {
  expect(formatAmount(-2, 'EUR')).toBe('−€2.00')
  expect(formatAmount(-5800, 'JPY')).toBe('−¥5,800')
  expect(formatAmount(0, 'EUR')).toBe('€0.00')
})

test.each([
  [1, 'EUR', true],
  [0.99, 'EUR', false],
  [100, 'JPY', true],
  [99, 'JPY', false],
  [0.999, 'KWD', false],
  [-2, 'EUR', false],
])('%d %s is enough to pay out: %s', (amount, currency, isEnough) => {
  expect(isEnoughToPayOut(amount, currency)).toBe(isEnough)
})

test.each([
  [-2, 'ready', 'Refunds exceed your balance. Your next earnings cover the difference first.'],
  [0, 'ready', 'Nothing to pay out right now.'],
  [0.5, 'ready', 'The minimum payout is €1.00.'],
  [4, 'ready', 'Available for payout now.'],
  [4, 'checking', 'Available for payout once your payout account is ready.'],
] as const)('%d with an account that is %s', (available, account, words) => {
  expect(availableHint({ available, currency: 'EUR' }, account)).toBe(words)
})

describe('the summary of days', () => {
  const day = (date: string, amount: number, tickets: number) => ({ day: date, amount, tickets })
  const words = (...days: ReturnType<typeof day>[]): string => earningDaysMessage(days, 'EUR')

  test('names the best of several', () => {
    expect(words(day('2026-11-20', 2, 1), day('2026-11-21', 4, 2))).toBe(
      '€6.00 earned with 3 tickets in the last 90 days; the best day was Sat, 21 Nov 2026 with €4.00.',
    )
  })

  test('ignores refunded days and names no best of one', () => {
    expect(words(day('2026-11-20', 0, 0), day('2026-11-21', 4, 2))).toBe(
      '€4.00 earned with 2 tickets in the last 90 days, all of it on Sat, 21 Nov 2026.',
    )
  })

  test('names no best when everything was refunded', () => {
    expect(words(day('2026-11-21', 0, 0))).toBe('No earnings left from the last 90 days after refunds.')
  })
})
