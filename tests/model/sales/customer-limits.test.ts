import { describe, expect, it } from 'vitest'
import { customerLimitMessage, linesOverLimit, maxPerOrderOf } from '#model/sales/customer-limits.ts'

describe('§3 maxPerOrder', () => {
  it.each([
    [{ maxPerOrder: 2, maxPerCustomer: 4 }, 2],
    [{ maxPerOrder: null, maxPerCustomer: 4 }, 4],
    [{ maxPerOrder: 6, maxPerCustomer: null }, 6],
    [{ maxPerOrder: null, maxPerCustomer: null }, 10],
  ])('%j is %i per order', (limits, expected) => {
    expect(maxPerOrderOf(limits)).toBe(expected)
  })
})

describe('lines over the limit per customer', () => {
  const line = (quantity: number, maxPerCustomer: number | null) => ({
    ticketTypeId: 'standing',
    name: 'Standing',
    quantity,
    maxPerCustomer,
  })
  it.each<[string, number, number | null, number, number | undefined]>([
    ['exactly the limit', 2, 4, 2, undefined],
    ['one more', 3, 4, 2, 2],
    ['no limit', 300, null, 2, undefined],
    ['nothing bought yet', 5, 4, 0, 4],
    ['more bought than the limit is now', 1, 4, 6, 0],
  ])('%s', (...[, quantity, maxPerCustomer, taken, left]) => {
    const found = linesOverLimit([line(quantity, maxPerCustomer)], new Map([['standing', taken]]))
    expect(found.map((each) => each.left)).toEqual(left === undefined ? [] : [left])
  })

  it('are named with the remaining quantity', () => {
    const tickets = [
      { ticketTypeId: 'a', name: 'Standing', maxPerCustomer: 4, left: 2 },
      { ticketTypeId: 'b', name: 'Balcony', maxPerCustomer: 1, left: 0 },
    ]
    expect(customerLimitMessage({ tickets })).toBe(
      'Maximum 4 “Standing” per customer. This address can buy 2 more. Maximum 1 “Balcony” per customer. This address can buy no more.',
    )
  })
})
