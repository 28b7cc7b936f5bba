import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { FormSection } from './FormSection.tsx'
import { eventFieldId } from '#islands/console/events/use-event-field.ts'

/** Setting for who can hold tickets while demand is high. */
export function DemandSection({ fields }: { fields: EventFields }) {
  const id = eventFieldId('holdsNeedAccount')
  return (
    <FormSection title="High demand">
      <label className="choice" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}.hint`}
          checked={fields.holdsNeedAccount}
          onChange={(event) => editEventFields({ holdsNeedAccount: event.target.checked })}
        />
        Require a verified account to hold tickets while demand is high
      </label>
      <p className="secondary-text" id={`${id}.hint`}>
        Demand for a ticket type is high while at least a fifth of its tickets are in carts. Buyers without an
        account are then asked to sign in. Use this when unpaid carts block tickets.
      </p>
    </FormSection>
  )
}
