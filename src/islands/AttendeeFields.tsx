import { nameOf } from '#model/cart.ts'
import type { Seat } from '#stores/checkout-form.ts'
import { Field } from '#ui/Field.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { useField } from './use-field.ts'

/** One group a ticket, where its event asks who comes or anything else of them. */
export function AttendeeFields({ seats }: { seats: readonly Seat[] }) {
  const asked = seats.filter((seat) => seat.names !== 'none' || seat.questions.length > 0)
  if (asked.length === 0) return null
  return (
    <fieldset className="checkout-section">
      <legend>Attendees</legend>
      {asked.map((seat) => (
        <fieldset key={seat.field} className="checkout-seat">
          <legend>
            {nameOf(seat.item)}
            {seat.item.quantity > 1 && `, ticket ${seat.number} of ${seat.item.quantity}`}
          </legend>
          {seat.names !== 'none' && <SeatNames seat={seat} />}
          <QuestionFields questions={seat.questions} prefix={`${seat.field}.answers`} />
        </fieldset>
      ))}
    </fieldset>
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
