import { describe, expect, test } from 'vitest'
import { readWish } from '../../bench/soak/wish.ts'

describe('arguments of a soak run', () => {
  test('are a count and a seed, or the defaults of each part', () => {
    expect(readWish({ count: '10', seed: '0' })).toEqual({ count: 10, seed: 0 })
    expect(readWish({})).toEqual({})
  })

  test.each([{ count: 'ten' }, { count: '0' }, { count: '' }, { seed: '1.5' }, { seed: '-1' }])(
    'are refused when not a number: %o',
    (asked) => {
      expect(() => readWish(asked)).toThrow('use a whole number')
    },
  )
})
