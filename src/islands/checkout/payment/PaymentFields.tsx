import { useEffect, useRef } from 'react'
import type { PaymentStep } from '#model/money/payments.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { CardFields } from './CardFields.tsx'
import type { StripePayment } from './StripeFields.tsx'
import { StripeLoader } from './StripeLoader.tsx'
import { TestMode } from './TestMode.tsx'

interface Props extends StripePayment {
  step: PaymentStep
}

export function PaymentFields(props: Props) {
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
