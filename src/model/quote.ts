import { NO_FEES, orderFeeCents, ticketFeeCents, type FeeRule } from './fees.ts'
import { discountCents, type Discount } from './promo.ts'

export interface QuoteLine {
  ticketTypeId: string
  eventId: string
  priceCents: number
  quantity: number
}

export interface PricedLine extends QuoteLine {
  totalCents: number
  ticketFeeCents: number
}

/** Every amount of an order in minor units. `totalCents = subtotal − discount + fees.total`, and each sum is of rounded lines. */
export interface Quote {
  lines: PricedLine[]
  subtotalCents: number
  discountCents: number
  fees: { ticketFeesCents: number; orderFeesCents: number; deliveryFeeCents: number; totalFeesCents: number }
  totalCents: number
}

/**
 * The one price of a purchase, computed alike in the browser (to show) and on the server (to charge).
 * Ticket fees follow each line's event, order fees the first line's; tickets that cost nothing in all carry neither.
 * Delivery costs what it costs.
 */
export function quote(purchase: {
  lines: readonly QuoteLine[]
  feeRuleOf: (eventId: string) => FeeRule
  discount?: Discount | undefined
  deliveryCents?: number | undefined
}): Quote {
  const { lines, discount, deliveryCents = 0 } = purchase
  const subtotalCents = sum(lines, (line) => line.priceCents * line.quantity)
  const discounted = discountCents(discount, lines)
  const orderAmountCents = subtotalCents - discounted
  const feeRuleOf = orderAmountCents > 0 ? purchase.feeRuleOf : () => NO_FEES
  const priced = lines.map((line) => ({
    ...line,
    totalCents: line.priceCents * line.quantity,
    ticketFeeCents: ticketFeeCents(feeRuleOf(line.eventId), line),
  }))
  const first = lines[0]
  const ticketFeesCents = sum(priced, (line) => line.ticketFeeCents)
  const orderFeesCents = first ? orderFeeCents(feeRuleOf(first.eventId), orderAmountCents) : 0
  const totalFeesCents = ticketFeesCents + orderFeesCents + deliveryCents
  return {
    lines: priced,
    subtotalCents,
    discountCents: discounted,
    fees: { ticketFeesCents, orderFeesCents, deliveryFeeCents: deliveryCents, totalFeesCents },
    totalCents: orderAmountCents + totalFeesCents,
  }
}

const sum = <T>(list: readonly T[], amountOf: (one: T) => number): number =>
  list.reduce((total, one) => total + amountOf(one), 0)
