import { storeFees } from './fee-terms.ts'
import { saleShares } from './ledger.ts'
import { quote } from './quote.ts'
import type { TaxRule } from './taxes.ts'

interface Example {
  currency: string
  priceCents: number
  quantity: number
  fees: Parameters<typeof storeFees>[0]
  tax?: TaxRule | undefined
}

/** A purchase by the shop's own quote, and who has its money by the ledger's own shares. In minor units. */
export function workedExample({ currency, priceCents, quantity, fees, tax }: Example) {
  const rule = storeFees(fees, currency)
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
    taxCents: price.tax.taxCents,
  })
  return {
    ticketsCents: price.subtotalCents,
    ticketFeesCents,
    orderFeesCents,
    addedTaxCents: price.tax.included ? 0 : price.tax.taxCents,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    ...shares,
  }
}
