import type { FeeRule } from './fees.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { parsePercent, formatPercent } from '#model/platform/percents.ts'

/** Fees as entered by a promoter. Amounts are in major units; percentages may have a % sign. */
interface FeesInput {
  ticketBaseFee: number
  ticketPercentageFee: string | number
  orderProcessingFee: number
  orderPercentageFee: string | number
}

/** Converts fees to minor units and basis points. Throws for percentages that weren't validated. */
export const toFeeRuleFromTerms = (terms: FeesInput, currency: string): FeeRule => ({
  ticketBaseCents: toCents(terms.ticketBaseFee, currency),
  ticketBasisPoints: basisPointsOf(terms.ticketPercentageFee),
  orderBaseCents: toCents(terms.orderProcessingFee, currency),
  orderBasisPoints: basisPointsOf(terms.orderPercentageFee),
})

export const toFeeView = (rule: FeeRule, currency: string) => ({
  ticketBaseFee: toMajor(rule.ticketBaseCents, currency),
  ticketPercentageFee: formatPercent(rule.ticketBasisPoints),
  orderProcessingFee: toMajor(rule.orderBaseCents, currency),
  orderPercentageFee: formatPercent(rule.orderBasisPoints),
})

function basisPointsOf(given: string | number): number {
  const read = parsePercent(given)
  if ('problemMessage' in read) throw new Error(read.problemMessage)
  return read.basisPoints
}
