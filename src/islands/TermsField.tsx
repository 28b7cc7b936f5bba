import { writeField } from '#stores/checkout-draft.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { useField } from './use-field.ts'

export function TermsField() {
  const bound = useField('terms')
  return (
    <Checkbox
      {...bound}
      value="yes"
      checked={bound.value === 'yes'}
      onChange={(event) => writeField('terms', event.target.checked ? 'yes' : '')}
      label="I accept the promoter’s terms: tickets are for the date shown, and are given back only if the event is cancelled or moved."
      required
    />
  )
}
