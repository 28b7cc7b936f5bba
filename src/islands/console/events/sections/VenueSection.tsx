import type { EventFields } from '#model/catalog/event-drafts.ts'
import { listCountries } from '#model/sites/countries.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import { $event, editEventFields } from '#stores/console/events/event.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormSection } from './FormSection.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

export function VenueSection({ fields }: { fields: EventFields }) {
  const { venue } = fields
  const bound = useEventField()
  const write = (change: Partial<EventFields['venue']>): void =>
    editEventFields({ venue: { ...venue, ...change } })
  const text = (key: 'name' | 'street' | 'city', maxLength: number) => ({
    ...bound(`venue.${key}`),
    value: venue[key],
    maxLength,
    dir: 'auto',
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => write({ [key]: event.target.value }),
  })
  return (
    <FormSection title="Location">
      <Field {...text('name', 160)} label="Venue" required />
      <div className="field-pair">
        <Field {...text('street', 200)} label="Street and number (optional)" />
        <Field {...text('city', 100)} label="City" required />
      </div>
      <div className="field-pair">
        <Select
          {...bound('venue.country')}
          label="Country"
          required
          value={venue.country}
          onChange={(event) => write({ country: event.target.value })}
        >
          <option value="">Choose…</option>
          {countryNames(venue.country).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <CurrencyField fields={fields} />
      </div>
    </FormSection>
  )
}

const countryNames = (chosen: string): string[] => {
  const names = listCountries().map(({ name }) => name)
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
}

/** Field for the event's currency. Read-only if there are ticket types, because their prices are in this currency. */
function CurrencyField({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { data } = useStore($event, LOADING)
  const isFixed = (data?.ticketTypes ?? 0) > 0
  return (
    <Select
      {...bound('currency')}
      label="Currency"
      hint={isFixed ? 'Can’t be changed, because ticket types have prices in this currency.' : undefined}
      value={fields.currency}
      disabled={isFixed}
      onChange={(event) => editEventFields({ currency: event.target.value })}
    >
      {[...new Set([fields.currency, ...CURRENCIES])].map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  )
}
