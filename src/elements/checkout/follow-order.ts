import { call } from '#browser/platform/api.ts'
import { confirmOrder } from '#contracts/checkout/orders.ts'
import { emptyCartAfterPurchase } from '#stores/shop/cart.ts'
import { deleteCheckoutAttempt, readCheckoutAttempt } from '#stores/checkout/checkout-attempt.ts'
import { deleteDraftExceptContact } from '#stores/checkout/checkout-draft.ts'

/** Returns true if the order's state has changed, so that the page must be reloaded. */
export async function isOrderSettled(orderId: string): Promise<boolean> {
  const answer = await call(confirmOrder, { params: { id: orderId } })
  return answer.success && !(answer.data.order.status === 'pending' && answer.data.order.paymentPending)
}

/** Empties the cart after its order was paid, if this tab placed the order. */
export function closeBoughtCart(orderId: string): void {
  if (readCheckoutAttempt()?.orderId !== orderId) return
  deleteCheckoutAttempt()
  deleteDraftExceptContact()
  emptyCartAfterPurchase()
}
