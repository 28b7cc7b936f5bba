import { useRef, useState } from 'react'
import {
  taxedTicketType,
  type PromoterTaxes,
  type TaxedTicketType,
} from '#contracts/console/pricing/taxes.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { versionDifferences, type VersionFields } from '#islands/console/editing/differences.ts'
import { useQueue } from '#islands/console/editing/use-queue.ts'
import { saveTicketTypeTaxes, taxes } from '#stores/console/pricing.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { notifyTaxResult } from './notify-tax-result.ts'

export function TaxedTypes({ rates, ticketTypes }: PromoterTaxes) {
  const { shownOf, isBusy, conflicts, toggle, settle } = useTypeRates()
  const words = ({ name, rateIds }: TaxedTicketType): VersionFields => [
    [`Taxes of ${name}`, rateIds.map((id) => rates.find((rate) => rate.id === id)?.name ?? '').join(', ')],
  ]
  if (ticketTypes.length === 0) return null
  return (
    <>
      <h3 id="taxed-types">Taxed tickets</h3>
      {conflicts.map((both) => (
        <BothVersions
          key={both.mine.id}
          differences={versionDifferences(words(both.mine), words(both.theirs))}
          onChoose={(choice) => settle(both, choice)}
        />
      ))}
      <DataTable
        labelledBy="taxed-types"
        rows={ticketTypes}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Ticket',
            cell: ({ name, eventTitle }) => (
              <>
                <span dir="auto">{name}</span>
                <span className="secondary-text" dir="auto">
                  {eventTitle}
                </span>
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
                    label={`${name} ${percent}%`}
                    checked={shownOf(type).includes(id)}
                    aria-busy={isBusy(type)}
                    onChange={({ currentTarget }) => toggle(type, id, currentTarget.checked)}
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

/** Both versions of a ticket type's tax rates in a conflict. */
interface BothRates {
  mine: TaxedTicketType
  theirs: TaxedTicketType
}

interface Change {
  type: TaxedTicketType
  /** Returns the new rates for the given previous ones. */
  apply: (rateIds: readonly string[]) => string[]
  /** Another person's version, which this change overwrites. */
  over?: TaxedTicketType
}

/** Saves the tax rates of ticket types. A change during a conflict applies to the user's own version. */
function useTypeRates() {
  const [conflicts, setConflicts] = useState<readonly BothRates[]>([])
  const asking = useRef(conflicts)
  const ask = ({ id }: TaxedTicketType, both: BothRates | undefined): void => {
    asking.current = [...asking.current.filter(({ mine }) => mine.id !== id), ...(both ? [both] : [])]
    setConflicts(asking.current)
  }
  const { waiting, add } = useQueue(async ({ type, apply, over }: Change) => {
    const both = asking.current.find(({ mine }) => mine.id === type.id)
    if (both && !over)
      return ask(type, { ...both, mine: { ...both.mine, rateIds: apply(both.mine.rateIds) } })
    const before = over ?? taxes.$store.get().data?.ticketTypes.find(({ id }) => id === type.id) ?? type
    const mine = { ...before, rateIds: apply(before.rateIds) }
    const answer = await saveTicketTypeTaxes(type.id, { before: before.rateIds, rateIds: mine.rateIds })
    const theirs = conflictingVersionIn(answer, taxedTicketType)
    ask(type, theirs && { mine, theirs })
    await notifyTaxResult(answer, `Taxes of ${type.name} saved`)
  })
  const ofType = ({ id }: TaxedTicketType): Change[] => waiting.filter(({ type }) => type.id === id)
  return {
    conflicts,
    isBusy: (type: TaxedTicketType): boolean => ofType(type).length > 0,
    shownOf: (type: TaxedTicketType): readonly string[] => {
      const mine = conflicts.find((both) => both.mine.id === type.id)?.mine ?? type
      return ofType(type).reduce((rateIds, { apply }) => apply(rateIds), mine.rateIds)
    },
    toggle: (type: TaxedTicketType, rateId: string, isOn: boolean): void =>
      add({
        type,
        apply: (rateIds) => [...rateIds.filter((each) => each !== rateId), ...(isOn ? [rateId] : [])],
      }),
    settle: ({ mine, theirs }: BothRates, choice: 'mine' | 'theirs'): void => {
      ask(mine, undefined)
      if (choice === 'theirs') return void taxes.load()
      add({ type: mine, apply: () => mine.rateIds, over: theirs })
    },
  }
}
