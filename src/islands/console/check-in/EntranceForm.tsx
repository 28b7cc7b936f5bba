import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  entrances as entrancesView,
  type EntranceBoard,
  type Entrances,
} from '#contracts/console/door/entrances.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { saveEntrances } from '#stores/console/check-in/check-in.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatTimeZone } from '#model/catalog/format-event.ts'
import { entranceSchema, toEntrances, RE_ENTRY_LABELS, versionFields, toLocalTime } from './entrance-form.ts'
import { NamedRows, useNamedRows, type BindField } from './NamedRows.tsx'

interface Props {
  board: EntranceBoard
  onTaken: (theirs: Entrances) => void
}

/** Form for all of an event's entrances, which are saved together. */
export function EntranceForm({ board, onTaken }: Props) {
  const { event, ticketTypes } = board
  // The form keeps its initial values, because saving must not reset it.
  const [opened] = useState(board.entrances)
  const gates = useNamedRows(opened.gates)
  const lists = useNamedRows(opened.lists)
  const conflict = useConflict(entrancesView, opened)
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema: entranceSchema(board),
    send: (fields, version) => saveEntrances(event.id, fields, version),
    mineOf: (fields) => toEntrances(fields, conflict.version()),
    onDone: ({ entrances }) => {
      conflict.rebase(entrances)
      gates.setIds(entrances.gates.map(({ id }) => id))
      showToast({ type: 'success', title: 'Saved', message: 'Devices get the changes with their next sync.' })
    },
  })
  return (
    <form {...form} className="entrance-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <FormConflict
        conflict={conflict}
        wordsOf={(version) => versionFields(version, board)}
        onTaken={onTaken}
      />
      <section className="section" aria-labelledby="entrance-rules">
        <h2 id="entrance-rules">Rules</h2>
        <Rules field={field} entrances={opened} />
      </section>
      <section className="section" aria-labelledby="entrance-gates">
        <h2 id="entrance-gates">Gates</h2>
        <p className="secondary-text">
          A gate with ticket types admits only these and says where other tickets are admitted. A ticket is
          then valid at one gate only, so offline devices can’t admit it twice.
        </p>
        <NamedRows of="gates" rows={gates} board={board} field={field} />
      </section>
      <section className="section" aria-labelledby="entrance-times">
        <h2 id="entrance-times">Entry times</h2>
        <p className="secondary-text">
          Times at which a ticket type is admitted. Without times, it’s always admitted.{' '}
          {formatTimeZone(event.timeZone)}
        </p>
        {ticketTypes.map((type) => (
          <Times key={type.id} type={type} board={board} opened={opened} field={field} />
        ))}
      </section>
      <section className="section" aria-labelledby="entrance-lists">
        <h2 id="entrance-lists">Lists</h2>
        <p className="secondary-text">
          The door shows a list’s name and note with tickets of its types, like “VIP: take to table 4”.
        </p>
        <NamedRows of="lists" rows={lists} board={board} field={field} />
      </section>
      <FormActions isBusy={isBusy} label="Save entrances" busyLabel="Saving…" />
    </form>
  )
}

function Rules({ field, entrances }: { field: BindField; entrances: Entrances }) {
  const [reEntry, choose] = useState<string>(entrances.reEntry)
  return (
    <>
      <Select
        {...field('reEntry')}
        label="Can people come in again?"
        value={reEntry}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {Object.entries(RE_ENTRY_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {/* These fields are hidden instead of removed, so that their values are kept if the rule is changed back. */}
      <div className="field-pair" hidden={reEntry === 'none'}>
        <Field
          {...field('maxEntries')}
          label="Entries per ticket (optional)"
          hint="Default: no limit."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={entrances.maxEntries ?? ''}
        />
        <Select {...field('entriesPer')} label="Counted per" defaultValue={entrances.entriesPer}>
          <option value="event">Event</option>
          <option value="day">Day, from 6:00 to 6:00</option>
        </Select>
      </div>
      <Field
        {...field('roomCapacity')}
        label="Room capacity (optional)"
        hint="Number of people inside. The door and this page warn at 90% and when the room is full. Tickets are still admitted then."
        inputMode="numeric"
        autoComplete="off"
        defaultValue={entrances.roomCapacity ?? ''}
      />
    </>
  )
}

interface TimesProps {
  type: EntranceBoard['ticketTypes'][number]
  board: EntranceBoard
  opened: Entrances
  field: BindField
}

function Times({ type, board, opened, field }: TimesProps) {
  const window = opened.windows.find(({ ticketTypeId }) => ticketTypeId === type.id)
  const { timeZone } = board.event
  return (
    <fieldset className="entrance-times">
      <legend dir="auto">{type.name}</legend>
      <div className="field-pair">
        <Field
          {...field(`windows.${type.id}.fromAt`)}
          type="datetime-local"
          label="From (optional)"
          defaultValue={toLocalTime(window?.fromAt, timeZone)}
        />
        <Field
          {...field(`windows.${type.id}.untilAt`)}
          type="datetime-local"
          label="Until (optional)"
          defaultValue={toLocalTime(window?.untilAt, timeZone)}
        />
      </div>
    </fieldset>
  )
}
