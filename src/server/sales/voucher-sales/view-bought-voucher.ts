import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Context } from '#server/context.ts'
import { findBoughtVoucher } from './voucher-sale-rows.ts'

/** Returns the voucher that an order bought, for the promoter, without its code. */
export async function viewBoughtVoucher(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  orderId: string,
): Promise<OrderDetail['boughtVoucher']> {
  const row = await findBoughtVoucher(db, orderId)
  if (!row) return null
  const isValid = row.status === 'active' && row.expiresAt.getTime() > clock.now()
  return {
    id: row.id,
    codeEnd: row.codeEnd,
    balance: isValid ? toMajor(row.balanceCents, row.currency) : null,
    expiresAt: row.expiresAt.toISOString(),
    recipientName: row.recipientName,
    recipientEmail: row.recipientEmail,
    deliverAt: row.deliverAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  }
}
