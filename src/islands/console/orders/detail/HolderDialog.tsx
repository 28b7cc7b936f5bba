import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { putTicketHolder } from '#contracts/console/orders/attendees.ts'
import { orderTicket, type OrderTicket } from '#contracts/console/orders/order-detail.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { versionDifferences, type VersionFields } from '#islands/console/editing/differences.ts'
import { renameHolder } from '#stores/console/orders/orders.ts'
import { conflictingVersionIn, isEditConflict } from '#stores/console/editing/edit-conflict.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { Field } from '#ui/form/Field.tsx'

const { firstName, lastName, email } = putTicketHolder.body.shape
const names = z.object({ firstName, lastName, email })
type Names = z.infer<typeof names>

interface Props {
  orderId: string
  ticket: OrderTicket
  onTheirs: (ticket: OrderTicket) => void
  onClose: () => void
}

/** Both versions of the holder, if someone else has changed it. */
interface Conflict {
  mine: Names
  theirs: OrderTicket
}

export function HolderDialog({ orderId, ticket, onTheirs, onClose }: Props) {
  const [conflict, setConflict] = useState<Conflict>()
  const save = async (mine: Names, version: number) => {
    const answer = await renameHolder(orderId, ticket.id, { ...mine, version })
    const theirs = conflictingVersionIn(answer, orderTicket)
    if (theirs) setConflict({ mine, theirs })
    if (answer.success) {
      showToast({
        type: 'success',
        title: `Ticket renamed to ${answer.data.ticket.holder}`,
        message: 'The ticket code stays the same.',
      })
      onClose()
    }
    return answer
  }
  return (
    <TitledDialog isOpen onClose={onClose} title={`Ticket holder of ${ticket.code}`}>
      {conflict ? (
        <BothVersions
          differences={versionDifferences(nameFields(conflict.mine), nameFields(conflict.theirs))}
          onChoose={(choice) => {
            if (choice === 'mine') void save(conflict.mine, conflict.theirs.version)
            else onTheirs(conflict.theirs)
          }}
        />
      ) : (
        <HolderForm ticket={ticket} onSave={(mine) => save(mine, ticket.version)} />
      )}
    </TitledDialog>
  )
}

function HolderForm({
  ticket,
  onSave,
}: {
  ticket: OrderTicket
  onSave: (names: Names) => ReturnType<typeof renameHolder>
}) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: names,
    send: onSave,
    onRefusal: isEditConflict,
  })
  const isNamed = ticket.firstName !== '' || ticket.lastName !== ''
  const [first = '', ...rest] = ticket.holder.split(' ')
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p className="secondary-text">The name on the ticket changes. The code stays valid.</p>
      <Field
        {...field('firstName')}
        label="First name"
        autoComplete="off"
        defaultValue={isNamed ? ticket.firstName : first}
        required
      />
      <Field
        {...field('lastName')}
        label="Last name (optional)"
        autoComplete="off"
        defaultValue={isNamed ? ticket.lastName : rest.join(' ')}
      />
      <EmailField
        {...field('email')}
        label="Email (optional)"
        autoComplete="off"
        defaultValue={ticket.email}
      />
      <FormActions isBusy={isBusy} label="Save" busyLabel="Saving…" />
    </form>
  )
}

const nameFields = (names: Names): VersionFields => [
  ['Name', `${names.firstName} ${names.lastName}`.trim()],
  ['Email', names.email],
]
