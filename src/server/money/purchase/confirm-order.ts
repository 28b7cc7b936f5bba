import { fail } from '#contracts/platform/errors.ts'
import type { confirmOrder as contract } from '#contracts/checkout/orders.ts'
import { succeed } from '#model/platform/result.ts'
import { callProviderAbout } from '#server/money/payments/call-provider.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import type { UseCase } from '#server/use-case.ts'
import { canOpenOrder } from '#server/sales/orders/order-access.ts'
import { findPayableOrderOnSite, type OrderCall } from './get-order.ts'
import { viewOrder } from '#server/sales/orders/order-view.ts'

export const confirmOrder: UseCase<typeof contract, OrderCall> = async (
  context,
  { site, params, client },
) => {
  const order = await findPayableOrderOnSite(context, { site, id: params.id })
  if (!order) return fail('NOT_FOUND')
  if (!(await canOpenOrder(context, order, client))) return fail('ORDER_SIGN_IN')
  const { payment } = order
  if (payment && !order.paidAt) {
    const answer = await callProviderAbout(context, payment, () =>
      context.payments.fetchIntent(payment.intentId),
    )
    if (!answer.success) return answer
    const recorded = await recordIntent(context, { payment, intent: answer.data })
    if (!recorded.success) return recorded
  }
  return succeed({ order: await viewOrder(context, order.id) })
}
