import { absorbedFees, buyerFeeRule, type FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { storeFees } from '#model/pricing/fee-terms.ts'
import { saleShares } from './ledger.ts'
import { quote } from '#model/pricing/quote.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'

interface Example {
  currency: string
  priceCents: number
  quantity: number
  fees: Parameters<typeof storeFees>[0]
  /** Defaults to `buyer`. */
  feesPaidBy?: FeesPaidBy
  tax?: TaxRule | undefined
}

/** Prices a purchase with `quote` and splits it with `saleShares`, in minor units. */
export function workedExample(example: Example) {
  const { currency, priceCents, quantity, fees, feesPaidBy = 'buyer', tax } = example
  const fullRule = storeFees(fees, currency)
  const rule = buyerFeeRule(fullRule, feesPaidBy)
  const price = quote({
    lines: [{ ticketTypeId: 'example', eventId: 'example', priceCents, quantity, tax }],
    feeRuleOf: () => rule,
  })
  const { ticketFeesCents, orderFeesCents, deliveryFeeCents } = price.fees
  const shares = saleShares({
    ...price,
    ticketFeesCents,
    orderFeesCents,
    deliveryFeeCents,
    absorbedFeesCents: absorbedFees(price, () => fullRule).totalCents,
    taxCents: price.tax.taxCents,
  })
  return {
    ticketsCents: price.subtotalCents,
    ticketFeesCents,
    orderFeesCents,
    addedTaxCents: price.tax.included ? 0 : price.tax.taxCents,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    absorbedFeesCents: shares.absorbedFeesCents,
    promoterCents: shares.promoterCents - shares.absorbedFeesCents,
    taxesCents: shares.taxesCents,
    feesCents: shares.feesCents + shares.absorbedFeesCents,
  }
}
