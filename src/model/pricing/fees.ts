import type * as z from 'zod/mini'
import {
  basisPointsToFraction,
  percentageToBasisPoints,
  applyBasisPoints,
  toCents,
  toMajor,
} from '#model/platform/money.ts'
import type { feeConfiguration, feeSource } from './price-schemas.ts'

export type FeeConfiguration = z.infer<typeof feeConfiguration>
export type FeeSource = z.infer<typeof feeSource>

export interface FeeRule {
  ticketBaseCents: number
  ticketBasisPoints: number
  orderBaseCents: number
  orderBasisPoints: number
}

export const NO_FEES: FeeRule = {
  ticketBaseCents: 0,
  ticketBasisPoints: 0,
  orderBaseCents: 0,
  orderBasisPoints: 0,
}

export type FeeStatus = 'idle' | 'loading' | 'success' | 'error'

/** Specification §9: the default fee configuration is cached for 15 minutes. */
export const DEFAULT_FEES_CACHE_MS = 900_000

export const toFeeRule = (wire: FeeConfiguration, currencyCode: string): FeeRule => ({
  ticketBaseCents: toCents(wire.ticketBaseFee, currencyCode),
  ticketBasisPoints: percentageToBasisPoints(wire.ticketPercentageFee),
  orderBaseCents: toCents(wire.orderProcessingFee, currencyCode),
  orderBasisPoints: percentageToBasisPoints(wire.orderPercentageFee),
})

export const toFeeConfiguration = (rule: FeeRule, currencyCode: string): FeeConfiguration => ({
  ticketBaseFee: toMajor(rule.ticketBaseCents, currencyCode),
  ticketPercentageFee: basisPointsToFraction(rule.ticketBasisPoints),
  orderProcessingFee: toMajor(rule.orderBaseCents, currencyCode),
  orderPercentageFee: basisPointsToFraction(rule.orderBasisPoints),
})

/**
 * Computes the ticket fee of a line (specification §5): base × quantity + price × quantity × percentage, rounded once
 * per line. A free ticket has no fee.
 */
export const ticketFeeCents = (rule: FeeRule, line: { priceCents: number; quantity: number }): number =>
  line.priceCents === 0
    ? 0
    : rule.ticketBaseCents * line.quantity +
      applyBasisPoints(line.priceCents * line.quantity, rule.ticketBasisPoints)

/**
 * Computes the order fee (specification §5): processing fee + order amount × percentage. The order amount is the
 * subtotal after discount.
 */
export const orderFeeCents = (rule: FeeRule, orderAmountCents: number): number =>
  rule.orderBaseCents + applyBasisPoints(orderAmountCents, rule.orderBasisPoints)
