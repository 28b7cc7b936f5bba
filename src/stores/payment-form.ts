import { call } from '#browser/api.ts'
import { confirmPayment } from '#contracts/payments.ts'
import type { Order } from '#model/orders.ts'
import type { Card, PaymentOutcome } from '#model/payments.ts'
import type { FieldErrors } from './checkout-form.ts'
import type { Refusal } from './checkout-refusal.ts'

/** What takes the buyer's money: the checkout does not know whose fields the card is typed into. */
export interface PaymentForm {
  /** What is wrong with what was typed, by field. Asked before there is an order; `totalCents` is what it will cost. */
  check: (totalCents: number) => Promise<FieldErrors>
  pay: (order: Pick<Order, 'id'>) => Promise<Paying>
}

/** What came of trying to pay. */
export type Paying =
  | { status: 'paid' }
  /** The bank takes its time; the address is where that is waited for, or where the bank asks. */
  | { status: 'away'; url: string }
  | { status: 'refused'; refusal: Refusal }

/** What the server is told, or asks, of a payment. With a card it charges it, without one it only looks. */
export const confirm = (orderId: string, card?: Card) =>
  call(confirmPayment, { body: { orderId, ...(card ? { paymentMethod: card } : {}) } })

const DECLINED = 'Your card was declined. Try another card.'

export const declined = (message: string = DECLINED): Paying => ({
  status: 'refused',
  refusal: { code: 'DECLINED', message },
})

/** `waitAt` is the page that follows a payment until it is settled. */
export function toPaying({ status, nextAction, message }: PaymentOutcome, waitAt: string): Paying {
  if (status === 'failed') return declined(message)
  if (status === 'requires_action' && nextAction) return { status: 'away', url: nextAction.url }
  return status === 'succeeded' ? { status: 'paid' } : { status: 'away', url: waitAt }
}
