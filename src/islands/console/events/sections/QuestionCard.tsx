import type { EventFields } from '#model/catalog/event-drafts.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { ItemActions } from './ItemActions.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'
import { Card } from '#ui/Card.tsx'

type Question = EventFields['questions'][number]

const KINDS: readonly (readonly [Question['kind'], string])[] = [
  ['text', 'Short text'],
  ['choice', 'One choice'],
  ['checkbox', 'Yes or no'],
]
const SCOPES: readonly (readonly [Question['scope'], string])[] = [
  ['order', 'Once per order'],
  ['attendee', 'Once per ticket'],
]

interface Props {
  question: Question
  types: readonly { id: string; name: string }[]
  index: number
  count: number
  onChange: (question: Question) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function QuestionCard({ question, types, index, count, onChange, onMove, onRemove }: Props) {
  const bound = useEventField()
  const path = `questions.${index}`
  const write = (change: Partial<Question>): void => onChange({ ...question, ...change })
  return (
    <Card as="fieldset" className="question-card">
      <legend className="visually-hidden">Question {index + 1}</legend>
      <Field
        {...bound(`${path}.label`)}
        label="Question"
        value={question.label}
        onChange={(event) => write({ label: event.target.value })}
        autoComplete="off"
        maxLength={200}
        dir="auto"
        required
      />
      <div className="field-pair">
        <Choice
          id={bound(`${path}.kind`).id}
          label="Answer type"
          options={KINDS}
          value={question.kind}
          onChange={(kind) => write({ kind })}
        />
        <Choice
          id={bound(`${path}.scope`).id}
          label="Asked"
          options={SCOPES}
          value={question.scope}
          onChange={(scope) => write({ scope })}
        />
      </div>
      {question.kind === 'choice' && (
        <Choices path={path} choices={question.choices} onChange={(choices) => write({ choices })} />
      )}
      {types.length > 1 && (
        <AskedFor
          id={bound(`${path}.ticketTypeIds`).id}
          types={types}
          chosen={question.ticketTypeIds ?? []}
          onChange={(ticketTypeIds) => write({ ticketTypeIds })}
        />
      )}
      <Checkbox
        id={bound(`${path}.required`).id}
        label="Required"
        checked={question.required}
        onChange={(event) => write({ required: event.target.checked })}
      />
      <ItemActions name={`question ${index + 1}`} {...{ index, count, onMove, onRemove }} />
    </Card>
  )
}

function Choices(props: { path: string; choices: readonly string[]; onChange: (choices: string[]) => void }) {
  const bound = useEventField()
  return (
    <TextArea
      {...bound(`${props.path}.choices`)}
      label="Choices"
      hint="One on each line."
      value={props.choices.join('\n')}
      onChange={(event) => props.onChange(event.target.value.split('\n'))}
      required
    />
  )
}

/**
 * Ticket types for which the question is asked. If none is selected, it is asked for all. The next change removes ticket types that no
 * longer exist.
 */
function AskedFor(props: {
  id: string
  types: Props['types']
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const { id, types, chosen, onChange } = props
  const known = types.filter((type) => chosen.includes(type.id)).map((type) => type.id)
  return (
    <fieldset className="question-types" id={id}>
      <legend>
        {known.length === 0
          ? 'This question applies to all ticket types'
          : 'This question applies to these ticket types only'}
      </legend>
      {types.map((type) => (
        <Checkbox
          key={type.id}
          id={`${id}-${type.id}`}
          label={type.name}
          checked={known.includes(type.id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...known, type.id] : known.filter((each) => each !== type.id))
          }
        />
      ))}
    </fieldset>
  )
}

function Choice<Value extends string>(props: {
  id: string
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}) {
  const { options, onChange, ...select } = props
  return (
    <Select
      {...select}
      onChange={({ target }) => {
        const chosen = options.find(([value]) => value === target.value)?.[0]
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  )
}
