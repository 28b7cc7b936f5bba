import { urls } from '#contracts/platform/urls.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { confirmOrder } from '#server/money/purchase/confirm-order.ts'

/**
 * Returns the URL of the order page, or of the payment step if the order is unpaid. Undefined if the payment provider can't be reached; the
 * page then keeps polling.
 */
export async function findUrlAfterPayment(
  context: Context,
  { site, orderId, client }: { site: Site; orderId: string; client: Visitor },
): Promise<string | undefined> {
  const answer = await confirmOrder(context, { site, client, params: { id: orderId } })
  if (!answer.success) return undefined
  const { id, status, paymentPending } = answer.data.order
  return status === 'pending' && !paymentPending
    ? `${urls.checkout()}?order=${id}&payment=failed`
    : urls.order(id)
}
