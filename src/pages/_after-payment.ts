import { urls } from '#contracts/urls.ts'
import type { Site } from '#model/sites.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { confirmOrder } from '#server/orders/confirm-order.ts'

/**
 * Where somebody goes on who has just paid an order at the provider: to its page, or back to the payment step when it wasn't
 * paid after all. Undefined while the provider can't be asked: then the page says that it is waiting, and asks on.
 */
export async function landAfterPayment(
  context: Context,
  { site, orderId, client }: { site: Site; orderId: string; client: Visitor },
): Promise<string | undefined> {
  const asked = await confirmOrder(context, { site, client, params: { id: orderId } })
  if (!asked.success) return undefined
  const { id, status, paymentPending } = asked.data.order
  return status === 'pending' && !paymentPending
    ? `${urls.checkout()}?order=${id}&payment=failed`
    : urls.order(id)
}
