import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { cancelPayment as contract } from '#contracts/checkout/payments.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { releaseCart } from '#server/sales/cart/release-cart.ts'
import type { Context } from '#server/context.ts'
import { openPayableOrder, type PayableCall } from '#server/money/purchase/get-order.ts'
import type { UseCase } from '#server/use-case.ts'
import { callProviderAbout } from './call-provider.ts'
import type { PayableOrderRow } from './payment-rows.ts'
import { isOrderPayable, recordIntent } from './record-intent.ts'

export const cancelPayment: UseCase<typeof contract, PayableCall> = async (
  context,
  { site, body, client },
) => {
  const found = await openPayableOrder(context, { site, id: body.orderId, client })
  if (!found.success) return found
  const order = found.data
  if (order.status === 'cancelled') return succeed({ status: 'cancelled' })
  const off = await cancelIntent(context, order)
  return off.success ? succeed({ status: 'cancelled' }) : off
}

/** Cancels the payment at the provider before the order is cancelled, so that a cancelled order can't be charged. */
export async function cancelIntent(
  context: Context,
  order: PayableOrderRow,
): Promise<Result<null, Exclude<CodeOf<typeof contract>, 'ORDER_SIGN_IN'>>> {
  if (!isOrderPayable(order, context.clock.now())) return fail('ORDER_NOT_PAYABLE')
  const { payment } = order
  if (payment) {
    const answer = await callProviderAbout(context, payment, () =>
      context.payments.cancelIntent(payment.intentId),
    )
    if (!answer.success) return answer
    const recorded = await recordIntent(context, { payment, intent: answer.data })
    if (!recorded.success) return recorded
    if (answer.data.status === 'processing') return fail('ORDER_IN_PAYMENT')
    if (answer.data.status !== 'cancelled') return fail('ORDER_NOT_PAYABLE')
  }
  const released = await releaseCart(context, {
    cartId: order.cartId,
    scope: { promoterId: order.promoterId },
    onlyOrderId: order.id,
  })
  return released.success ? succeed(null) : fail('ORDER_IN_PAYMENT')
}
