import { describe, expect, test } from 'vitest'
import { createsCycle, moveId, saleStateLabel, formatSoldAndHeld } from '#model/catalog/ticket-types.ts'

describe('ticket types of an event', () => {
  const types = [
    { id: 'a', followsId: null },
    { id: 'b', followsId: 'a' },
    { id: 'c', followsId: 'b' },
  ]
  test.each([
    ['a', 'c', true],
    ['a', 'a', true],
    ['c', 'a', false],
    ['c', null, false],
    [undefined, 'c', false],
  ])('%s behind %s goes round in a circle: %s', (id, followsId, isCircle) => {
    expect(createsCycle(types, { id, followsId })).toBe(isCircle)
  })

  test.each([
    ['b', -1, ['b', 'a', 'c']],
    ['b', 1, ['a', 'c', 'b']],
    ['a', 9, ['b', 'c', 'a']],
    ['a', -1, undefined],
    ['x', 1, undefined],
  ])('moves %s by %i places', (id, places, moved) => {
    expect(moveId(['a', 'b', 'c'], id, places)).toEqual(moved)
  })

  test('describes sold tickets and order of sale', () => {
    expect(formatSoldAndHeld({ sold: 48, held: 3 })).toBe('48 sold and 3 in carts')
    expect(formatSoldAndHeld({ sold: 0, held: 3 })).toBe('3 in carts')
    expect(saleStateLabel({ status: 'sold_out' })).toBe('Sold out')
    expect(saleStateLabel({ status: 'not_yet', waitsFor: 'Early bird' })).toBe('After Early bird')
  })
})
