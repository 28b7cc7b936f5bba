import { call } from '#browser/platform/api.ts'
import { createIntent } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Card } from '#model/money/payments.ts'
import type { FieldErrors } from './checkout-form.ts'
import { confirmOrderPayment, refusedResult, toPaymentResult, type PaymentForm } from './payment-form.ts'

export type ReadCard = () => { card?: Card; errors: FieldErrors }

export const payByCard = (readCard: ReadCard): PaymentForm => ({
  check: () => Promise.resolve(readCard().errors),
  pay: async ({ id }) => {
    const intent = await call(createIntent, { body: { orderId: id } })
    if (!intent.success) return refusedResult(id, intent.error)
    const answer = await confirmOrderPayment(id, readCard().card)
    return answer.success ? toPaymentResult(answer.data, urls.order(id)) : refusedResult(id, answer.error)
  },
})
