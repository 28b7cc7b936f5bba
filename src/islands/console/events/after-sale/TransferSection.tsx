import { MAX_TRANSFER_CUTOFF_HOURS, type EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'

/** Settings for passing tickets on. */
export function TransferSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const id = eventFieldId('ticketTransfers')
  return (
    <FormSection title="Passing tickets on">
      <label className="choice" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}.hint`}
          checked={fields.ticketTransfers}
          onChange={(event) => editEventFields({ ticketTransfers: event.target.checked })}
        />
        Ticket holders can pass tickets on and change the names on them
      </label>
      <p className="secondary-text" id={`${id}.hint`}>
        The recipient gets a new code, and the old one is refused at the door. Your team can change names at
        any time.
      </p>
      {fields.ticketTransfers && (
        <Field
          {...bound('transferCutoffHours')}
          label="Possible until (hours before the event begins)"
          hint="0 means until the event begins."
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_TRANSFER_CUTOFF_HOURS}
          step={1}
          value={Number.isNaN(fields.transferCutoffHours) ? '' : fields.transferCutoffHours}
          onChange={(event) => editEventFields({ transferCutoffHours: event.target.valueAsNumber })}
          autoComplete="off"
          required
        />
      )}
    </FormSection>
  )
}
