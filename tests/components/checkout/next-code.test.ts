import { expect, test } from 'vitest'
import { secondsToNextCode } from '#components/checkout/orders/codes/next-code.ts'

const NOW = Date.parse('2026-12-04T12:00:00Z')

test.each<[string, string[], number | undefined]>([
  ['no late code', [], undefined],
  ['codes that have appeared', ['2026-12-04T11:00:00Z', '2026-12-04T12:00:00Z'], undefined],
  ['the next of several codes', ['2026-12-04T13:00:00Z', '2026-12-04T12:01:00Z'], 61],
  ['a code after days', ['2026-12-07T12:00:00Z'], undefined],
])('a page without scripts is loaded again for %s', (_, times, seconds) => {
  expect(
    secondsToNextCode(
      times.map((codeAppearsAt) => ({ codeAppearsAt })),
      NOW,
    ),
  ).toBe(seconds)
})
