import { useMemo, useState } from 'react'
import {
  managedTicketType,
  type ManagedTicketType,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { saveTicketType } from '#stores/console/events/ticket-types.ts'
import { TicketTypeFieldList } from './TicketTypeFieldList.tsx'
import { ticketTypeDifferences } from './format-ticket-type.ts'
import { toFormValues, ticketTypeFormSchema } from './ticket-type-form-values.ts'

interface Props {
  type: ManagedTicketType | undefined
  board: TicketBoard
  onDone: () => void
}

/** If the user chooses the other person's version in a conflict, mounts the form again with it. */
export function TicketTypeForm({ type, ...props }: Props) {
  const [begun, begin] = useState(type)
  return <TypeFields key={begun?.version} {...props} type={begun} onTake={begin} />
}

function TypeFields({
  type,
  board,
  onDone,
  onTake,
}: Props & { onTake: (theirs: ManagedTicketType) => void }) {
  const { event } = board
  const conflict = useConflict(managedTicketType, type ?? { version: 0 })
  const schema = useMemo(() => ticketTypeFormSchema(event), [event])
  const values = useMemo(() => toFormValues(type, board), [type, board])
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (fields, version) => saveTicketType(event.id, fields, type && { id: type.id, version }),
    mineOf: (fields) => type && { ...type, ...fields },
    onDone,
    fieldOf: { CAPACITY_TAKEN: 'capacity' },
  })
  const { both, keepMine } = conflict
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      {both && (
        <BothVersions
          differences={ticketTypeDifferences(both.mine, both.theirs, board)}
          onChoose={(choice) => (choice === 'mine' ? keepMine() : onTake(both.theirs))}
        />
      )}
      <TicketTypeFieldList values={values} type={type} board={board} field={field} />
      <FormActions isBusy={isBusy} label={type ? 'Save ticket' : 'Add ticket'} busyLabel="Saving…" />
    </form>
  )
}
