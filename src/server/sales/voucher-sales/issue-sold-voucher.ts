import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { voucherDeliveredFact } from '#server/platform/outbox/order-facts.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { issueVoucher } from '#server/sales/vouchers/issue-voucher.ts'
import type { SoldVoucherPart } from './sold-voucher-part.ts'
import { findVoucherSale, linkSoldVoucher } from './voucher-sale-rows.ts'

/**
 * Issues the voucher of an order that is being paid. The promoter's part of the sale is credited to the voucher. SOLD_OUT if
 * the promoter isn't active.
 */
export async function issueSoldVoucher(
  context: Pick<Context, 'clock' | 'config' | 'encryption'>,
  trx: PipelinedTransaction,
  order: OrderRow,
): Promise<Result<SoldVoucherPart | undefined, 'SOLD_OUT'>> {
  const sale = await findVoucherSale(trx, order.id)
  if (!sale) return succeed(undefined)
  if (!sale.isPromoterActive) return fail('SOLD_OUT')
  const { id: orderId, promoterId, currency, totalCents: amountCents } = order
  const voucherId = crypto.randomUUID()
  const now = new Date(context.clock.now())
  const isDelivered = sale.recipientEmail !== '' && (sale.deliverAt === null || sale.deliverAt <= now)
  issueVoucher(context, trx, {
    id: voucherId,
    promoterId,
    kind: 'sold',
    isPaidIn: true,
    currency,
    amountCents,
    // The names of buyer and recipient are only in the order, where they can be erased.
    recipient: '',
    note: `Order ${order.number}`,
  })
  trx.send(
    linkSoldVoucher(trx, { orderId, voucherId, deliveredAt: isDelivered ? now : null }),
    writeMails(trx, isDelivered ? [voucherDeliveredFact(order)] : [], now),
  )
  return succeed({ voucherId, amountCents })
}
