import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { FoundTicket } from '#contracts/console/door/check-ins.ts'
import { putDoorNote } from '#contracts/console/door/entrances.ts'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import * as z from 'zod/mini'
import { doorTickets, saveDoorNote } from '#stores/console/check-in/check-in.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const MIN_LETTERS = 3

/** Notes on single tickets, which the door shows when they are scanned. */
export function TicketNotes({ eventId }: { eventId: string }) {
  const [text, search] = useState('')
  const [edited, edit] = useState<FoundTicket>()
  const q = text.length < MIN_LETTERS ? '' : text
  useEffect(() => void doorTickets.load({ id: eventId, q }), [eventId, q])
  const close = (): void => {
    edit(undefined)
    void doorTickets.load({ id: eventId, q })
  }
  return (
    <section className="section" aria-labelledby="door-notes">
      <h2 id="door-notes">Notes on single tickets</h2>
      <p className="secondary-text">
        The door shows the note when the ticket is scanned, like “Take to table 4”. For all tickets of a type,
        add a list under Entrances.
      </p>
      <SearchField id="door-ticket" hint="Name, code or order number" value={text} onSearch={search} />
      <FoundTickets eventId={eventId} q={q} onEdit={edit} />
      <TitledDialog
        isOpen={edited !== undefined}
        onClose={close}
        className="dialog"
        title={`Note for ${edited?.holder || edited?.code || 'a ticket'}`}
      >
        {edited && <NoteForm ticket={edited} onDone={close} />}
      </TitledDialog>
    </section>
  )
}

interface FoundProps {
  eventId: string
  q: string
  onEdit: (ticket: FoundTicket) => void
}

function FoundTickets({ eventId, q, onEdit }: FoundProps) {
  const { data, error } = useStore(doorTickets.$store, LOADING)
  if (error)
    return (
      <LoadFailed what="The tickets" why={error} onRetry={() => void doorTickets.load({ id: eventId, q })} />
    )
  if (!data) return <Skeleton size="card" />
  if (data.tickets.length === 0)
    return (
      <output className="secondary-text">
        {q === '' ? 'No ticket has a note yet.' : 'No tickets match.'}
      </output>
    )
  return (
    <DataTable
      labelledBy="door-notes"
      columns={columnsOf(onEdit)}
      rows={data.tickets}
      keyOf={({ ticketId }) => ticketId}
    />
  )
}

const columnsOf = (edit: (ticket: FoundTicket) => void): TableColumns<FoundTicket> => [
  {
    name: 'Attendee',
    cell: ({ holder, code }) => (
      <>
        {holder}
        <span className="secondary-text">
          <code>{code}</code>
        </span>
      </>
    ),
  },
  { name: 'Ticket', cell: ({ ticketName }) => <span dir="auto">{ticketName}</span> },
  { name: 'Lists', cell: ({ lists }) => lists.join(', ') || '–' },
  { name: 'Note', cell: ({ note }) => <span dir="auto">{note || '–'}</span> },
  {
    name: 'Edit',
    isUnnamed: true,
    cell: (ticket) => (
      <Button
        variant="link"
        aria-label={`Edit the note for ${ticket.holder || ticket.code}`}
        onClick={() => edit(ticket)}
      >
        {ticket.note ? 'Edit' : 'Add note'}
      </Button>
    ),
  },
]

const schema = z.object({ note: putDoorNote.body.shape.note })

function NoteForm({ ticket, onDone }: { ticket: FoundTicket; onDone: () => void }) {
  const { ticketId, note: before } = ticket
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ note }) => saveDoorNote({ ticketId, note, before }),
    onDone: () => {
      showToast({ type: 'success', title: 'Saved', message: 'Devices show it after their next sync.' })
      onDone()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('note')}
        label="Note (optional)"
        hint="Without text, the note is deleted."
        defaultValue={before}
        autoComplete="off"
        maxLength={200}
      />
      <FormActions isBusy={isBusy} label="Save note" busyLabel="Saving…" />
    </form>
  )
}
