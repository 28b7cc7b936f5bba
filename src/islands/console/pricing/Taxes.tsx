import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/toast-event.ts'
import {
  taxedType,
  taxSettings,
  type PromoterTaxes,
  type TaxedType,
  type TaxSettings,
} from '#contracts/console/taxes.ts'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { BothVersions } from '#islands/console/BothVersions.tsx'
import { differencesOf, type VersionWords } from '#islands/console/differences.ts'
import { useConflict } from '#islands/console/use-conflict.ts'
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

/** What changes as soon as it is chosen. A conflict is asked about where it is. */
async function tell(answer: Result<unknown>, title: string): Promise<void> {
  if (answer.success) return showToast({ type: 'success', title, message: 'New orders have it from now on.' })
  if (answer.error.code === 'EDIT_CONFLICT') return
  showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  await taxes.load()
}

function Settings({ settings }: { settings: TaxSettings }) {
  const conflict = useConflict(taxSettings, settings)
  const { both } = conflict
  const send = async (wish: TaxSettings): Promise<void> => {
    const answer = await saveTaxSettings({ ...wish, version: conflict.version() })
    await tell(conflict.watch(answer, wish), 'Taxes saved')
  }
  const save = (change: Partial<TaxSettings>): void => void send({ ...settings, ...change })
  const settle = (choice: 'mine' | 'theirs'): void => {
    if (choice === 'theirs') return void taxes.load()
    conflict.keepMine()
    if (both) void send(both.mine)
  }
  const rounding = ROUNDINGS.find(([mode]) => mode === settings.rounding)
  return (
    <>
      {both && (
        <BothVersions
          differences={differencesOf(settingWords(both.mine), settingWords(both.theirs))}
          onChoose={settle}
        />
      )}
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
    </>
  )
}

const settingWords = ({ included, rounding }: TaxSettings): VersionWords => [
  ['Your prices', included ? 'have the taxes in them' : 'get the taxes on top'],
  ['Cents are rounded', ROUNDINGS.find(([mode]) => mode === rounding)?.[1] ?? ''],
]

/** Two lists of rates for one ticket type. */
interface BothRates {
  mine: TaxedType
  theirs: TaxedType
}

const told = z.object({ current: taxedType })

/** One ticket type's rates at a time. */
function useTypeRates() {
  const [busyId, setBusy] = useState<string>()
  const [both, setBoth] = useState<BothRates>()
  const save = async (before: TaxedType, mine: TaxedType): Promise<void> => {
    if (busyId) return
    setBusy(before.id)
    const answer = await saveTypeTaxes(before.id, { before: before.rateIds, rateIds: mine.rateIds })
    const theirs = answer.success ? undefined : z.safeParse(told, answer.error.details).data?.current
    setBoth(theirs && { mine, theirs })
    await tell(answer, `Taxes of ${before.name} saved`)
    setBusy(undefined)
  }
  const change = (type: TaxedType, rateId: string): void => {
    const { rateIds } = type
    const wanted = rateIds.includes(rateId) ? rateIds.filter((each) => each !== rateId) : [...rateIds, rateId]
    void save(type, { ...type, rateIds: wanted })
  }
  const settle = (choice: 'mine' | 'theirs'): void => {
    setBoth(undefined)
    if (both) void (choice === 'mine' ? save(both.theirs, both.mine) : taxes.load())
  }
  return { busyId, both, change, settle }
}

function TaxedTypes({ rates, ticketTypes }: PromoterTaxes) {
  const { busyId, both, change, settle } = useTypeRates()
  const words = ({ name, rateIds }: TaxedType): VersionWords => [
    [`Taxes of ${name}`, rateIds.map((id) => rates.find((rate) => rate.id === id)?.name ?? '').join(', ')],
  ]
  if (ticketTypes.length === 0) return null
  return (
    <>
      <h3 id="taxed-types">What is taxed</h3>
      {both && (
        <BothVersions differences={differencesOf(words(both.mine), words(both.theirs))} onChoose={settle} />
      )}
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
                    onChange={() => change(type, id)}
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
