import type { FeeTerms } from '#contracts/console/pricing/fees.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeSource } from '#model/pricing/fees.ts'

export const FEE_SOURCE_MESSAGES: Readonly<Record<FeeSource, string>> = {
  default: 'These are the default fees. Save your own to replace them.',
  promoter: 'Your general fees apply to every event without its own fees.',
  event: 'This event has its own fees.',
}

export const FEE_SOURCE_LABELS: Readonly<Record<FeeSource, string>> = {
  default: 'Default fees',
  promoter: 'Your general fees',
  event: 'Own fees',
}

export const FEE_PAYER_LABELS: Readonly<Record<FeesPaidBy, string>> = {
  buyer: 'Buyer',
  promoter: 'You',
  split: 'Split',
}

export const FEE_PAYER_MESSAGES: Readonly<Record<FeesPaidBy, string>> = {
  buyer: 'The buyer pays these fees, on top of the ticket price.',
  promoter: 'Buyers pay no fees. What the platform takes comes out of the ticket price.',
  split: 'The buyer pays half of these fees.',
}

const formatFeePart = (amount: number, percentage: string | number, currency: string): string =>
  [amount > 0 && formatAmount(amount, currency), !/^0( |%|$)/.test(String(percentage)) && String(percentage)]
    .filter(Boolean)
    .join(' + ') || 'None'

export const feeRows = (terms: FeeTerms, currency: string): (readonly [label: string, value: string])[] => [
  ['Per ticket', formatFeePart(terms.ticketBaseFee, terms.ticketPercentageFee, currency)],
  ['Per order', formatFeePart(terms.orderProcessingFee, terms.orderPercentageFee, currency)],
]
