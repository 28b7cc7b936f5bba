import fc from 'fast-check'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeRule, FeeSource } from '#model/pricing/fees.ts'
import type { PlatformTerms } from '#model/pricing/platform-terms.ts'
import type { TaxRate, TaxRule } from '#model/pricing/taxes.ts'

/** A random purchase with fees, taxes, promo code and delivery. Amounts in minor units. */
export interface RandomCart {
  currency: string
  lines: { event: 0 | 1; priceCents: number; quantity: number; rates: TaxRate[] }[]
  taxes: Omit<TaxRule, 'rates'>
  fees: [FeeRule, FeeRule]
  /** What the platform takes. */
  terms: PlatformTerms
  /** Level of each event's fees, and who pays them. */
  levels: [FeeSource, FeeSource]
  paidBy: [FeesPaidBy, FeesPaidBy]
  promo: RandomPromo | undefined
  deliveryCents: number
}

export interface RandomPromo {
  discount:
    | { type: 'percentage'; basisPoints: number; maxCents: number | null }
    | { type: 'fixed'; cents: number }
  /** Covered lines; undefined for all. */
  covers: boolean[] | undefined
}

/** Currencies with zero, two and three decimals. */
const CURRENCIES = ['JPY', 'KRW', 'ISK', 'EUR', 'USD', 'GBP', 'CHF', 'KWD', 'BHD', 'TND']
const MAX_LINES = 6

const cents = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.nat({ max }), fc.nat({ max: 9999 }), fc.constantFrom(0, 1, 5, 99, 995, 999, 1005, 2500))
const basisPoints = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.nat({ max }), fc.constantFrom(0, 250, 333, max))

const feeRule: fc.Arbitrary<FeeRule> = fc.record({
  ticketBaseCents: cents(2000),
  ticketBasisPoints: basisPoints(3000),
  orderBaseCents: cents(2000),
  orderBasisPoints: basisPoints(3000),
})

const terms: fc.Arbitrary<PlatformTerms> = fc
  .tuple(
    feeRule,
    fc.record({
      ticketMinimumCents: cents(500),
      processingFeePaidBy: fc.constantFrom('platform' as const, 'promoter' as const),
      taxesRemittedBy: fc.constantFrom('platform' as const, 'promoter' as const),
    }),
  )
  .map(([rule, rest]) => ({ ...rule, ...rest }))

const level = fc.constantFrom('event' as const, 'promoter' as const, 'default' as const)
const payer = fc.constantFrom('buyer' as const, 'promoter' as const, 'split' as const)

const taxRate: fc.Arbitrary<TaxRate> = fc.record({
  name: fc.constantFrom('VAT', 'State tax', 'City tax', 'Levy'),
  rateMillionths: fc.oneof(fc.nat({ max: 300_000 }), fc.constantFrom(190_000, 88_750, 70_000, 1_000_000)),
})

const promo: fc.Arbitrary<RandomPromo> = fc.record({
  discount: fc.oneof(
    fc.record({
      type: fc.constant('percentage' as const),
      basisPoints: fc.integer({ min: 1, max: 10_000 }),
      maxCents: fc.option(fc.integer({ min: 1, max: 50_000 })),
    }),
    fc.record({ type: fc.constant('fixed' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
  ),
  covers: fc.option(fc.array(fc.boolean(), { minLength: MAX_LINES, maxLength: MAX_LINES }), {
    nil: undefined,
    freq: 2,
  }),
})

export const randomCart: fc.Arbitrary<RandomCart> = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  lines: fc.array(
    fc.record({
      event: fc.constantFrom(0 as const, 1 as const),
      priceCents: cents(5_000_000),
      quantity: fc.integer({ min: 1, max: 30 }),
      rates: fc.uniqueArray(taxRate, {
        maxLength: 3,
        selector: ({ name, rateMillionths }) => `${name} ${rateMillionths}`,
      }),
    }),
    { minLength: 1, maxLength: MAX_LINES },
  ),
  taxes: fc.record({
    included: fc.boolean(),
    rounding: fc.constantFrom('per_line' as const, 'per_rate' as const, 'keep_gross' as const),
  }),
  fees: fc.tuple(feeRule, feeRule),
  terms,
  levels: fc.tuple(level, level),
  paidBy: fc.tuple(payer, payer),
  promo: fc.option(promo, { nil: undefined, freq: 3 }),
  deliveryCents: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: cents(3000) }),
})
