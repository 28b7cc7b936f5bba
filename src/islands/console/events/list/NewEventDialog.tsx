import { useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { createEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormComplaints } from '#islands/platform/FormComplaints.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { addEvent } from '#stores/console/events/events.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { browserTimeZone, nextEvening, timeZones } from '#islands/console/events/format-event.ts'

/** Creates an event with minimal data, to be completed in the editor. */
export function NewEventDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog className="dialog" isOpen={isOpen} onClose={onClose} labelledBy="new-event-title">
      <DialogHead id="new-event-title" onClose={onClose}>
        New event
      </DialogHead>
      {isOpen && <NewEventForm />}
    </Dialog>
  )
}

function NewEventForm() {
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema: createEvent.body,
    send: addEvent,
    onDone: ({ event }) => goTo(consoleUrls.event(event.id)),
  })
  const [timeZone] = useState(browserTimeZone)
  const [startsAt] = useState(() => nextEvening(new Date()))
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      <Field {...field('title')} label="Title" autoComplete="off" maxLength={160} dir="auto" required />
      <Field {...field('startsAt')} label="Begins" type="datetime-local" defaultValue={startsAt} required />
      <Select
        {...field('timeZone')}
        label="Time zone of the venue"
        hint="All times are local times at the venue."
        defaultValue={timeZone}
      >
        {timeZones(timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Creating…' : 'Create draft'}
        </Button>
      </div>
    </form>
  )
}
