import { buyerFeeRule, type FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { toFeeRuleFromTerms } from '#model/pricing/fee-terms.ts'
import { calculatePlatformShare, type ShareRule } from '#model/pricing/platform-terms.ts'
import { saleShares } from './ledger.ts'
import { calculateQuote } from '#model/pricing/quote.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'

interface Example {
  currency: string
  priceCents: number
  quantity: number
  fees: Parameters<typeof toFeeRuleFromTerms>[0]
  feesPaidBy?: FeesPaidBy
  tax?: TaxRule | undefined
  /** The platform's terms. Undefined when the platform takes no share. */
  terms: ShareRule | undefined
}

/**
 * Computes an example in minor units: prices a purchase with `quote` and divides it with `saleShares`. `ownCents` is
 * the part of the platform's share that the fees don't cover and the promoter pays; negative when the fees exceed the
 * share.
 */
export function workedExample(example: Example) {
  const { currency, priceCents, quantity, fees, feesPaidBy = 'buyer', tax, terms } = example
  const rule = buyerFeeRule(toFeeRuleFromTerms(fees, currency), feesPaidBy)
  const price = calculateQuote({
    lines: [{ ticketTypeId: 'example', eventId: 'example', priceCents, quantity, tax }],
    feeRuleOf: () => rule,
  })
  const { ticketFeesCents, orderFeesCents, deliveryFeeCents } = price.fees
  const { promoterCents, taxesCents, feesCents, platformCents } = saleShares({
    ...price,
    ticketFeesCents,
    orderFeesCents,
    deliveryFeeCents,
    platformShareCents: calculatePlatformShare(price, terms).totalCents,
    taxCents: price.tax.taxCents,
  })
  return {
    ticketsCents: price.subtotalCents,
    ticketFeesCents,
    orderFeesCents,
    addedTaxCents: price.tax.included ? 0 : price.tax.taxCents,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    platformCents,
    ownCents: platformCents - feesCents,
    promoterCents: promoterCents + feesCents - platformCents,
    taxesCents,
  }
}
