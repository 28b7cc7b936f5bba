import { useRef, useState } from 'react'
import { taxSettings, type TaxSettings as Settings } from '#contracts/console/pricing/taxes.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { versionDifferences, type VersionFields } from '#islands/console/editing/differences.ts'
import { useQueue } from '#islands/console/editing/use-queue.ts'
import { saveTaxSettings, taxes } from '#stores/console/pricing.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'
import { Select } from '#ui/form/Select.tsx'
import { notifyTaxResult } from './notify-tax-result.ts'
import { TAX_ROUNDING_OPTIONS } from './tax-labels.ts'

export function TaxSettings({ settings }: { settings: Settings }) {
  const { shown, both, change, settle } = useSettings(settings)
  const rounding = TAX_ROUNDING_OPTIONS.find(([mode]) => mode === shown.rounding)
  return (
    <>
      {both && (
        <BothVersions
          differences={versionDifferences(settingsFields(both.mine), settingsFields(both.theirs))}
          onChoose={settle}
        />
      )}
      <div className="pricing-row">
        <Select
          id="tax-included"
          label="Your prices"
          value={shown.included ? 'in' : 'on'}
          hint="As buyers see them on the event’s page."
          onChange={({ currentTarget }) => change({ included: currentTarget.value === 'in' })}
        >
          <option value="in">include taxes</option>
          <option value="on">exclude taxes</option>
        </Select>
        <Select
          id="tax-rounding"
          label="Round taxes"
          value={shown.rounding}
          hint={rounding?.[2]}
          onChange={({ currentTarget }) => {
            const chosen = TAX_ROUNDING_OPTIONS.find(([mode]) => mode === currentTarget.value)
            if (chosen) change({ rounding: chosen[0] })
          }}
        >
          {TAX_ROUNDING_OPTIONS.map(([mode, name]) => (
            <option key={mode} value={mode}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}

type Change = Partial<Omit<Settings, 'version'>>

interface Both {
  mine: Settings
  theirs: Settings
}

/** Saves both settings together. A change during a conflict applies to the user's own version. */
function useSettings(settings: Settings) {
  const [both, setBoth] = useState<Both>()
  const asking = useRef<Both>(undefined)
  const ask = (next: Both | undefined): void => {
    asking.current = next
    setBoth(next)
  }
  const { waiting, add } = useQueue(async ({ change, over }: { change: Change; over?: Settings }) => {
    const { current } = asking
    if (current && !over) return ask({ ...current, mine: { ...current.mine, ...change } })
    const mine = { ...(over ?? taxes.$store.get().data?.settings ?? settings), ...change }
    const answer = await saveTaxSettings(mine)
    const theirs = conflictingVersionIn(answer, taxSettings)
    ask(theirs && { mine, theirs })
    await notifyTaxResult(answer, 'Taxes saved')
  })
  const settle = (choice: 'mine' | 'theirs'): void => {
    ask(undefined)
    if (!both || choice === 'theirs') return void taxes.load()
    const { included, rounding } = both.mine
    add({ change: { included, rounding }, over: both.theirs })
  }
  const shown = waiting.reduce((made, { change }) => ({ ...made, ...change }), both?.mine ?? settings)
  return { shown, both, change: (change: Change) => add({ change }), settle }
}

const settingsFields = ({ included, rounding }: Settings): VersionFields => [
  ['Your prices', included ? 'include taxes' : 'exclude taxes'],
  ['Round taxes', TAX_ROUNDING_OPTIONS.find(([mode]) => mode === rounding)?.[1] ?? ''],
]
