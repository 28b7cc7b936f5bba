import { cartItemName } from '#model/sales/cart.ts'
import { $checkoutDraft, EMPTY_CHECKOUT_DRAFT, writeDraftField } from '#stores/checkout/checkout-draft.ts'
import type { Seat } from '#stores/checkout/checkout-form.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { fieldId, useField } from './use-field.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** A group of fields for each ticket whose event asks for names or has questions. */
export function AttendeeFields({ seats }: { seats: readonly Seat[] }) {
  const shown = seats.filter((seat) => seat.names !== 'none' || seat.questions.length > 0)
  if (shown.length === 0) return null
  const first = shown.find((seat) => seat.names === 'required')
  return (
    <fieldset className="checkout-section">
      <legend>Attendees</legend>
      {shown.map((seat) => (
        <fieldset key={seat.field} className="checkout-seat">
          <legend>
            {cartItemName(seat.item)}
            {seat.item.quantity > 1 && `, ticket ${seat.number} of ${seat.item.quantity}`}
          </legend>
          {seat.names !== 'none' && <SeatNames seat={seat} />}
          {seat === first && <OwnName seat={seat} />}
          <QuestionFields questions={seat.questions} prefix={`${seat.field}.answers`} />
        </fieldset>
      ))}
    </fieldset>
  )
}

/** Button that copies the buyer's name, because most buyers attend themselves. */
function OwnName({ seat }: { seat: Seat }) {
  const draft = useStore($checkoutDraft, EMPTY_CHECKOUT_DRAFT)
  const names = ['firstName', 'lastName'] as const
  const own = names.map((name) => draft[`customer.${name}`]?.trim() ?? '')
  if (own.includes('') || names.some((name) => draft[`${seat.field}.${name}`])) return null
  const use = (): void => {
    for (const [index, name] of names.entries()) writeDraftField(`${seat.field}.${name}`, own[index] ?? '')
    // The click removes the button, so the focus must be moved.
    document.getElementById(fieldId(`${seat.field}.lastName`))?.focus()
  }
  return (
    <Button variant="link" onClick={use}>
      Use my name
    </Button>
  )
}

function SeatNames({ seat }: { seat: Seat }) {
  const suffix = seat.names === 'optional' ? ' (optional)' : ''
  const required = seat.names === 'required'
  return (
    <div className="field-pair">
      <Field
        {...useField(`${seat.field}.firstName`)}
        label={`First name${suffix}`}
        autoComplete="off"
        required={required}
      />
      <Field
        {...useField(`${seat.field}.lastName`)}
        label={`Last name${suffix}`}
        autoComplete="off"
        required={required}
      />
    </div>
  )
}
