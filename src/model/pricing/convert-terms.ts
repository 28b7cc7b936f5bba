import { toCents, toMajor } from '#model/platform/money.ts'
import { toFeeRuleFromTerms, toFeeView } from './fee-terms.ts'
import type { PlatformTerms, Remittance } from './platform-terms.ts'

/** Terms in the API's format. Amounts are in major units; percentages may have a % sign. */
type TermsInput = Parameters<typeof toFeeRuleFromTerms>[0] & { ticketMinimum: number } & Remittance

/** Converts terms to minor units and basis points. Throws for percentages that weren't validated. */
export const toPlatformTerms = (terms: TermsInput, currency: string): PlatformTerms => ({
  ...toFeeRuleFromTerms(terms, currency),
  ticketMinimumCents: toCents(terms.ticketMinimum, currency),
  processingFeePaidBy: terms.processingFeePaidBy,
  taxesRemittedBy: terms.taxesRemittedBy,
})

export const toTermsView = (terms: PlatformTerms, currency: string) => ({
  ...toFeeView(terms, currency),
  ticketMinimum: toMajor(terms.ticketMinimumCents, currency),
  processingFeePaidBy: terms.processingFeePaidBy,
  taxesRemittedBy: terms.taxesRemittedBy,
})
