import type { PriceRow } from '#model/pricing/tax-rows.ts'
import { refundRows, type ReceiptRefund } from '#model/sales/refund-rows.ts'
import { summarizeRefunds, type RefundSummary } from '#model/sales/refund-summary.ts'
import type { Context } from '#server/context.ts'
import { findUsualCurrencyAndZone } from '#server/platform/report-totals/report-event-rows.ts'
import { sumNonCreditableCents } from '#server/sales/vouchers/credit-vouchers.ts'
import { findReceiptOrder, listReceiptRefunds, type ReceiptRefundRow } from './receipt-rows.ts'

export interface Receipt {
  /** Time zone of the receipt's dates: that of the order's invoice or, if none is issued, the promoter's usual one. */
  timeZone: string
  /** Rows below the total: pending and accepted refunds, and the amount that remains paid. */
  refunds: PriceRow[]
  paidAfterRefunds: PriceRow | undefined
  summary: RefundSummary
}

/** Reads what the receipt on an order's page has besides the order. `linkId`: id in the order's link. */
export async function showReceipt(context: Context, linkId: string): Promise<Receipt> {
  const order = await findReceiptOrder(context.db, linkId)
  if (!order) throw new Error(`Order ${linkId} was not found.`)
  const [usual, refunds] = await Promise.all([
    findUsualCurrencyAndZone(context.db, order.promoterId),
    listRefunds(context, order.id),
  ])
  const timeZone = order.invoiceTimeZone ?? usual.timeZone
  const rows = refundRows(refunds, { timeZone, isPaidOutside: order.isPaidOutside })
  // If the payment was refunded without paying the order, the order has no paid amount.
  const hasRest = order.isPaid && order.totalCents > 0 && rows.length > 0
  const cents = rows.reduce((sum, row) => sum + row.cents, order.totalCents)
  return {
    timeZone,
    refunds: rows,
    paidAfterRefunds: hasRest ? { label: 'Paid after refunds', cents } : undefined,
    summary: summarizeRefunds(refunds, order),
  }
}

async function listRefunds({ db }: Context, orderId: string): Promise<ReceiptRefund[]> {
  const rows = await listReceiptRefunds(db, orderId)
  return Promise.all(rows.map(async (row) => toReceiptRefund(row, await findCredited(row))))

  /** Returns the amount credited to vouchers; for a pending refund, the amount that would be credited now. */
  async function findCredited({ isPending, voucherCents }: ReceiptRefundRow): Promise<number> {
    return voucherCents - (isPending ? await sumNonCreditableCents(db, { orderId, voucherCents }) : 0)
  }
}

const toReceiptRefund = (
  { isForVouchers, createdAt, ...row }: ReceiptRefundRow,
  creditedCents: number,
): ReceiptRefund => ({
  ...row,
  createdAt: createdAt.toISOString(),
  voucherCents: isForVouchers ? creditedCents : null,
})
