import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormSection } from './FormSection.tsx'
import { addMinutes, minutesBetween, listTimeZones } from '#islands/console/events/format-event.ts'
import { useEventField } from '#islands/console/events/use-event-field.ts'

/** Times at the venue. Changing the start moves the end and the door time by the same duration. */
export function WhenSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { startsAt, endsAt, doorsAt } = fields
  const begin = (moved: string): void => {
    // The value is '' while the input is incomplete.
    const distance = minutesBetween(startsAt, moved)
    if (Number.isNaN(distance)) return
    editEventFields({
      startsAt: moved,
      endsAt: addMinutes(endsAt, distance),
      doorsAt: doorsAt === null ? null : addMinutes(doorsAt, distance),
    })
  }
  return (
    <FormSection title="Date and time">
      <div className="field-pair">
        <Field
          {...bound('startsAt')}
          label="Begins"
          type="datetime-local"
          value={startsAt}
          onChange={(event) => begin(event.target.value)}
          required
        />
        <Field
          {...bound('endsAt')}
          label="Ends"
          type="datetime-local"
          value={endsAt}
          onChange={(event) => event.target.value && editEventFields({ endsAt: event.target.value })}
          required
        />
      </div>
      <div className="field-pair">
        <Field
          {...bound('doorsAt')}
          label="Doors open (optional)"
          type="datetime-local"
          value={doorsAt ?? ''}
          onChange={(event) => editEventFields({ doorsAt: event.target.value || null })}
        />
        <Select
          {...bound('timeZone')}
          label="Time zone of the venue"
          value={fields.timeZone}
          onChange={(event) => editEventFields({ timeZone: event.target.value })}
        >
          {listTimeZones(fields.timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </div>
    </FormSection>
  )
}
