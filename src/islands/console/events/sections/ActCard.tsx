import type { Act } from '#model/catalog/line-up/acts.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { ItemActions } from './ItemActions.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'
import { Card } from '#ui/Card.tsx'

interface Props {
  act: Act
  /** Dates of the event. With only one, the field isn't shown. */
  days: readonly string[]
  index: number
  count: number
  onChange: (act: Act) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function ActCard({ act, days, index, count, onChange, onMove, onRemove }: Props) {
  const bound = useEventField()
  const path = `lineUp.${index}`
  const write = (change: Partial<Act>): void => onChange({ ...act, ...change })
  return (
    <Card as="fieldset" className="act-card">
      <legend className="visually-hidden">Act {index + 1}</legend>
      <Field
        {...bound(`${path}.name`)}
        label="Name"
        value={act.name}
        onChange={(event) => write({ name: event.target.value })}
        autoComplete="off"
        maxLength={120}
        dir="auto"
        required
      />
      {(days.length > 1 || act.day > 0) && (
        <Select
          {...bound(`${path}.day`)}
          label="Day"
          value={act.day}
          onChange={(event) => write({ day: Number(event.target.value) })}
        >
          {days.map((words, day) => (
            <option key={words} value={day}>
              {words}
            </option>
          ))}
          {act.day >= days.length && <option value={act.day}>After the event</option>}
        </Select>
      )}
      <Field
        {...bound(`${path}.time`)}
        label="Time (optional)"
        type="time"
        value={act.time ?? ''}
        onChange={(event) => write({ time: event.target.value || null })}
      />
      <Field
        {...bound(`${path}.link`)}
        label="Link (optional)"
        type="url"
        value={act.link}
        onChange={(event) => write({ link: event.target.value })}
        placeholder="https://"
        autoComplete="off"
        maxLength={300}
      />
      <ItemActions name={`act ${index + 1}`} {...{ index, count, onMove, onRemove }} />
    </Card>
  )
}
