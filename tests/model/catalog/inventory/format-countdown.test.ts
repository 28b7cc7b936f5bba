import { expect, test } from 'vitest'
import { formatCountdown } from '#model/catalog/inventory/format-countdown.ts'

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [599_000, '9:59'],
  [61_000, '1:01'],
  [1, '0:01'],
  [0, '0:00'],
])('%i ms are shown as %s', (milliseconds, text) => {
  expect(formatCountdown(milliseconds)).toBe(text)
})
