import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import type { Context } from '#server/context.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import { findBoughtVoucher } from './voucher-sale-rows.ts'

/** A bought voucher as its buyer sees it. Amounts in minor units. */
export interface BoughtVoucher {
  code: string
  balanceCents: number
  amountCents: number
  currency: string
  expiresAt: Date
  /** True if the voucher is expired, void or frozen. */
  isOver: boolean
  /**
   * Recipient of the voucher; undefined if the buyer gets it. `deliverAt`: null if the voucher was sent or is sent at
   * once.
   */
  recipient: { name: string; email: string; deliverAt: Date | null } | undefined
}

/**
 * Returns the voucher that an order bought, by the id in the order's link. Undefined until the order is paid, and for orders
 * of tickets.
 */
export async function showBoughtVoucher(
  context: Context,
  linkId: string,
): Promise<BoughtVoucher | undefined> {
  const row = await findBoughtVoucher(context.db, linkId)
  if (!row) return undefined
  const { balanceCents, amountCents, currency, expiresAt, status, isFrozen } = row
  const isExpired = expiresAt.getTime() <= context.clock.now()
  return {
    code: formatVoucherCode(decryptVoucherCode(context, row)),
    balanceCents,
    amountCents,
    currency,
    expiresAt,
    isOver: status !== 'active' || isExpired || isFrozen,
    recipient:
      row.recipientEmail === ''
        ? undefined
        : {
            name: row.recipientName,
            email: row.recipientEmail,
            deliverAt: row.deliveredAt === null ? row.deliverAt : null,
          },
  }
}
