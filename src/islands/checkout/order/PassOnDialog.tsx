import { useState } from 'react'
import * as z from 'zod/mini'
import { now } from '#browser/platform/clock.ts'
import type { TicketActions } from '#contracts/checkout/transfers.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import { emailAddress } from '#model/people/people.ts'
import { offerHeldTicket, type TicketAccess } from '#stores/checkout/ticket-holder.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'

const recipient = z.object({ email: emailAddress })

interface Props {
  held: TicketAccess
  actions: TicketActions
  onActions: (actions: TicketActions) => void
  onClose: () => void
}

/** Dialog to offer the ticket by email or by link. */
export function PassOnDialog({ held, actions, onActions, onClose }: Props) {
  const { transfersUntil, timeZone } = actions
  const done = (data: { actions: TicketActions }): void => {
    onActions(data.actions)
    onClose()
  }
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: recipient,
    send: ({ email }) => offerHeldTicket(held, email),
    onDone: done,
  })
  return (
    <TitledDialog isOpen onClose={onClose} title="Pass this ticket on">
      <p>
        The other person gets a code of their own. Once they accept, yours stops working. Until then, you can
        reclaim the ticket.
        {transfersUntil !== null && ` Possible until ${formatMoment(transfersUntil, timeZone, now())}.`}
      </p>
      <form {...form} className="ticket-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <EmailField {...field('email')} label="Their email address" autoComplete="off" required />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send the ticket'}
        </Button>
      </form>
      <ByLink held={held} onDone={done} />
    </TitledDialog>
  )
}

function ByLink({
  held,
  onDone,
}: {
  held: TicketAccess
  onDone: (data: { actions: TicketActions }) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const create = async (): Promise<void> => {
    setBusy(true)
    const answer = await offerHeldTicket(held, '')
    setBusy(false)
    if (answer.success) onDone(answer.data)
    else setFailure(answer.error.message)
  }
  return (
    <div className="ticket-form">
      <p className="field-hint">
        Or send a link yourself, by any messenger. The first person to open it can accept the ticket.
      </p>
      <Button variant="quiet" busy={isBusy} onClick={() => void create()}>
        {isBusy ? 'One moment…' : 'Create a link'}
      </Button>
      <p role="alert">{failure}</p>
    </div>
  )
}
