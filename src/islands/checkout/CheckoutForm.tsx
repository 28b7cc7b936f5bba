import { useState } from 'react'
import type { PaymentStep } from '#model/money/payments.ts'
import { $cart, EMPTY_CART } from '#stores/shop/cart-items.ts'
import { $checkout, checkBeforePaying, INITIAL_CHECKOUT, submitCheckout } from '#stores/checkout/checkout.ts'
import { $checkoutEvents, loadEvents, LOADING_EVENTS } from '#stores/checkout/checkout-events.ts'
import { $checkoutLegal, loadLegalTexts, LOADING_LEGAL } from '#stores/checkout/checkout-legal.ts'
import { listOrderQuestions, listSeats } from '#stores/checkout/checkout-form.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { $dueAmount } from '#stores/checkout/vouchers.ts'
import { $quote } from '#stores/shop/quote.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AttendeeFields } from './AttendeeFields.tsx'
import { CheckoutNotice, ErrorSummary, PriceChange } from './CheckoutNotices.tsx'
import { ContactFields } from './ContactFields.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { PaymentFields } from '#islands/checkout/payment/PaymentFields.tsx'
import { PayArea } from './PayArea.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { EventRules } from './order/EventRules.tsx'
import { TermsField } from './TermsField.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/** Sections for contact, attendees, delivery, payment and terms. Sections that no event needs are hidden. */
export function CheckoutForm({ step }: { step: PaymentStep }) {
  const items = useStore($cart, EMPTY_CART)
  const { status, events } = useStore($checkoutEvents, LOADING_EVENTS)
  const legal = useStore($checkoutLegal, LOADING_LEGAL)
  const { stage } = useStore($checkout, INITIAL_CHECKOUT)
  const price = useStore($quote, undefined)
  const [payment, setPayment] = useState<PaymentForm>()
  const submit = (acceptedTotal?: number): Promise<boolean> => submitCheckout(payment, acceptedTotal)
  const due = useStore($dueAmount, undefined)
  const isCovered = due?.dueCents === 0
  if (status === 'error' || legal.status === 'error') return <EventsMissing />
  return (
    <form
      className="checkout-form"
      noValidate
      aria-busy={stage === 'working' || status === 'loading'}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ErrorSummary />
      <CheckoutNotice />
      <ContactFields />
      <AttendeeFields seats={listSeats({ items, events })} />
      <QuestionFields
        questions={listOrderQuestions({ items, events })}
        prefix="answers"
        legend="Questions from the organiser"
      />
      <DeliveryFields events={events} />
      {price && due && !isCovered && (
        <PaymentFields
          step={step}
          totalCents={due.dueCents}
          currency={price.currency}
          onForm={setPayment}
          mayPay={checkBeforePaying}
          onPay={submit}
        />
      )}
      <EventRules events={events} />
      <TermsField texts={legal.texts} />
      <PriceChange onAccept={(total) => void submit(total)} />
      <PayArea isReady={legal.status === 'success' && (isCovered || payment !== undefined)} />
    </form>
  )
}

function EventsMissing() {
  return (
    <Notice tone="danger" title="The checkout could not be loaded" urgent>
      <p>Your cart is saved. Check your connection and try again.</p>
      <div className="notice-actions">
        <Button onClick={() => void Promise.all([loadEvents(), loadLegalTexts()])}>Try again</Button>
      </div>
    </Notice>
  )
}
