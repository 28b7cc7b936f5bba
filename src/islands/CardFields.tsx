import { useEffect, useRef, useState } from 'react'
import { $checkout, READY } from '#stores/checkout.ts'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { EMPTY_CARD, formatExpiry, groupDigits, type TypedCard } from './read-card.ts'
import { fieldId } from './use-field.ts'
import { useStore } from './use-store.ts'

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure'],
  ['4000 0000 0000 0077', 'settles late'],
] as const

/** The sandbox's card form. What is typed lives here and in the request, nowhere else. */
export function CardFields({ onChange }: { onChange: (card: TypedCard) => void }) {
  const [card, setCard] = useState(EMPTY_CARD)
  const { errors, declined } = useStore($checkout, READY)
  const type = (change: Partial<TypedCard>): void => {
    const next = { ...card, ...change }
    setCard(next)
    onChange(next)
  }
  const bound = (name: keyof TypedCard) => ({
    id: fieldId(`card.${name}`),
    value: card[name],
    error: errors[`card.${name}`],
  })
  return (
    <fieldset className="checkout-section">
      <legend>Payment</legend>
      {declined && <Declined reason={declined} />}
      <SandboxNote />
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

function SandboxNote() {
  return (
    <details className="sandbox-note">
      <summary>This is a test: no real money moves. Show test cards</summary>
      <ul className="sandbox-cards">
        {TEST_CARDS.map(([number, outcome]) => (
          <li key={number}>
            <code>{number}</code> {outcome}
          </li>
        ))}
      </ul>
      <p>Any expiry in the future and any CVC will do.</p>
    </details>
  )
}
