import { describe, expect, test } from 'vitest'
import { readSoakOptions } from '../../bench/soak/soak-options.ts'

describe('options of the soak', () => {
  test('count and seed are optional integers', () => {
    expect(readSoakOptions({ count: '10', seed: '0' })).toEqual({ count: 10, seed: 0 })
    expect(readSoakOptions({})).toEqual({})
  })

  test('so are minutes and rate, of at least one', () => {
    expect(readSoakOptions({ minutes: '5', rate: '15' })).toEqual({ minutes: 5, rate: 15 })
    expect(() => readSoakOptions({ minutes: '0' })).toThrow('use an integer')
    expect(() => readSoakOptions({ rate: '0.5' })).toThrow('use an integer')
  })

  test.each([{ count: 'ten' }, { count: '0' }, { count: '' }, { seed: '1.5' }, { seed: '-1' }])(
    'refuses invalid numbers: %o',
    (options) => {
      expect(() => readSoakOptions(options)).toThrow('use an integer')
    },
  )
})
