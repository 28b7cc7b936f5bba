import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  consoleAssignment,
  createAssignment,
  type ConsoleAssignment,
} from '#contracts/console/staff/assignments.ts'
import type { StaffOptions, StaffMember } from '#contracts/console/staff/staff.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatDayIn } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import { LOADING } from '#stores/platform/resource.ts'
import {
  addAssignment,
  changeAssignment,
  staffOptions,
  removeAssignment,
  members,
} from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { RemoveButton } from '#islands/console/RemoveButton.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

interface Props {
  /** The assignment to edit; undefined to create one. */
  assignment?: ConsoleAssignment
  onClose: () => void
  onChanged: () => void
}

export function AssignmentDialog({ assignment, onClose, onChanged }: Props) {
  const [shown, show] = useState(assignment)
  const done = (title: string, message: string): void => {
    showToast({ type: 'success', title, message })
    onChanged()
    onClose()
  }
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      title={shown ? `${shown.memberName} at ${shown.eventTitle}` : 'Assign member'}
    >
      {shown ? (
        <ChangeForm key={shown.version} assignment={shown} onDone={done} onTaken={show} />
      ) : (
        <NewForm onDone={done} />
      )}
    </TitledDialog>
  )
}

type Done = (title: string, message: string) => void

function NewForm({ onDone }: { onDone: Done }) {
  const { data: people } = useStore(members.$store, LOADING)
  const { data: offered } = useStore(staffOptions.$store, LOADING)
  if (!people || !offered) return <Skeleton size="card" />
  if (offered.events.length === 0) return <p>There are no upcoming events. Create one first.</p>
  return <NewAssignment people={people.members} events={offered.events} onDone={onDone} />
}

function NewAssignment({
  people,
  events,
  onDone,
}: {
  people: readonly StaffMember[]
  events: StaffOptions['events']
  onDone: Done
}) {
  const [eventId, choose] = useState(events[0]?.id)
  const event = events.find(({ id }) => id === eventId)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: createAssignment.body,
    send: addAssignment,
    onDone: ({ assignment }) => onDone('Assigned', `${assignment.memberName}, ${assignment.eventTitle}`),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Select {...field('accountId')} label="Member">
        {people.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        {...field('eventId')}
        label="Event"
        value={eventId}
        onChange={(change) => choose(change.currentTarget.value)}
      >
        {events.map(({ id, title, startsAt, timeZone }) => (
          <option key={id} value={id}>
            {title} ({formatDayIn(startsAt, timeZone)})
          </option>
        ))}
      </Select>
      <AssignmentFields key={eventId} field={field} zone={event?.timeZone ?? ''} {...event} />
      <FormActions isBusy={isBusy} label="Assign" busyLabel="Assigning…" />
    </form>
  )
}

interface FieldsProps {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  zone: string
  role?: ConsoleAssignment['role']
  localStart?: string
  localEnd?: string
  note?: string
}

function AssignmentFields({ field, zone, role = 'door', localStart, localEnd, note }: FieldsProps) {
  return (
    <>
      <Select {...field('role')} label="Role" defaultValue={role}>
        <option value="door">{ROLE_LABELS.door.name}</option>
        <option value="sales">{ROLE_LABELS.sales.name}</option>
      </Select>
      <div className="field-pair">
        <Field
          {...field('localStart')}
          label="From"
          type="datetime-local"
          defaultValue={localStart}
          required
        />
        <Field {...field('localEnd')} label="To" type="datetime-local" defaultValue={localEnd} required />
      </div>
      <p className="secondary-text">Times are local to the venue ({zone.replaceAll('_', ' ')}).</p>
      <TextArea
        {...field('note')}
        label="Note (optional)"
        hint="Where to go and who to ask for."
        rows={2}
        maxLength={500}
        defaultValue={note}
      />
    </>
  )
}

const changeSchema = z.pick(createAssignment.body, {
  role: true,
  localStart: true,
  localEnd: true,
  note: true,
})

function ChangeForm({
  assignment,
  onDone,
  onTaken,
}: {
  assignment: ConsoleAssignment
  onDone: Done
  onTaken: (theirs: ConsoleAssignment) => void
}) {
  const conflict = useConflict(consoleAssignment, assignment)
  const words = `${assignment.memberName}, ${assignment.eventTitle}`
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema: changeSchema,
    send: (fields, version) => changeAssignment(assignment.id, { ...fields, version }),
    mineOf: (fields) => ({ ...assignment, ...fields }),
    onDone: () => onDone('Saved', words),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <AssignmentFields field={field} zone={assignment.timeZone} {...assignment} />
      <FormConflict conflict={conflict} wordsOf={assignmentVersionFields} onTaken={onTaken} />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        <RemoveButton
          label="Delete assignment"
          remove={() => removeAssignment(assignment.id)}
          onGone={() => onDone('Assignment deleted', words)}
        />
      </div>
    </form>
  )
}

const assignmentVersionFields = ({ role, localStart, localEnd, note }: ConsoleAssignment): VersionFields => [
  ['Role', ROLE_LABELS[role].name],
  ['From', localStart.replace('T', ', ')],
  ['To', localEnd.replace('T', ', ')],
  ['Note', note],
]
