import { useEffect, useRef, useState } from 'react'
import { payByCard } from '#stores/checkout/card-payment.ts'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { Field } from '#ui/form/Field.tsx'
import { EMPTY_CARD, formatExpiry, groupDigits, readCard, type EnteredCard } from './read-card.ts'
import { fieldId } from '#islands/checkout/use-field.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Card data stays in this component and the request. It is never written to a store or to storage. */
export function CardFields({ onForm }: { onForm: (form: PaymentForm | undefined) => void }) {
  const [card, setCard] = useState(EMPTY_CARD)
  const { errors } = useStore($checkout, INITIAL_CHECKOUT)
  const typed = useRef(EMPTY_CARD)
  useEffect(() => {
    onForm(payByCard(() => readCard(typed.current)))
    return () => onForm(undefined)
  }, [onForm])
  const type = (change: Partial<EnteredCard>): void => {
    typed.current = { ...card, ...change }
    setCard(typed.current)
  }
  const bound = (name: keyof EnteredCard) => ({
    id: fieldId(`card.${name}`),
    value: card[name],
    error: errors[`card.${name}`],
  })
  return (
    <>
      <Field
        {...bound('number')}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        onChange={(event) => type({ number: groupDigits(event.target.value) })}
        required
      />
      <div className="field-pair field-pair-short">
        <Field
          {...bound('expiry')}
          label="Expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          onChange={(event) => type({ expiry: formatExpiry(event.target.value, card.expiry) })}
          required
        />
        <Field
          {...bound('cvc')}
          label="CVC"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          onChange={(event) => type({ cvc: event.target.value.replaceAll(/\D/g, '') })}
          required
        />
      </div>
    </>
  )
}
