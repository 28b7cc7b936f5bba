import { call } from '#browser/api.ts'
import { confirmOrder } from '#contracts/orders.ts'
import { closeCart } from '#stores/cart.ts'
import { forgetAttempt, readAttempt } from '#stores/checkout-attempt.ts'
import { keepContact } from '#stores/checkout-draft.ts'

/** Asks the server to settle the order. True when the page would now say something else. */
export async function isSettled(orderId: string): Promise<boolean> {
  const answer = await call(confirmOrder, { params: { id: orderId } })
  return answer.success && !(answer.data.order.status === 'pending' && answer.data.order.paymentPending)
}

/** Only the tab that placed this order: any other cart is none of its business. */
export function closeBoughtCart(orderId: string): void {
  if (readAttempt()?.orderId !== orderId) return
  forgetAttempt()
  keepContact()
  closeCart()
}
