import { describe, expect, test } from 'vitest'
import { readWish } from '../../bench/soak/wish.ts'

describe('what of a soak is asked for', () => {
  test('is a count and a seed, or what each part has', () => {
    expect(readWish({ count: '10', seed: '0' })).toEqual({ count: 10, seed: 0 })
    expect(readWish({})).toEqual({})
  })

  test.each([{ count: 'ten' }, { count: '0' }, { count: '' }, { seed: '1.5' }, { seed: '-1' }])(
    'is refused when it is no number: %o',
    (asked) => {
      expect(() => readWish(asked)).toThrow('use a whole number')
    },
  )
})
