import { fail } from '#contracts/errors.ts'
import type { cancelPayment as contract } from '#contracts/payments.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import { releaseCart } from '../cart/release-cart.ts'
import { findPayableFor } from '../orders/get-order.ts'
import type { UseCase } from '../use-case.ts'
import { askAbout } from './ask-provider.ts'
import { isPayable, recordIntent } from './record-intent.ts'

/** The buyer gives up: the payment is called off at the provider first, then the order and what it had set aside. */
export const cancelPayment: UseCase<typeof contract> = async (context, { site, body }) => {
  const order = await findPayableFor(context, { site, id: body.orderId })
  if (!order) return fail('NOT_FOUND')
  if (order.status === 'cancelled') return succeed({ status: 'cancelled' })
  if (!isPayable(order, context.clock.now())) return fail('ORDER_NOT_PAYABLE')
  const { payment } = order
  if (payment) {
    const asked = await askAbout(context, payment, () => context.payments.cancelIntent(payment.intentId))
    if (!asked.success) return asked
    const recorded = await recordIntent(context, { payment, intent: asked.data })
    if (!recorded.success) return recorded
    if (asked.data.status === 'processing') return fail('ORDER_IN_PAYMENT')
    if (asked.data.status !== 'cancelled') return fail('ORDER_NOT_PAYABLE')
  }
  const released = await releaseCart(context, {
    cartId: order.cartId,
    scope: scopeOf(site),
    onlyOrderId: order.id,
  })
  return released.success ? succeed({ status: 'cancelled' }) : fail('ORDER_IN_PAYMENT')
}
