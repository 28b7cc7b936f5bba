import { EmailField } from '#ui/form/EmailField.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useField } from './use-field.ts'

export function ContactFields() {
  return (
    <fieldset className="checkout-section">
      <legend>Contact</legend>
      <EmailField
        {...useField('customer.email')}
        label="Email"
        autoComplete="email"
        hint="We’ll send your tickets here."
        required
      />
      <div className="field-pair">
        <Field {...useField('customer.firstName')} label="First name" autoComplete="given-name" required />
        <Field {...useField('customer.lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <Field
        {...useField('customer.phone')}
        label="Phone (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Only used for updates about this event."
      />
    </fieldset>
  )
}
