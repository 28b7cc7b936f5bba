import { renameBody, type TicketActions } from '#contracts/checkout/transfers.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { renameHeldTicket, type TicketAccess } from '#stores/checkout/ticket-holder.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'

interface Props {
  held: TicketAccess
  actions: TicketActions
  onClose: () => void
}

export function RenameDialog({ held, actions, onClose }: Props) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: renameBody,
    send: (names) => renameHeldTicket(held, names),
    // The server renders the ticket's card with the new name.
    onDone: () => window.location.reload(),
  })
  return (
    <TitledDialog isOpen onClose={onClose} title="Change the name">
      <p>The name on the ticket changes. Its code stays valid.</p>
      <form {...form} className="ticket-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <Field
          {...field('firstName')}
          label="First name"
          autoComplete="off"
          defaultValue={actions.firstName}
          required
        />
        <Field
          {...field('lastName')}
          label="Last name (optional)"
          autoComplete="off"
          defaultValue={actions.lastName}
        />
        <FormActions isBusy={isBusy} label="Save" busyLabel="Saving…" onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
