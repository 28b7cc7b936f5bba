import type { cancelOrder as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { cancelIntent } from '#server/money/payments/cancel-payment.ts'
import { findPayableOrder } from '#server/money/payments/payment-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'

export const cancelOrder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params } = call
  const order = await findPayableOrder(context.db, params.id)
  if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
  const off = await cancelIntent(context, order)
  if (!off.success) return off
  const said = await transact(context.db, async (trx) => {
    const now = new Date(context.clock.now())
    const standing = await lockOrder(trx, order.id)
    // The buyer may have changed the cart or paid while the payment was being cancelled.
    if (standing?.status !== 'cancelled') return fail('ORDER_NOT_PAYABLE')
    const change = { action: 'order.cancelled', subject: { id: order.id, name: order.number } } as const
    const states = { before: { status: order.status }, after: { status: standing.status } }
    trx.send(recordChange(trx, { promoterId, actor, ...change, ...states }, now))
    return succeed(null)
  })
  return said.success ? showOrder(context, { promoterId, orderId: order.id }) : said
}
