import { useState, type ReactNode } from 'react'
import type { PaymentStep } from '#model/money/payments.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import { $checkout, payOrder, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { Button } from '#ui/Button.tsx'
import { CheckoutNotice, ErrorSummary } from './CheckoutNotices.tsx'
import { PaymentFields } from '#islands/checkout/payment/PaymentFields.tsx'
import { useStore } from '#islands/platform/use-store.ts'

export type UnpaidOrder = Pick<Order, 'id' | 'amountDue' | 'currency'>

interface Props {
  step: PaymentStep
  order: UnpaidOrder
  children: ReactNode
}

/** Payment of an existing order, which may have been placed in another browser. */
export function PayOrder({ step, order, children }: Props) {
  const [payment, setPayment] = useState<PaymentForm>()
  const { stage } = useStore($checkout, INITIAL_CHECKOUT)
  const totalCents = toCents(order.amountDue, order.currency)
  const pay = (): Promise<boolean> => payOrder(payment, order)
  return (
    <div className="checkout-columns">
      <aside className="checkout-summary" aria-label="Order summary">
        {children}
      </aside>
      <div className="checkout-main">
        <form
          className="checkout-form"
          noValidate
          aria-busy={stage === 'working'}
          onSubmit={(event) => {
            event.preventDefault()
            void pay()
          }}
        >
          <ErrorSummary />
          <CheckoutNotice />
          <PaymentFields
            step={step}
            totalCents={totalCents}
            currency={order.currency}
            onForm={setPayment}
            mayPay={() => stage === 'filling'}
            onPay={pay}
          />
          <div className="checkout-pay">
            <Button type="submit" busy={stage === 'working' || !payment}>
              {stage === 'working' ? 'One moment…' : `Pay ${formatMoney(totalCents, order.currency)}`}
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}
