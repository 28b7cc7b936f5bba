import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { raiseDoorShare, type DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { raiseDeviceShare } from '#stores/console/check-in/door-sales.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { formatCount, formatNumber } from '#ui/format/format-numbers.ts'

type Device = DoorSalesView['devices'][number]
type TicketType = DoorSalesView['ticketTypes'][number]

interface Props {
  eventId: string
  devices: readonly [Device, ...Device[]]
  ticketTypes: readonly [TicketType, ...TicketType[]]
  onClose: () => void
}

const { quantity } = raiseDoorShare.body.shape
const schema = typedForm(({ count }) => ({ quantity: count('quantity') }), z.object({ quantity }))

export function RaiseForm({ eventId, devices, ticketTypes, onClose }: Props) {
  const [deviceId, chooseDevice] = useState(devices[0].id)
  const [typeId, chooseType] = useState(ticketTypes[0].id)
  const device = devices.find(({ id }) => id === deviceId) ?? devices[0]
  const type = ticketTypes.find(({ id }) => id === typeId) ?? ticketTypes[0]
  const has = shareOf(device, type.id)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: (values) =>
      raiseDeviceShare(
        { id: eventId, deviceId: device.id },
        { ticketTypeId: type.id, quantity: values.quantity },
      ),
    onDone: ({ doorSales }) => {
      const now = shareOf(
        doorSales.devices.find(({ id }) => id === device.id),
        type.id,
      )
      showToast({
        type: 'success',
        title: 'Tickets given',
        message: `${device.name} may sell ${formatCount(now, 'ticket')} of ${type.name}.`,
      })
      onClose()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Choice label="Device" id="share-device" options={devices} value={device.id} onChange={chooseDevice} />
      <Choice
        label="Ticket type"
        id="share-type"
        options={ticketTypes}
        value={type.id}
        onChange={chooseType}
      />
      <Field
        {...field('quantity')}
        // Mounted again when another device or ticket type is chosen, because its share is different.
        key={`${device.id} ${type.id}`}
        label="Number of tickets it may sell"
        hint={`It has ${formatNumber(has)}. ${formatNumber(type.free)} more are available.`}
        type="number"
        min={has}
        max={has + type.free}
        defaultValue={String(has)}
        autoComplete="off"
        required
      />
      <FormActions isBusy={isBusy} label="Give tickets" busyLabel="Saving…" onCancel={onClose} />
    </form>
  )
}

interface SelectProps {
  id: string
  label: string
  options: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

function Choice({ options, onChange, ...select }: SelectProps) {
  return (
    <Select {...select} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

const shareOf = (device: Device | undefined, ticketTypeId: string): number =>
  device?.shares.find((share) => share.ticketTypeId === ticketTypeId)?.quantity ?? 0
