import { useEffect, useRef } from 'react'
import type { PaymentStep } from '#model/money/payments.ts'
import { $checkout, READY } from '#stores/checkout/checkout.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { CardFields } from './CardFields.tsx'
import { StripeLoader } from './StripeLoader.tsx'
import { TestMode } from './TestMode.tsx'

export interface PaymentFieldsProps {
  step: PaymentStep
  /** In minor units of `currency`. */
  totalCents: number
  currency: string
  /** Gets what pays once it can, and undefined while it can't. Must stay the same function. */
  onForm: (form: PaymentForm | undefined) => void
  /** Before a wallet opens: whether everything else is in order. */
  mayPay: () => boolean
  /** The buyer has agreed in their wallet. True when it went well. */
  onPay: () => Promise<boolean>
}

/** The payment step: whose fields they are was known before the page was sent. */
export function PaymentFields(props: PaymentFieldsProps) {
  const { step } = props
  const { declined } = useStore($checkout, READY)
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

/** Takes focus: after a visit to the bank, the page begins at its top. */
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
