import type { Question } from '#model/catalog/catalog.ts'
import { writeDraftField } from '#stores/checkout/checkout-draft.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useField } from './use-field.ts'

interface Props {
  questions: readonly Question[]
  /** Prefix of the answers' field names in the draft. */
  prefix: string
  legend?: string
}

export function QuestionFields({ questions, prefix, legend }: Props) {
  if (questions.length === 0) return null
  const fields = questions.map((question) => (
    <Asked key={question.id} question={question} field={`${prefix}.${question.id}`} />
  ))
  if (!legend) return fields
  return (
    <fieldset className="checkout-section">
      <legend>{legend}</legend>
      {fields}
    </fieldset>
  )
}

function Asked({ question, field }: { question: Question; field: string }) {
  const bound = useField(field)
  const label = question.required ? question.label : `${question.label} (optional)`
  if (question.kind === 'checkbox') {
    return (
      <Checkbox
        {...bound}
        value="yes"
        label={label}
        checked={bound.value === 'yes'}
        onChange={(event) => writeDraftField(field, event.target.checked ? 'yes' : '')}
      />
    )
  }
  if (question.kind === 'text')
    return <Field {...bound} label={label} maxLength={1000} required={question.required} />
  return (
    <Select {...bound} label={label} required={question.required}>
      <option value="">Choose…</option>
      {question.choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  )
}
