import { describe, expect, it } from 'vitest'
import { readAmount, readCount, readPercentage } from '#model/platform/typed-numbers.ts'

const COUNT = { problemMessage: 'Enter a whole number with digits only, like 1000.' }
const EUROS = { problemMessage: 'Enter an amount like 1250.50, without a thousands separator.' }

describe('typed counts', () => {
  it.each([
    ['0', 0],
    ['1000', 1000],
    [' 007 ', 7],
  ])('reads %s', (typed, value) => {
    expect(readCount(typed)).toEqual({ value })
  })

  it.each(['', ' ', '1 000', '1\u00a0000', '1,000', '1.000', "1'000", '1.5', '-1', '+1', '1e3', '0x10', '٣'])(
    'refuses %j',
    (typed) => {
      expect(readCount(typed)).toEqual(COUNT)
    },
  )

  it('refuses inexact numbers', () => {
    expect(readCount('9'.repeat(16))).toEqual(COUNT)
  })

  it('names the minimum', () => {
    expect(readCount('0', 1)).toEqual({ problemMessage: 'Enter 1 or more.' })
    expect(readCount('1', 1)).toEqual({ value: 1 })
  })
})

describe('typed amounts', () => {
  it.each([
    ['12', 'EUR', 12],
    ['12.5', 'EUR', 12.5],
    ['12,50', 'EUR', 12.5],
    [' 0.07 ', 'EUR', 0.07],
    ['1250', 'JPY', 1250],
    ['1.234', 'KWD', 1.234],
    ['1,25', 'KWD', 1.25],
  ])('reads %s %s', (typed, currency, value) => {
    expect(readAmount(typed, currency)).toEqual({ value })
  })

  it.each([
    '',
    '1,250',
    '1.250',
    '1 250',
    '1,250.00',
    '1.250,00',
    '12.',
    '.5',
    '-1',
    '€12',
    '1e3',
    'NaN',
    '12.345',
  ])('refuses %j euros', (typed) => {
    expect(readAmount(typed, 'EUR')).toEqual(EUROS)
  })

  it.each(['1,250', '1.250', '12.5'])('refuses %s yen, which have no decimals', (typed) => {
    expect(readAmount(typed, 'JPY')).toEqual({
      problemMessage: 'Enter a whole amount with digits only, like 1250.',
    })
  })

  it('refuses an ambiguous comma before three digits', () => {
    expect(readAmount('1,250', 'KWD')).toEqual({
      problemMessage: 'Enter an amount like 1250.500, without a thousands separator.',
    })
  })
})

describe('typed percentages', () => {
  it.each([
    ['8.875', 4, 8.875],
    ['8,875%', 4, 8.875],
    ['19%', 2, 19],
    ['12,5', 2, 12.5],
  ])('reads %s with %d decimals at most', (typed, digits, value) => {
    expect(readPercentage(typed, digits)).toEqual({ value })
  })

  it.each(['', '%', '2%5', '1.2.3', '12.345', '-1', '5 %%', 'five'])('refuses %j', (typed) => {
    expect(readPercentage(typed, 2)).toEqual({
      problemMessage: 'Enter a percentage like 2.5, with two decimals at most.',
    })
  })
})
