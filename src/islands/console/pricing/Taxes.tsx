import { useState } from 'react'
import { showToast } from '#browser/toast-event.ts'
import type { PromoterTaxes, TaxedType, TaxSettings } from '#contracts/console/taxes.ts'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useStore } from '#islands/use-store.ts'
import type { Result } from '#model/result.ts'
import { saveTaxSettings, saveTypeTaxes, taxes } from '#stores/console/pricing.ts'
import { LOADING } from '#stores/loaded.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Select } from '#ui/Select.tsx'
import { TaxRates } from './TaxRates.tsx'
import { ROUNDINGS } from './tax-words.ts'

export function Taxes() {
  const { data, failure } = useStore(taxes.$loaded, LOADING)
  return (
    <section className="desk-section" aria-labelledby="taxes">
      <h2 id="taxes">Taxes</h2>
      <p className="desk-quiet">
        Tickets are taxed after discounts; fees and delivery are not. What you change counts for what is
        bought from now on: whoever has a cart open is told of the new price before paying.
      </p>
      {failure && <LoadFailed what="Your taxes" why={failure} onRetry={() => void taxes.load()} />}
      {!data && !failure && <div className="skeleton pricing-skeleton" aria-hidden="true" />}
      {data && (
        <>
          <TaxRates rates={data.rates} />
          <Settings key={data.settings.version} settings={data.settings} />
          {data.rates.length > 0 && <TaxedTypes {...data} />}
        </>
      )}
    </section>
  )
}

/** Whoever was slower sees what it is now, and chooses again. */
async function tell(answer: Promise<Result<unknown>>, title: string): Promise<void> {
  const told = await answer
  if (told.success) return showToast({ type: 'success', title, message: 'New orders have it from now on.' })
  showToast({ type: 'destructive', title: 'Not saved', message: told.error.message })
  await taxes.load()
}

function Settings({ settings }: { settings: TaxSettings }) {
  const save = (change: Partial<TaxSettings>): void =>
    void tell(saveTaxSettings({ ...settings, ...change }), 'Taxes saved')
  const rounding = ROUNDINGS.find(([mode]) => mode === settings.rounding)
  return (
    <div className="pricing-row">
      <Select
        id="tax-included"
        label="Your prices"
        value={settings.included ? 'in' : 'on'}
        hint="As buyers see them on the event’s page."
        onChange={(change) => save({ included: change.currentTarget.value === 'in' })}
      >
        <option value="in">have the taxes in them</option>
        <option value="on">get the taxes on top</option>
      </Select>
      <Select
        id="tax-rounding"
        label="Cents are rounded"
        value={settings.rounding}
        hint={rounding?.[2]}
        onChange={(change) => {
          const chosen = ROUNDINGS.find(([mode]) => mode === change.currentTarget.value)
          if (chosen) save({ rounding: chosen[0] })
        }}
      >
        {ROUNDINGS.map(([mode, name]) => (
          <option key={mode} value={mode}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function TaxedTypes({ rates, ticketTypes }: PromoterTaxes) {
  const [busyId, setBusy] = useState<string>()
  const change = async ({ id, name, rateIds }: TaxedType, rateId: string): Promise<void> => {
    if (busyId) return
    setBusy(id)
    const wanted = rateIds.includes(rateId) ? rateIds.filter((each) => each !== rateId) : [...rateIds, rateId]
    await tell(saveTypeTaxes(id, { before: rateIds, rateIds: wanted }), `Taxes of ${name} saved`)
    setBusy(undefined)
  }
  if (ticketTypes.length === 0) return null
  return (
    <>
      <h3 id="taxed-types">What is taxed</h3>
      <DataTable
        labelledBy="taxed-types"
        rows={ticketTypes}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Ticket',
            cell: ({ name, eventTitle }) => (
              <>
                {name}
                <span className="desk-quiet">{eventTitle}</span>
              </>
            ),
          },
          {
            name: 'Rates',
            cell: (type) => (
              <fieldset className="pricing-boxes" aria-label={`Taxes of ${type.name}, ${type.eventTitle}`}>
                {rates.map(({ id, name, percent }) => (
                  <Checkbox
                    key={id}
                    id={`tax-${type.id}-${id}`}
                    label={`${name} ${percent} %`}
                    checked={type.rateIds.includes(id)}
                    aria-busy={busyId === type.id}
                    onChange={() => void change(type, id)}
                  />
                ))}
              </fieldset>
            ),
          },
        ]}
      />
    </>
  )
}
