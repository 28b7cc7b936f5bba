import { isEmailCorrectable } from '#model/sales/email-corrections.ts'
import type { Context } from '#server/context.ts'
import { findLinkedOrder } from '#server/sales/orders/order-rows.ts'

/** True while the buyer may correct the order's email address. */
export async function canCorrectEmail(context: Context, linkId: string): Promise<boolean> {
  const order = await findLinkedOrder(context.reads, linkId)
  return order !== undefined && isEmailCorrectable(order, context.clock.now())
}
