import { describe, expect, test } from 'vitest'
import { wholeMonths } from '#model/reports/report-spans.ts'

describe('whole months of a span, in every time zone', () => {
  test.each([
    ['2026-01-01', '2026-12-31', '2026-02-01', '2026-12-01'],
    ['2025-12-31', '2026-12-31', '2026-01-01', '2026-12-01'],
    ['2025-12-31', '2027-01-01', '2026-01-01', '2027-01-01'],
    ['2025-12-15', '2026-02-01', '2026-01-01', '2026-02-01'],
    ['2024-02-28', '2024-04-30', '2024-03-01', '2024-04-01'],
  ])('%s to %s: from %s to %s', (...[from, to, first, last]) => {
    expect(wholeMonths({ from, to })).toEqual({ from: first, to: last })
  })

  test.each([
    ['2026-01-01', '2026-01-31'],
    ['2026-01-01', '2026-02-28'],
    ['2026-01-31', '2026-02-28'],
    ['2026-11-21', '2026-11-21'],
  ])('%s to %s: none', (from, to) => {
    expect(wholeMonths({ from, to })).toBeNull()
  })
})
