import { formatAmount } from '#ui/format/format-numbers.ts'
import type { PayoutStatus } from '#model/money/payouts.ts'

export const PAYOUT_STATUS_LABELS: Readonly<Record<PayoutStatus, readonly [words: string, tone: string]>> = {
  requested: ['Needs approval', 'warning'],
  approved: ['Approved', 'plain'],
  sent: ['On its way', 'plain'],
  paid: ['Paid', 'success'],
  failed: ['Failed', 'danger'],
  refused: ['Refused', 'danger'],
}

/** Sums by currency, for example '€20.00 and $5.00'. */
export function formatSumsByCurrency(rows: readonly { amount: number; currency: string }[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => formatAmount(amount, currency)).join(' and ')
}

export const payeeLabel = ({ memberName }: { memberName: string }): string => memberName || 'Deleted account'
