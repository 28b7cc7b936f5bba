import { expect, test } from 'vitest'
import { quickDateRanges, formatDateRange } from '#model/platform/time/date-ranges.ts'

test.each([
  ['2026-11-25', '2026-11-27', '2026-11-29'],
  ['2026-11-27', '2026-11-27', '2026-11-29'],
  ['2026-11-28', '2026-11-28', '2026-11-29'],
  ['2026-11-29', '2026-11-29', '2026-11-29'],
  ['2026-12-31', '2027-01-01', '2027-01-03'],
])('on %s, this weekend is %s to %s', (today, from, to) => {
  expect(quickDateRanges(today)[1]).toEqual({ label: 'This weekend', from, to })
})

test('offers today, the next seven days and the rest of the month', () => {
  const [today, , week, month] = quickDateRanges('2028-02-25')
  expect(today).toMatchObject({ from: '2028-02-25', to: '2028-02-25' })
  expect(week).toMatchObject({ from: '2028-02-25', to: '2028-03-02' })
  expect(month).toMatchObject({ from: '2028-02-25', to: '2028-02-29' })
})

test.each([
  ['2026-12-04', '2026-12-06', '4 Dec – 6 Dec'],
  ['2026-12-04', '2026-12-04', '4 Dec'],
  ['2026-12-04', undefined, 'From 4 Dec'],
  [undefined, '2026-12-06', 'Until 6 Dec'],
  [undefined, undefined, 'Any date'],
])('formats %s to %s as %s', (from, to, words) => {
  expect(formatDateRange(from, to)).toBe(words)
})
