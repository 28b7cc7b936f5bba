import { expect, test } from 'vitest'
import { isAwaitingCode, secondsToNextCode } from '#components/checkout/orders/codes/next-code.ts'

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

const LATER = '2026-12-07T12:00:00Z'

test.each<[string, Parameters<typeof isAwaitingCode>[0], boolean]>([
  ['a late code that appears later', [{ status: 'used' }, { status: 'valid', codeAppearsAt: LATER }], true],
  ['one that has appeared', [{ status: 'valid', codeAppearsAt: '2026-12-04T12:00:00Z' }], false],
  ['a code that was there at once', [{ status: 'valid' }], false],
  ['a late code of a void ticket', [{ status: 'void', codeAppearsAt: LATER }], false],
  ['one of a ticket that was passed on', [{ status: 'passed_on', codeAppearsAt: LATER }], false],
])('a page awaits a code: %s', (_, tickets, awaits) => {
  expect(isAwaitingCode(tickets, NOW)).toBe(awaits)
})
