import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grantHold, holdExpiry, type Stock, type HoldDecision } from '#model/catalog/inventory/inventory.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const stock: Stock = {
  ticketTypeId: 'standing',
  capacity: 10,
  held: 0,
  sold: 0,
  maxPerOrder: 6,
  active: true,
}

const ask = (
  requested: number,
  changes: Partial<Stock> = {},
  own = 0,
): Omit<HoldDecision, 'ticketTypeId'> => {
  const { ticketTypeId: _, ...verdict } = grantHold({
    ticketTypeId: 'standing',
    requested,
    own,
    stock: { ...stock, ...changes },
    now: NOW,
  })
  return verdict
}

describe('a grant', () => {
  test('is everything requested while enough is left', () => {
    expect(ask(4)).toEqual({ requested: 4, held: 4 })
  })

  test.each([
    ['what others left', { held: 7 }, { requested: 4, held: 3, reason: 'SOLD_OUT' }],
    ['what was not sold', { sold: 9 }, { requested: 4, held: 1, reason: 'SOLD_OUT' }],
    ['nothing when it is all gone', { sold: 6, held: 4 }, { requested: 4, held: 0, reason: 'SOLD_OUT' }],
    [
      'nothing when capacity was cut below what is sold',
      { capacity: 2, sold: 3 },
      { requested: 4, held: 0, reason: 'SOLD_OUT' },
    ],
    ['§5: at most maxPerOrder', { maxPerOrder: 2 }, { requested: 4, held: 2, reason: 'LIMIT' }],
    [
      'the last one, told as sold out although the limit is near',
      { maxPerOrder: 2, sold: 9 },
      { requested: 4, held: 1, reason: 'SOLD_OUT' },
    ],
    ['nothing before the sale', { saleStartsAt: NOW + 1 }, { requested: 4, held: 0, reason: 'NOT_ON_SALE' }],
    ['nothing after the sale', { saleEndsAt: NOW }, { requested: 4, held: 0, reason: 'NOT_ON_SALE' }],
    ['nothing while the sale is paused', { active: false }, { requested: 4, held: 0, reason: 'NOT_ON_SALE' }],
  ] as const)('%s', (_, changes, verdict) => {
    expect(ask(4, changes)).toEqual(verdict)
  })

  test('is nothing for an unknown ticket type', () => {
    expect(grantHold({ ticketTypeId: 'x', requested: 1, own: 0, stock: undefined, now: NOW })).toEqual({
      ticketTypeId: 'x',
      requested: 1,
      held: 0,
      reason: 'UNKNOWN',
    })
  })

  test('keeps what the cart holds when others took the rest', () => {
    expect(ask(4, { held: 10 }, 4)).toEqual({ requested: 4, held: 4 })
    expect(ask(5, { held: 10 }, 4)).toEqual({ requested: 5, held: 4, reason: 'SOLD_OUT' })
  })

  test.each([0, -1])('§5: a quantity of %i releases everything', (requested) => {
    expect(ask(requested, { held: 4 }, 4)).toEqual({ requested, held: 0 })
  })
})

describe('expiry of a hold', () => {
  test.each([
    ['§9: ten minutes from its first change', 0, 10],
    ['§4: every change starts the ten minutes anew', 12, 22],
    ['ten full minutes up to the twentieth', 20, 30],
    ['thirty minutes from the first at the most', 29, 30],
    ['a change after that revives nothing', 31, 30],
  ])('%s', (_, changedAt, endsAt) => {
    expect(holdExpiry(NOW, NOW + changedAt * MINUTE)).toBe(NOW + endsAt * MINUTE)
  })
})

type Step =
  | { do: 'ask'; cart: number; quantity: number }
  | { do: 'release'; cart: number }
  | { do: 'pay'; cart: number }
  | { do: 'wait'; minutes: number }

interface Hold {
  quantity: number
  firstHeldAt: number
  expiresAt: number
}

const anyCart = fc.nat(4)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      cart: anyCart,
      quantity: fc.integer({ min: -1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), cart: anyCart }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay' as const), cart: anyCart }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
  },
)

/** Minimal model of a shop with one ticket type: clock, sold tickets and holds. */
class TinyShop {
  now = NOW
  sold = 0
  readonly holds = new Map<number, Hold>()
  readonly wrong: string[] = []
  readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get live(): Hold[] {
    return [...this.holds.values()].filter((hold) => hold.expiresAt > this.now)
  }

  get held(): number {
    return this.live.reduce((sum, hold) => sum + hold.quantity, 0)
  }

  take(step: Step): void {
    if (step.do === 'wait') this.now += step.minutes * MINUTE
    else if (step.do === 'release') this.holds.delete(step.cart)
    else if (step.do === 'pay') this.pay(step.cart)
    else this.ask(step.cart, step.quantity)
  }

  private liveHold(cart: number): Hold | undefined {
    const hold = this.holds.get(cart)
    return hold && hold.expiresAt > this.now ? hold : undefined
  }

  private pay(cart: number): void {
    this.sold += this.liveHold(cart)?.quantity ?? 0
    this.holds.delete(cart)
  }

  private ask(cart: number, requested: number): void {
    const present = this.liveHold(cart)
    const own = present?.quantity ?? 0
    const counted: Stock = { ...stock, capacity: this.capacity, held: this.held, sold: this.sold }
    const { held, reason } = grantHold({
      ticketTypeId: 'standing',
      requested,
      own,
      stock: counted,
      now: this.now,
    })
    if (held > Math.max(0, requested)) this.wrong.push(`gave ${held} when asked for ${requested}`)
    const isFull = this.sold + this.held - own + held === this.capacity
    if (reason === 'SOLD_OUT' && !isFull) this.wrong.push('said SOLD_OUT and kept some back')
    const firstHeldAt = present?.firstHeldAt ?? this.now
    this.holds.set(cart, { quantity: held, firstHeldAt, expiresAt: holdExpiry(firstHeldAt, this.now) })
  }
}

test('no sequence of requests, releases, payments and expiries oversells or loses a ticket', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.array(anyStep, { maxLength: 40 }), (capacity, steps) => {
      const shop = new TinyShop(capacity)
      for (const step of steps) {
        shop.take(step)
        expect(shop.held + shop.sold).toBeLessThanOrEqual(capacity)
      }
      expect(shop.wrong).toEqual([])
      for (const cart of shop.holds.keys()) shop.take({ do: 'release', cart })
      const left = capacity - shop.sold
      const all = grantHold({
        ticketTypeId: 'standing',
        requested: 99,
        own: 0,
        stock: { ...stock, maxPerOrder: 99, capacity, held: shop.held, sold: shop.sold },
        now: shop.now,
      })
      expect(all.held).toBe(left)
    }),
    { numRuns: 500 },
  )
})

test('all holds expire: thirty minutes after the last step everything unsold is available', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
      const shop = new TinyShop(10)
      for (const step of steps) shop.take(step)
      shop.take({ do: 'wait', minutes: 30 })
      expect(shop.held).toBe(0)
    }),
  )
})
