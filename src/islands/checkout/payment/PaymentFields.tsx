import { useEffect, useRef } from 'react'
import type { PaymentStep } from '#model/money/payments.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { CardFields } from './CardFields.tsx'
import { StripeLoader } from './StripeLoader.tsx'
import { TestMode } from './TestMode.tsx'

export interface PaymentFieldsProps {
  step: PaymentStep
  /** Amount to pay in minor units of `currency`. */
  totalCents: number
  currency: string
  /**
   * Called with the form when it becomes ready to pay, and with undefined when it stops being ready. Must be the same
   * function in every render.
   */
  onForm: (form: PaymentForm | undefined) => void
  /** Called before a wallet opens. Returns true if everything except the payment is valid. */
  mayPay: () => boolean
  /** Called after the buyer has confirmed in the wallet. Returns true if the payment succeeded. */
  onPay: () => Promise<boolean>
}

export function PaymentFields(props: PaymentFieldsProps) {
  const { step } = props
  const { declined } = useStore($checkout, INITIAL_CHECKOUT)
  return (
    <fieldset className="checkout-section">
      <legend>Payment</legend>
      {declined && <Declined reason={declined} />}
      <TestMode step={step} />
      {step.provider === 'sandbox' ? (
        <CardFields onForm={props.onForm} />
      ) : (
        <StripeLoader {...props} publishableKey={step.publishableKey} />
      )}
    </fieldset>
  )
}

/** Receives focus, because after a bank's challenge the page is scrolled to the top. */
function Declined({ reason }: { reason: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" title={reason} urgent>
        <p>Your tickets are still held, and nothing was charged.</p>
      </Notice>
    </div>
  )
}
