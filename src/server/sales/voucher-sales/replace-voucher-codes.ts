import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { newEncryptedVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import { lockVouchers, setVoucherCode } from '#server/sales/vouchers/voucher-rows.ts'
import { correctVoucherRecipient, lockBuyersVoucherIds } from './voucher-sale-rows.ts'

/**
 * Replaces the codes of vouchers that only the order's buyer knows: vouchers from returns, and a bought voucher that wasn't
 * sent to a recipient or was sent to the order's former address. The caller must have locked the order.
 */
export async function replaceVoucherCodes(
  context: Pick<Context, 'encryption'>,
  trx: PipelinedTransaction,
  { order, to }: { order: { id: string; promoterId: string; email: string }; to: string },
): Promise<void> {
  const { id: orderId, promoterId } = order
  trx.send(correctVoucherRecipient(trx, { orderId, from: order.email, to }))
  const ids = await lockBuyersVoucherIds(trx, orderId)
  if (ids.length === 0) return
  for (const { id } of await lockVouchers(trx, { promoterId, ids }))
    trx.send(setVoucherCode(trx, { promoterId, id, ...newEncryptedVoucherCode(context, id) }))
}
