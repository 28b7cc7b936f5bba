import * as z from 'zod/mini'
import { NO_FEES, type FeeRule } from './fees.ts'

/**
 * Who pays the fees. `buyer`: all fees are added to the price. `promoter`: none are added. `split`: half of each
 * amount and percentage is added.
 */
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
