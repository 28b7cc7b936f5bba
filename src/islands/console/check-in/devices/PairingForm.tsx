import { useState } from 'react'
import * as z from 'zod/mini'
import {
  createPairing as contract,
  MAX_DEVICE_NAME_LENGTH,
  type PairingOption,
} from '#contracts/console/door/devices.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { grantedRight, type GrantedRight } from '#model/sales/door/rights.ts'
import { $pairingOptions, createPairing, loadPairingOptions } from '#stores/console/check-in/door-devices.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatMomentIn } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { RIGHT_LABELS } from './right-labels.ts'

interface Props {
  onMade: (made: DataOf<typeof contract>) => void
  onCancel: () => void
}

export function PairingForm(props: Props) {
  const { data, error } = useStore($pairingOptions, LOADING)
  if (!data && error)
    return <LoadFailed what="Your events" why={error} onRetry={() => void loadPairingOptions()} />
  if (!data) return <Skeleton size="item" />
  if (data.length === 0) return <p>Publish an event first. Devices are paired for events.</p>
  return <FormOf events={data} {...props} />
}

const schema = z.object({ name: contract.body.shape.name })

function FormOf({ events, onMade, onCancel }: Props & { events: readonly PairingOption[] }) {
  const [only] = events.length === 1 ? events : []
  const [scope, choose] = useState<Scope>({
    eventIds: only ? [only.id] : [],
    gateIds: [],
    rights: ['search'],
  })
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ name }) => {
      const gates = gatesOf(events, scope.eventIds)
      const gateIds = scope.gateIds.filter((id) => gates.some((gate) => gate.id === id))
      return createPairing({ name, eventIds: [...scope.eventIds], gateIds, rights: [...scope.rights] })
    },
    onDone: onMade,
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('name')}
        label="Name of the device"
        hint="For example “North gate 2”. Shown next to the scans from this device."
        maxLength={MAX_DEVICE_NAME_LENGTH}
        autoComplete="off"
        required
      />
      <ScopeFields
        events={events}
        scope={scope}
        onChoose={choose}
        fieldOf={(name) => ({ id: idOf(name), error: formErrors.errors[name] })}
      />
      <FormActions isBusy={isBusy} label="Show the code" busyLabel="One moment…" onCancel={onCancel} />
    </form>
  )
}

interface Scope {
  eventIds: readonly string[]
  gateIds: readonly string[]
  rights: readonly GrantedRight[]
}

const RIGHTS = grantedRight.options.map((right) => ({ id: right, name: RIGHT_LABELS[right] }))

const gatesOf = (events: readonly PairingOption[], eventIds: readonly string[]): PairingOption['gates'] =>
  events.filter(({ id }) => eventIds.includes(id)).flatMap((event) => event.gates)

interface ScopeProps {
  events: readonly PairingOption[]
  scope: Scope
  onChoose: (scope: Scope) => void
  fieldOf: (name: keyof Scope) => { id: string; error: string | undefined }
}

function ScopeFields({ events, scope, onChoose, fieldOf }: ScopeProps) {
  const gates = gatesOf(events, scope.eventIds)
  return (
    <>
      <CheckboxGroup
        {...fieldOf('eventIds')}
        legend="Events"
        options={events.map(({ id, title, startsAt, timeZone }) => ({
          id,
          name: title,
          about: formatMomentIn(startsAt, timeZone),
        }))}
        chosen={scope.eventIds}
        onChange={(eventIds) => onChoose({ ...scope, eventIds })}
      />
      {gates.length > 0 && (
        <CheckboxGroup
          {...fieldOf('gateIds')}
          legend="Gates (optional)"
          hint="If you choose none, the device may scan at all gates."
          options={gates}
          chosen={scope.gateIds}
          onChange={(gateIds) => onChoose({ ...scope, gateIds })}
        />
      )}
      <CheckboxGroup
        {...fieldOf('rights')}
        legend="Additional rights (optional)"
        hint="Without search, the device gets no names of ticket holders."
        options={RIGHTS}
        chosen={scope.rights}
        onChange={(rights) => onChoose({ ...scope, rights })}
      />
    </>
  )
}
