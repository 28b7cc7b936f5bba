import { availableVoucherCents, voucherRefusal, type VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { toUsedVoucher } from './reserve-vouchers.ts'
import { listOrderVouchers, lockVouchers, sumReservedCents } from './voucher-rows.ts'

/**
 * Locks the vouchers of an order that is being paid, and returns the amounts that they pay. Undefined if they can't pay them
 * any more. A pending order has reserved its amounts; an expired order needs valid vouchers with enough unreserved money.
 * The amounts are deducted by the sale's ledger entries.
 */
export async function redeemVouchers(
  trx: PipelinedTransaction,
  order: OrderRow,
  now: Date,
): Promise<VoucherPart[] | undefined> {
  if (order.voucherCents === 0) return []
  const uses = await listOrderVouchers(trx, order.id)
  const find = { promoterId: order.promoterId, ids: uses.map(({ voucherId }) => voucherId) }
  const locked = new Map((await lockVouchers(trx, find)).map((row) => [row.id, row]))
  const isReserved = order.status === 'pending' && order.expiresAt > now
  const reserved = isReserved ? new Map<string, number>() : await sumReservedCents(trx, { ...find, now })
  const isCovered = uses.every(({ voucherId, amountCents }) => {
    const voucher = locked.get(voucherId)
    if (!voucher) return false
    const standing = { ...toUsedVoucher(voucher), reservedCents: reserved.get(voucherId) ?? 0 }
    if (isReserved) return !voucher.isFrozen && availableVoucherCents(standing) >= amountCents
    return !voucherRefusal(standing, { amountCents, currency: order.currency, now: now.getTime() })
  })
  return isCovered
    ? uses.map(({ voucherId, amountCents, isPaidIn }) => ({ voucherId, amountCents, isPaidIn }))
    : undefined
}
