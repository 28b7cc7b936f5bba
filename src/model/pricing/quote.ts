import { NO_FEES, orderFeeCents, ticketFeeCents, type FeeRule } from './fees.ts'
import { discountShares, type Discount } from './promo.ts'
import { calculateTaxes, type Taxes, type TaxRule } from './taxes.ts'

export interface QuoteLine {
  ticketTypeId: string
  eventId: string
  priceCents: number
  quantity: number
  /** Taxes of the line; absent when it isn't taxed. */
  tax?: TaxRule | undefined
}

export interface PricedLine extends QuoteLine {
  totalCents: number
  ticketFeeCents: number
  /** The line's part of the order's discount. */
  discountCents: number
  taxCents: number
}

/**
 * All amounts of an order in minor units: `totalCents = subtotal − discount + fees.total + (tax.included ? 0 : tax) +
 * rounding`. Amounts of the lines add up to those of the order.
 */
export interface Quote {
  lines: PricedLine[]
  subtotalCents: number
  discountCents: number
  fees: { ticketFeesCents: number; orderFeesCents: number; deliveryFeeCents: number; totalFeesCents: number }
  tax: Taxes
  totalCents: number
}

/**
 * Computes the price of a purchase. The browser (which shows it) and the server (which charges it) run the same code. Ticket
 * fees are those of each line's event, order fees those of the first line's. Free orders have no fees. The promoter's taxes
 * apply to tickets after discount, not to fees or delivery.
 */
export function calculateQuote(purchase: {
  lines: readonly QuoteLine[]
  feeRuleOf: (eventId: string) => FeeRule
  discount?: Discount | undefined
  deliveryCents?: number | undefined
}): Quote {
  const { lines, discount, deliveryCents = 0 } = purchase
  const subtotalCents = sum(lines, (line) => line.priceCents * line.quantity)
  const discounts = discountShares(discount, lines)
  const discountCents = sum(discounts, (share) => share)
  const orderAmountCents = subtotalCents - discountCents
  const feeRuleOf = orderAmountCents > 0 ? purchase.feeRuleOf : () => NO_FEES
  const { lineTaxCents, ...tax } = calculateTaxes(
    lines.map(({ priceCents, quantity, tax: rule }, index) => ({
      amountCents: priceCents * quantity - (discounts[index] ?? 0),
      quantity,
      tax: rule,
    })),
  )
  const priced = lines.map((line, index) => ({
    ...line,
    totalCents: line.priceCents * line.quantity,
    ticketFeeCents: ticketFeeCents(feeRuleOf(line.eventId), line),
    discountCents: discounts[index] ?? 0,
    taxCents: lineTaxCents[index] ?? 0,
  }))
  const first = lines[0]
  const ticketFeesCents = sum(priced, (line) => line.ticketFeeCents)
  const orderFeesCents = first ? orderFeeCents(feeRuleOf(first.eventId), orderAmountCents) : 0
  const totalFeesCents = ticketFeesCents + orderFeesCents + deliveryCents
  const addedTaxCents = tax.included ? 0 : tax.taxCents
  return {
    lines: priced,
    subtotalCents,
    discountCents,
    fees: { ticketFeesCents, orderFeesCents, deliveryFeeCents: deliveryCents, totalFeesCents },
    tax,
    totalCents: orderAmountCents + totalFeesCents + addedTaxCents + tax.roundingCents,
  }
}

const sum = <T>(list: readonly T[], amountOf: (one: T) => number): number =>
  list.reduce((total, one) => total + amountOf(one), 0)
