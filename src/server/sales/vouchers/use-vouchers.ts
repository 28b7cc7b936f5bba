import { availableOf, voucherRefusal, type VoucherPart } from '#model/sales/vouchers/vouchers.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { toUsed } from './reserve-vouchers.ts'
import { listOrderVouchers, lockVouchers, sumReserved } from './voucher-rows.ts'

/**
 * Locks the vouchers of an order that is being paid, and returns what they pay; undefined when they no longer have the amounts. A pending order
 * has reserved them. An order that has expired needs what other orders haven't reserved, of vouchers that are still valid. The sale's ledger
 * entries take the amounts.
 */
export async function useVouchers(
  trx: PipelinedTransaction,
  order: OrderRow,
  now: Date,
): Promise<VoucherPart[] | undefined> {
  if (order.voucherCents === 0) return []
  const uses = await listOrderVouchers(trx, order.id)
  const find = { promoterId: order.promoterId, ids: uses.map(({ voucherId }) => voucherId) }
  const locked = new Map((await lockVouchers(trx, find)).map((row) => [row.id, row]))
  const isReserved = order.status === 'pending' && order.expiresAt > now
  const reserved = isReserved ? new Map<string, number>() : await sumReserved(trx, { ...find, now })
  const isCovered = uses.every(({ voucherId, amountCents }) => {
    const voucher = locked.get(voucherId)
    if (!voucher) return false
    const standing = { ...toUsed(voucher), reservedCents: reserved.get(voucherId) ?? 0 }
    if (isReserved) return !voucher.isFrozen && availableOf(standing) >= amountCents
    return !voucherRefusal(standing, { amountCents, currency: order.currency, now: now.getTime() })
  })
  return isCovered
    ? uses.map(({ voucherId, amountCents, isPaidIn }) => ({ voucherId, amountCents, isPaidIn }))
    : undefined
}
