import { MAX_REVEAL_HOURS, type CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $event, editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'

const CHOICES: readonly (readonly [CodeMode, string, string])[] = [
  [
    'open',
    'At once',
    'Buyers get their QR codes with the order: on their phone, as PDF, on paper or in a wallet.',
  ],
  [
    'late',
    'Shortly before the event',
    'QR codes appear and are emailed shortly before the event, which leaves less time to resell tickets.',
  ],
  [
    'live',
    'Live, on a phone only',
    'QR codes change every 20 seconds, so that screenshots and printouts aren’t valid. They work without a network. Without a phone, your door finds guests by name.',
  ],
]

/** Settings for when and how buyers get the codes of their tickets. */
export function CodesSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { codeMode, codeRevealHours } = fields
  return (
    <FormSection title="Ticket codes">
      <fieldset className="choice-cards" id={eventFieldId('codeMode')} tabIndex={-1}>
        <legend className="visually-hidden">When buyers get their ticket codes</legend>
        {CHOICES.map(([mode, name, words]) => (
          <label key={mode} className="choice-card" htmlFor={eventFieldId(`codeMode.${mode}`)}>
            <input
              id={eventFieldId(`codeMode.${mode}`)}
              aria-describedby={eventFieldId(`codeMode.${mode}.words`)}
              type="radio"
              name="codeMode"
              checked={codeMode === mode}
              onChange={() => editEventFields({ codeMode: mode })}
            />
            <strong>{name}</strong>
            <span className="secondary-text" id={eventFieldId(`codeMode.${mode}.words`)}>
              {words}
            </span>
          </label>
        ))}
      </fieldset>
      {codeMode === 'late' && (
        <Field
          {...bound('codeRevealHours')}
          label="Hours before doors open"
          hint="If there is no door time, before the event begins."
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_REVEAL_HOURS}
          step={1}
          value={Number.isNaN(codeRevealHours) ? '' : codeRevealHours}
          onChange={(event) => editEventFields({ codeRevealHours: event.target.valueAsNumber })}
          autoComplete="off"
          required
        />
      )}
      <ChangeNote codeMode={codeMode} />
    </FormSection>
  )
}

/** Effect of changing the mode on tickets that were already sold. */
const EFFECTS: Readonly<Record<CodeMode, string>> = {
  open: 'Buyers who have no codes yet are emailed them once you publish this.',
  late: 'Codes that buyers have already saved or printed stay valid. Order pages hide them until the time above.',
  live: 'Tickets that buyers have saved or printed are no longer valid once you publish this. All buyers are emailed.',
}

function ChangeNote({ codeMode }: Pick<EventFields, 'codeMode'>) {
  const { data } = useStore($event, LOADING)
  if (!data || data.sold === 0 || data.codeMode === codeMode) return null
  return (
    <Notice tone={codeMode === 'live' ? 'danger' : 'plain'} title="Tickets have already been sold">
      <p>{EFFECTS[codeMode]}</p>
    </Notice>
  )
}
