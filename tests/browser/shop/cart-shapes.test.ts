// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Check } from '#browser/platform/shapes.ts'
import { isCartHold, isDescribedItem, isFeeConfiguration, isPromoCode } from '#browser/shop/cart-shapes.ts'
import { cartHold } from '#contracts/shop/carts.ts'
import { HOLD_REASONS } from '#model/catalog/inventory/hold-reasons.ts'
import { feeConfiguration, promoCode } from '#model/pricing/price-schemas.ts'

const SEED = 20_261_127

const optional = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined })
const amount = fc.double({ min: 0, max: 1000, noNaN: true })
const text = fc.string({ maxLength: 5 })

const anyTaxRule = fc.record({
  included: fc.boolean(),
  rounding: fc.constantFrom('per_line', 'per_rate', 'keep_gross'),
  rates: fc.array(fc.record({ name: text, rateMillionths: fc.integer() }), { maxLength: 2 }),
})
const anyHold = fc.record({
  cartId: text,
  currency: fc.option(text),
  expiresAt: fc.option(text),
  expiresInMs: fc.option(fc.integer()),
  items: fc.array(
    fc.record({
      ticketTypeId: text,
      eventId: fc.option(text),
      requested: fc.integer(),
      held: fc.integer(),
      price: fc.double({ noNaN: true, noDefaultInfinity: true }),
      minPerOrder: optional(fc.integer()),
      maxPerOrder: fc.integer(),
      tax: optional(anyTaxRule),
      reason: optional(fc.constantFrom(...HOLD_REASONS)),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const anyFees = fc.record({
  ticketBaseFee: amount,
  ticketPercentageFee: fc.double({ min: 0, max: 100, noNaN: true }),
  orderProcessingFee: amount,
  orderPercentageFee: fc.double({ min: 0, max: 100, noNaN: true }),
})
const anyPromo = fc.record({
  code: text,
  discountType: fc.constantFrom('percentage', 'fixed'),
  discountValue: amount,
  maxDiscountAmount: optional(amount),
  ticketTypeIds: optional(fc.array(text, { maxLength: 2 })),
})

/** Values that a field may have by mistake, at the edges of what checks allow. */
const WRONG = [
  undefined,
  null,
  '',
  'x',
  0,
  -1,
  0.5,
  100.5,
  2 ** 53,
  Infinity,
  NaN,
  true,
  [],
  {},
  [null],
  ['x'],
]

type Path = readonly (string | number)[]

/** Paths of all values in a value, with its own. */
const pathsIn = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))
    : []),
]

function replaceAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...Object(value) }
  copy[key] = replaceAt(copy[key], rest, other)
  return copy
}

interface Pair {
  about: string
  any: fc.Arbitrary<unknown>
  check: Check<unknown>
  schema: z.ZodMiniType
}

const PAIRS: Pair[] = [
  { about: 'the response of the cart', any: anyHold, check: isCartHold, schema: cartHold },
  { about: 'fees', any: anyFees, check: isFeeConfiguration, schema: feeConfiguration },
  { about: 'a promo code', any: anyPromo, check: isPromoCode, schema: promoCode },
]

describe.each(PAIRS)('the check of $about', ({ any, check, schema }) => {
  it('accepts what its schema accepts', () => {
    fc.assert(
      fc.property(any, (value) => {
        expect(schema.safeParse(value).success).toBe(true)
        expect(check(value)).toBe(true)
      }),
      { seed: SEED },
    )
  })

  it('agrees with its schema when any value is replaced by a wrong one', () => {
    const verdicts = new Set<boolean>()
    const changed = any.chain((value) =>
      fc
        .tuple(fc.constantFrom(...pathsIn(value)), fc.constantFrom(...WRONG))
        .map(([path, wrong]) => replaceAt(value, path, wrong)),
    )
    fc.assert(
      fc.property(changed, (value) => {
        const verdict = check(value)
        verdicts.add(verdict)
        expect(verdict).toBe(schema.safeParse(value).success)
      }),
      { seed: SEED, numRuns: 2000 },
    )
    expect(verdicts, 'some are accepted, some aren’t').toEqual(new Set([true, false]))
  })
})

describe('the check of a stored item', () => {
  const item = {
    id: 'a',
    ticketTypeId: 't',
    eventId: 'e',
    price: 24,
    quantity: 2,
    totalPrice: 48,
    maxPerOrder: 6,
    name: 'Standing',
    eventTitle: 'Night Shift',
    eventSlug: 'night-shift',
    eventStartsAt: '2026-12-01T20:00:00.000Z',
    timeZone: 'Europe/Berlin',
    promoterId: 'p',
    currency: 'EUR',
  }

  it.each([
    {},
    { minPerOrder: 2, accessCode: 'friends' },
    { price: 0, totalPrice: 0 },
    { tax: { included: true, rounding: 'per_line', rates: [{ name: 'VAT', rateMillionths: 190_000 }] } },
    { fromALaterVersion: true },
  ])('accepts %o', (change) => {
    expect(isDescribedItem({ ...item, ...change })).toBe(true)
  })

  it.each([
    { name: undefined },
    { quantity: 0 },
    { quantity: 1.5 },
    { price: -1 },
    { minPerOrder: 0 },
    { accessCode: null },
    { tax: { included: true, rounding: 'up', rates: [] } },
    { currency: 5 },
  ])('refuses %o', (change) => {
    expect(isDescribedItem({ ...item, ...change })).toBe(false)
  })

  it.each([undefined, null, 'cart', [], [item]])('refuses %o instead of an item', (value) => {
    expect(isDescribedItem(value)).toBe(false)
  })
})
