import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCartItem,
  countTickets,
  canAddToCart,
  setCartQuantity,
  type CartItem,
  type NewCartItem,
} from '#model/sales/cart.ts'
import { CART_LIFETIME_MS } from '#model/catalog/inventory/hold-times.ts'
import { CART_CHECK_INTERVAL_MS } from '#model/sales/stored-cart.ts'
import { toCents } from '#model/platform/money.ts'
import { isDescribedItem } from '#browser/shop/cart-shapes.ts'

const NOW = 1_790_000_000_000

const standing: NewCartItem = {
  ticketTypeId: 'standing',
  eventId: 'night',
  price: 12.1,
  quantity: 2,
  maxPerOrder: 4,
  name: 'Standing',
  eventTitle: 'Night',
  eventSlug: 'night',
  eventStartsAt: '2026-12-04T20:00:00Z',
  timeZone: 'Europe/Berlin',
  promoterId: 'aurora',
  currency: 'EUR',
}
const balcony: NewCartItem = { ...standing, ticketTypeId: 'balcony', price: 30, quantity: 1 }
const quantities = (items: readonly CartItem[]): [string, number][] =>
  items.map((item) => [item.ticketTypeId, item.quantity])

test('§9: a cart lives for ten minutes and is looked at every minute', () => {
  expect([CART_LIFETIME_MS, CART_CHECK_INTERVAL_MS]).toEqual([600_000, 60_000])
})

describe('adding', () => {
  test('§3: the id is the ticket type’s plus a timestamp unless it is given', () => {
    expect(addCartItem([], standing, NOW)[0]?.id).toBe(`standing-${NOW}`)
    expect(addCartItem([], { ...standing, id: 'mine' }, NOW)[0]?.id).toBe('mine')
  })

  test('§5: an existing ticket type merges quantities and stays where it is', () => {
    const items = addCartItem(
      addCartItem(addCartItem([], standing, NOW), balcony, NOW),
      { ...standing, quantity: 1 },
      NOW + 1,
    )
    expect(quantities(items)).toEqual([
      ['standing', 3],
      ['balcony', 1],
    ])
    expect(items[0]?.id).toBe(`standing-${NOW}`)
  })

  test('§5: merging stays capped at maxPerOrder', () => {
    const items = addCartItem(addCartItem([], standing, NOW), { ...standing, quantity: 3 }, NOW)
    expect(quantities(items)).toEqual([['standing', 4]])
  })

  test('§5: limits a first quantity to maxPerOrder', () => {
    expect(quantities(addCartItem([], { ...standing, quantity: 99 }, NOW))).toEqual([['standing', 4]])
  })

  test.each([0, -1, 0.5])('§5: ignores %f of a new ticket type', (quantity) => {
    expect(addCartItem([], { ...standing, quantity }, NOW)).toEqual([])
  })

  test('a negative quantity removes nothing', () => {
    expect(
      quantities(addCartItem(addCartItem([], standing, NOW), { ...standing, quantity: -1 }, NOW)),
    ).toEqual([['standing', 2]])
  })

  test('applies the current price and limit', () => {
    const [item] = addCartItem(
      addCartItem([], standing, NOW),
      { ...standing, price: 15, maxPerOrder: 2, quantity: 1 },
      NOW,
    )
    expect(item).toMatchObject({ price: 15, maxPerOrder: 2, quantity: 2, totalPrice: 30 })
  })
})

describe('setting a quantity', () => {
  const items = addCartItem(addCartItem([], standing, NOW), balcony, NOW)

  test.each([0, -3, 0.9, Number.NaN])('§5: %f removes the item and no other', (quantity) => {
    expect(quantities(setCartQuantity(items, 'standing', quantity))).toEqual([['balcony', 1]])
  })

  test('§5: is capped at maxPerOrder', () => {
    expect(quantities(setCartQuantity(items, 'standing', 5))).toEqual([
      ['standing', 4],
      ['balcony', 1],
    ])
  })

  test.each([
    [12.1, 'EUR', 36.3],
    [1.1, 'USD', 3.3],
    [5800, 'JPY', 17_400],
    [1.105, 'KWD', 3.315],
  ])('§3: three of %f %s have the totalPrice %f', (price, currency, totalPrice) => {
    const [item] = setCartQuantity(addCartItem([], { ...standing, price, currency }, NOW), 'standing', 3)
    expect(item?.totalPrice).toBe(totalPrice)
  })

  test('ignores an unknown ticket type', () => {
    expect(setCartQuantity(items, 'gallery', 3)).toEqual(items)
  })
})

const change = fc.record({
  ticketTypeId: fc.constantFrom('a', 'b', 'c'),
  quantity: fc.integer({ min: -5, max: 30 }),
  maxPerOrder: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
  isAdded: fc.boolean(),
})

test('§5: after any changes every item is complete, unique, within its limit and priced exactly', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      let items: CartItem[] = []
      for (const { isAdded, ...each } of changes) {
        items = isAdded
          ? addCartItem(items, { ...standing, ...each }, NOW)
          : setCartQuantity(items, each.ticketTypeId, each.quantity)
      }
      expect(new Set(items.map((item) => item.ticketTypeId)).size).toBe(items.length)
      for (const item of items) {
        expect(isDescribedItem(item)).toBe(true)
        expect(item.quantity).toBeLessThanOrEqual(item.maxPerOrder)
        expect(toCents(item.totalPrice, 'EUR')).toBe(toCents(item.price, 'EUR') * item.quantity)
      }
    }),
  )
})

test('counts tickets over all items', () => {
  expect(countTickets([])).toBe(0)
  expect(countTickets(addCartItem(addCartItem([], standing, NOW), balcony, NOW))).toBe(3)
})

describe('a cart contains one promoter’s items in one currency', () => {
  const items = addCartItem([], standing, NOW)
  test.each([
    ['aurora', 'EUR', true],
    ['nordlys', 'EUR', false],
    ['aurora', 'JPY', false],
  ])('adding %s in %s: %s', (promoterId, currency, fits) => {
    expect(canAddToCart(items, { promoterId, currency })).toBe(fits)
    expect(canAddToCart([], { promoterId, currency })).toBe(true)
  })
})

test.each([
  ['nothing', {}],
  ['a quantity of zero', { ...standing, id: 'x', totalPrice: 0, quantity: 0 }],
  ['a price below zero', { ...standing, id: 'x', totalPrice: 0, price: -1 }],
  ['half a ticket', { ...standing, id: 'x', totalPrice: 0, quantity: 1.5 }],
])('%s is no cart item', (_, value) => {
  expect(isDescribedItem(value)).toBe(false)
})
