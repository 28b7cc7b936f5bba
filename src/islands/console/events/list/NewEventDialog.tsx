import { useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { createEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { addEvent } from '#stores/console/events/events.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { browserTimeZone, nextEvening, listTimeZones } from '#islands/console/events/format-event.ts'

export function NewEventDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="New event">
      {isOpen && <NewEventForm />}
    </TitledDialog>
  )
}

function NewEventForm() {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: createEvent.body,
    send: addEvent,
    onDone: ({ event }) => goTo(consoleUrls.event(event.id)),
  })
  const [timeZone] = useState(browserTimeZone)
  const [startsAt] = useState(() => nextEvening(new Date()))
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field {...field('title')} label="Title" autoComplete="off" maxLength={160} dir="auto" required />
      <Field {...field('startsAt')} label="Begins" type="datetime-local" defaultValue={startsAt} required />
      <Select
        {...field('timeZone')}
        label="Time zone of the venue"
        hint="All times are local times at the venue."
        defaultValue={timeZone}
      >
        {listTimeZones(timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <FormActions isBusy={isBusy} label="Create draft" busyLabel="Creating…" />
    </form>
  )
}
