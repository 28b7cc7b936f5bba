import { expect, it } from 'vitest'
import { workedExample } from '#model/money/worked-example.ts'

const fees = {
  ticketBaseFee: 0.5,
  ticketPercentageFee: '2.5%',
  orderProcessingFee: 1,
  orderPercentageFee: '1%',
}
const terms = {
  ticketBaseCents: 50,
  ticketBasisPoints: 250,
  orderBaseCents: 100,
  orderBasisPoints: 100,
  ticketMinimumCents: 0,
}
const vat = (included: boolean) => ({
  included,
  rounding: 'per_line' as const,
  rates: [{ name: 'VAT', rateMillionths: 190_000 }],
})

it('shows what the buyer pays and who gets it', () => {
  // Four at 30.00: 4 × 0.50 + 2.5% of 120.00 = 5.00; 1.00 + 1% of 120.00 = 2.20.
  expect(workedExample({ currency: 'EUR', priceCents: 3000, quantity: 4, fees, terms })).toMatchObject({
    ticketsCents: 12_000,
    ticketFeesCents: 500,
    orderFeesCents: 220,
    totalCents: 12_720,
    promoterCents: 12_000,
    platformCents: 720,
    ownCents: 0,
    taxesCents: 0,
  })
})

it('leaves the promoter less with included taxes, and charges the buyer more with added ones', () => {
  const of = (included: boolean) =>
    workedExample({ currency: 'EUR', priceCents: 3000, quantity: 1, fees, terms, tax: vat(included) })
  expect(of(true)).toMatchObject({ totalCents: 3255, promoterCents: 2521, taxesCents: 479, addedTaxCents: 0 })
  expect(of(false)).toMatchObject({
    totalCents: 3825,
    promoterCents: 3000,
    taxesCents: 570,
    addedTaxCents: 570,
  })
})

it('distributes every cent', () => {
  for (let priceCents = 0; priceCents < 400; priceCents += 7)
    for (const quantity of [1, 4]) {
      const { promoterCents, taxesCents, platformCents, totalCents } = workedExample({
        currency: 'EUR',
        priceCents,
        quantity,
        fees,
        terms,
        tax: vat(priceCents % 2 === 0),
      })
      expect(promoterCents + taxesCents + platformCents).toBe(totalCents)
    }
})

const noFees = { ticketBaseFee: 0, ticketPercentageFee: 0, orderProcessingFee: 0, orderPercentageFee: 0 }

it.each([
  [
    'less than the share, which the promoter pays',
    noFees,
    { totalCents: 12_000, promoterCents: 11_280, ownCents: 720 },
  ],
  [
    'more than the share, which the promoter keeps',
    { ...noFees, ticketBaseFee: 3 },
    { totalCents: 13_200, promoterCents: 12_480, ownCents: -480 },
  ],
])('shows fees of %s', (_, charged, expected) => {
  const example = workedExample({ currency: 'EUR', priceCents: 3000, quantity: 4, fees: charged, terms })
  expect(example).toMatchObject({ ...expected, platformCents: 720 })
})

it('shows no share of a free order, and none without terms', () => {
  const of = (priceCents: number, rule: typeof terms | undefined) =>
    workedExample({ currency: 'EUR', priceCents, quantity: 1, fees, terms: rule })
  expect(of(0, { ...terms, ticketMinimumCents: 50 })).toMatchObject({ totalCents: 0, platformCents: 0 })
  expect(of(3000, undefined)).toMatchObject({ platformCents: 0, promoterCents: 3255, ownCents: -255 })
})
