import * as z from 'zod/mini'
import { NO_FEES, orderFeeCents, ticketFeeCents, type FeeRule } from './fees.ts'
import type { Quote } from './quote.ts'

/** Fees on top of the price (`buyer`), out of it (`promoter`), or half of each amount and percentage on top (`split`). */
export const feesPaidBy = z.enum(['buyer', 'promoter', 'split'])
export type FeesPaidBy = z.infer<typeof feesPaidBy>

/** Returns the buyer's part of a fee rule. Halves are rounded up, in minor units and basis points. */
export function buyerFeeRule(rule: FeeRule, paidBy: FeesPaidBy): FeeRule {
  if (paidBy === 'buyer') return rule
  if (paidBy === 'promoter') return NO_FEES
  return {
    ticketBaseCents: Math.ceil(rule.ticketBaseCents / 2),
    ticketBasisPoints: Math.ceil(rule.ticketBasisPoints / 2),
    orderBaseCents: Math.ceil(rule.orderBaseCents / 2),
    orderBasisPoints: Math.ceil(rule.orderBasisPoints / 2),
  }
}

/** The promoter's part of an order's fees, in minor units. `lineCents` is in the order of the price's lines. */
export interface AbsorbedFees {
  lineCents: number[]
  totalCents: number
}

/** Returns the fees by the full rules less the fees charged to the buyer. Free orders carry no fees (`quote`). */
export function absorbedFees(price: Quote, fullRuleOf: (eventId: string) => FeeRule): AbsorbedFees {
  const { lines, fees, subtotalCents, discountCents } = price
  const [first] = lines
  const amountCents = subtotalCents - discountCents
  if (!first || amountCents === 0) return { lineCents: lines.map(() => 0), totalCents: 0 }
  const lineCents = lines.map((line) => ticketFeeCents(fullRuleOf(line.eventId), line) - line.ticketFeeCents)
  const orderCents = orderFeeCents(fullRuleOf(first.eventId), amountCents) - fees.orderFeesCents
  return { lineCents, totalCents: lineCents.reduce((sum, cents) => sum + cents, orderCents) }
}
