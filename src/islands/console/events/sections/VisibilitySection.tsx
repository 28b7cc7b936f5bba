import type { EventFields, Visibility } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormSection } from './FormSection.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'

const CHOICES: readonly (readonly [Visibility, string, string])[] = [
  ['public', 'Everyone', 'Listed on your site and in the list of all events, and found by search engines.'],
  [
    'unlisted',
    'Anyone with the link',
    'Hidden from listings and search engines. Anyone with the link can open it.',
  ],
  ['code', 'Anyone with the code', 'Unlisted, and tickets show once the code is entered.'],
]

export function VisibilitySection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  return (
    <FormSection title="Who sees it">
      <fieldset className="choice-cards">
        <legend className="visually-hidden">Who sees the event</legend>
        {CHOICES.map(([visibility, name, words]) => (
          <label key={visibility} className="choice-card" htmlFor={eventFieldId(`visibility.${visibility}`)}>
            <input
              id={eventFieldId(`visibility.${visibility}`)}
              aria-describedby={eventFieldId(`visibility.${visibility}.words`)}
              type="radio"
              name="visibility"
              checked={fields.visibility === visibility}
              onChange={() => editEventFields({ visibility })}
            />
            <strong>{name}</strong>
            <span className="secondary-text" id={eventFieldId(`visibility.${visibility}.words`)}>
              {words}
            </span>
          </label>
        ))}
      </fieldset>
      {fields.visibility === 'code' && (
        <Field
          {...bound('accessCode')}
          label="Code"
          hint="At least 3 characters, not case-sensitive. After a change, the old code stops working."
          value={fields.accessCode}
          onChange={(event) => editEventFields({ accessCode: event.target.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
    </FormSection>
  )
}
