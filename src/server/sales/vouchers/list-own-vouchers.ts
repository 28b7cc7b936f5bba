import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import type { Context } from '#server/context.ts'
import { decryptVoucherCode } from './issue-voucher.ts'
import { listCreditVouchers } from './voucher-rows.ts'

/** A voucher as its owner sees it. Amounts in minor units. */
export interface OwnVoucher {
  code: string
  balanceCents: number
  amountCents: number
  currency: string
  expiresAt: Date
  /** True if the voucher is expired, void or frozen. */
  isOver: boolean
}

/** Lists the vouchers from returns of an order, for its page. */
export async function listOwnVouchers(context: Context, orderId: string): Promise<OwnVoucher[]> {
  const rows = await listCreditVouchers(context.db, orderId)
  return rows.map((row) => ({
    code: formatVoucherCode(decryptVoucherCode(context, row)),
    balanceCents: row.balanceCents,
    amountCents: row.amountCents,
    currency: row.currency,
    expiresAt: row.expiresAt,
    isOver: row.status !== 'active' || row.isFrozen || row.expiresAt.getTime() <= context.clock.now(),
  }))
}
