import { call } from '#browser/platform/api.ts'
import { confirmPayment } from '#contracts/checkout/payments.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Card, PaymentOutcome } from '#model/money/payments.ts'
import type { FieldErrors } from './checkout-form.ts'
import type { Refusal } from './checkout-refusal.ts'

export interface PaymentForm {
  /** Validates the input before the order is placed. `dueCents`: amount to pay, without the part that vouchers pay. */
  check: (dueCents: number) => Promise<FieldErrors>
  pay: (order: Pick<Order, 'id'>) => Promise<PaymentResult>
}

/** Result of submitting a payment. */
export type PaymentResult =
  | { status: 'paid' }
  /** The result is pending. `url`: the page that polls it, or the bank's challenge. */
  | { status: 'away'; url: string }
  | { status: 'refused'; refusal: Refusal }

export const confirm = (orderId: string, card?: Card) =>
  call(confirmPayment, { body: { orderId, ...(card ? { paymentMethod: card } : {}) } })

const DECLINED = 'Your card was declined. Try another card.'

export const declined = (message: string = DECLINED): PaymentResult => ({
  status: 'refused',
  refusal: { code: 'DECLINED', message },
})

/** `waitAt`: URL of the page that polls a pending payment. */
export function toPaymentResult(
  { status, nextAction, message }: PaymentOutcome,
  waitAt: string,
): PaymentResult {
  if (status === 'failed') return declined(message)
  if (status === 'requires_action' && nextAction) return { status: 'away', url: nextAction.url }
  return status === 'succeeded' ? { status: 'paid' } : { status: 'away', url: waitAt }
}
