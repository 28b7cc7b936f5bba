import type { ReceiptRefund } from './refund-rows.ts'

/** What the page of a refunded order says about its refunds. */
export interface RefundSummary {
  to: 'payment' | 'vouchers' | 'payment and vouchers' | 'organiser' | 'nothing'
  /** True if an accepted refund failed afterwards, and no refund was made since. */
  hasFailed: boolean
}

export function summarizeRefunds(
  refunds: readonly ReceiptRefund[],
  { isPaidOutside, hasFailedRefund }: { isPaidOutside: boolean; hasFailedRefund: boolean },
): RefundSummary {
  const isMoney = refunds.some(({ moneyCents }) => moneyCents > 0)
  const isVouchers = refunds.some(
    ({ voucherCents, newVoucherCents }) => (voucherCents ?? 0) + newVoucherCents > 0,
  )
  const both = isVouchers ? 'payment and vouchers' : 'payment'
  const money = isPaidOutside ? 'organiser' : both
  return { to: isMoney ? money : isVouchers ? 'vouchers' : 'nothing', hasFailed: hasFailedRefund }
}
