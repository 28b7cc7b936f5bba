import { describe, expect, it } from 'vitest'
import { parsePercent, formatPercent } from '#model/platform/percents.ts'

describe('percentages of fees (specification §5)', () => {
  it.each([
    ['2.5%', 250],
    ['0.5%', 50],
    ['1%', 100],
    ['2,25%', 225],
    [0, 0],
    [2.5, 250],
    ['4', 400],
    [100, 10_000],
  ])('reads %s unambiguously', (given, basisPoints) => {
    expect(parsePercent(given)).toEqual({ basisPoints })
  })

  it.each([
    [0.5, '0.5 could be 0.5% or 50%. Write it with a % sign.'],
    ['0.025', '0.025 could be 0.025% or 2.5%. Write it with a % sign.'],
    [1, '1 could be 1% or 100%. Write it with a % sign.'],
    ['2.125%', 'Use at most two decimals.'],
    [101, 'Enter 100% or less.'],
    ['-1', 'Enter a percentage like 2.5%.'],
    ['', 'Enter a percentage like 2.5%.'],
    [Number.NaN, 'Enter a percentage like 2.5%.'],
  ])('refuses %s with the expected format', (given, problemMessage) => {
    expect(parsePercent(given)).toEqual({ problemMessage })
  })

  it('round-trip', () => {
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints += 1)
      expect(parsePercent(formatPercent(basisPoints))).toEqual({ basisPoints })
  })
})
