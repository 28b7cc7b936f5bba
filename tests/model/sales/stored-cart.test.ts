import { describe, expect, test } from 'vitest'
import { isCartExpired, readStoredExpiry, readStoredItems } from '#model/sales/stored-cart.ts'

const NOW = 1_790_000_000_000

const item = {
  id: 'a',
  ticketTypeId: 't1',
  eventId: 'e1',
  price: 24,
  quantity: 2,
  totalPrice: 48,
  maxPerOrder: 6,
}

describe('§3: a stored cart item', () => {
  test('with exactly the specified fields is in the cart', () => {
    expect(readStoredItems([item])).toEqual([item])
  })

  test.each(Object.keys(item))('without %s is dropped', (field) => {
    expect(readStoredItems([{ ...item, [field]: undefined }])).toEqual([])
  })

  test.each([
    ['a quantity of zero', { quantity: 0 }],
    ['a negative quantity', { quantity: -4 }],
    ['half a ticket', { quantity: 1.5 }],
    ['a quantity in words', { quantity: '2' }],
    ['a negative price', { price: -1 }],
    ['a price in words', { price: '24' }],
    ['a price that is no number', { price: Number.NaN }],
    ['a limit of zero', { maxPerOrder: 0 }],
    ['an id that is a number', { ticketTypeId: 7 }],
  ])('with %s is dropped', (_, change) => {
    expect(
      readStoredItems([
        { ...item, ...change },
        { ...item, ticketTypeId: 't2' },
      ]),
    ).toHaveLength(1)
  })

  test.each([[null], [7], ['cart'], [{ 0: item }], [[null, 7, 'item', []]]])('%j has none', (stored) => {
    expect(readStoredItems(stored)).toEqual([])
  })

  test('is limited to its maximum, and the first of a ticket type wins', () => {
    const items = readStoredItems([
      { ...item, quantity: 99 },
      { ...item, id: 'b', quantity: 1 },
    ])
    expect(items).toEqual([{ ...item, quantity: 6 }])
  })
})

describe('§4: expiry', () => {
  test.each([
    [NOW, NOW],
    ['soon', undefined],
    [null, undefined],
    [undefined, undefined],
    [-1, undefined],
    [1.5, undefined],
  ])('stored as %j is %s', (stored, expiresAt) => {
    expect(readStoredExpiry(stored)).toBe(expiresAt)
  })

  test.each([
    [NOW + 1, false],
    [NOW, true],
    [NOW - 1, true],
    [undefined, false],
  ])('a cart that ends at %s is expired: %s', (expiresAt, expired) => {
    expect(isCartExpired(expiresAt, NOW)).toBe(expired)
  })
})
