import { expect, it } from 'vitest'
import { workedExample } from '#model/money/worked-example.ts'

const fees = {
  ticketBaseFee: 0.5,
  ticketPercentageFee: '2.5%',
  orderProcessingFee: 1,
  orderPercentageFee: '1%',
}
const vat = (included: boolean) => ({
  included,
  rounding: 'per_line' as const,
  rates: [{ name: 'VAT', rateMillionths: 190_000 }],
})

it('shows what the buyer pays and who gets it', () => {
  // Four at 30.00: 4 × 0.50 + 2.5% of 120.00 = 5.00; 1.00 + 1% of 120.00 = 2.20.
  expect(workedExample({ currency: 'EUR', priceCents: 3000, quantity: 4, fees })).toMatchObject({
    ticketsCents: 12_000,
    ticketFeesCents: 500,
    orderFeesCents: 220,
    totalCents: 12_720,
    promoterCents: 12_000,
    feesCents: 720,
    taxesCents: 0,
  })
})

it('leaves the promoter less with included taxes, and charges the buyer more with added ones', () => {
  const of = (included: boolean) =>
    workedExample({ currency: 'EUR', priceCents: 3000, quantity: 1, fees, tax: vat(included) })
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
      const { promoterCents, taxesCents, feesCents, totalCents } = workedExample({
        currency: 'EUR',
        priceCents,
        quantity,
        fees,
        tax: vat(priceCents % 2 === 0),
      })
      expect(promoterCents + taxesCents + feesCents).toBe(totalCents)
    }
})
