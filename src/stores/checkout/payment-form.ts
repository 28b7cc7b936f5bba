import { call } from '#browser/platform/api.ts'
import { confirmOrder } from '#contracts/checkout/orders.ts'
import { confirmPayment } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Order, OrderStatus } from '#model/sales/orders.ts'
import type { Card, PaymentOutcome } from '#model/money/payments.ts'
import type { FieldErrors } from './checkout-form.ts'
import type { CheckoutRefusal } from './checkout-refusal.ts'

export interface PaymentForm {
  /** Validates the input before the order is placed. `dueCents`: amount to pay, without the part that vouchers pay. */
  check: (dueCents: number) => Promise<FieldErrors>
  pay: (order: Pick<Order, 'id'>) => Promise<PaymentResult>
}

export type PaymentResult =
  | { status: 'paid' }
  /** The result is pending. `url`: the page that polls it, or the bank's challenge. */
  | { status: 'away'; url: string }
  | { status: 'refused'; refusal: CheckoutRefusal }

export const confirmOrderPayment = (orderId: string, card?: Card) =>
  call(confirmPayment, { body: { orderId, ...(card ? { paymentMethod: card } : {}) } })

const DECLINED = 'Your card was declined. Try another card.'

export const declinedResult = (message: string = DECLINED): PaymentResult => ({
  status: 'refused',
  refusal: { code: 'DECLINED', message },
})

/**
 * Result of a refused call. ORDER_NOT_PAYABLE doesn't say whether the order was paid, for example in another tab, so the
 * server is asked for the order's state.
 */
export const refusedResult = async (orderId: string, refusal: CheckoutRefusal): Promise<PaymentResult> =>
  refusal.code === 'ORDER_NOT_PAYABLE' ? whyNotPayable(orderId, refusal) : { status: 'refused', refusal }

async function whyNotPayable(orderId: string, refusal: CheckoutRefusal): Promise<PaymentResult> {
  const answer = await call(confirmOrder, { params: { id: orderId } })
  if (!answer.success) return { status: 'refused', refusal: answer.error }
  const { status, paymentPending } = answer.data.order
  if (status === 'paid' || status === 'partially_refunded') return { status: 'paid' }
  if (status === 'refunded' || paymentPending) return { status: 'away', url: urls.order(orderId) }
  const code = UNCHARGED[status]
  return { status: 'refused', refusal: { ...refusal, ...(code && { code }) } }
}

/** Codes of orders that have ended without a payment. */
const UNCHARGED: Partial<Record<OrderStatus, string>> = {
  expired: 'ORDER_EXPIRED',
  cancelled: 'ORDER_CANCELLED',
}

/** Converts the server's result of a payment. `waitAt`: URL of the page that polls a pending payment. */
export function toPaymentResult(
  { status, nextAction, message }: PaymentOutcome,
  waitAt: string,
): PaymentResult {
  if (status === 'failed') return declinedResult(message)
  if (status === 'requires_action' && nextAction) return { status: 'away', url: nextAction.url }
  return status === 'succeeded' ? { status: 'paid' } : { status: 'away', url: waitAt }
}
