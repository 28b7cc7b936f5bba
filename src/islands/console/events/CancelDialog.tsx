import { useState } from 'react'
import * as z from 'zod/mini'
import { cancelEvent as cancelContract, type ConsoleEvent } from '#contracts/console/events.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { cancelEvent } from '#stores/console/events/event-actions.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

interface Props {
  event: ConsoleEvent
  isOpen: boolean
  onClose: () => void
}

export function CancelDialog({ event, isOpen, onClose }: Props) {
  return (
    <Dialog className="dialog" isOpen={isOpen} onClose={onClose} labelledBy="cancel-title">
      <h2 id="cancel-title">Cancel {event.fields.title}?</h2>
      {isOpen && <CancelForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

const fields = z.object({ note: cancelContract.body.shape.note })

function CancelForm({ event, onClose }: Omit<Props, 'isOpen'>) {
  const [refund, setRefund] = useState(true)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: fields,
    send: ({ note }) => cancelEvent({ note, refund }),
    onDone: onClose,
  })
  const tickets = formatCount(event.sold, 'ticket')
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>
        Ticket sales stop at once.{' '}
        {event.sold === 0 ? 'No tickets have been sold.' : `${tickets} were sold. Each buyer gets one email.`}{' '}
        This can’t be undone.
      </p>
      <TextArea
        {...field('note')}
        label="Message to buyers (optional)"
        hint="Shown in the email and on the event’s page."
        maxLength={1000}
        dir="auto"
      />
      {event.sold > 0 && (
        <Checkbox
          id={idOf('refund')}
          label="Refund all orders"
          hint="Refunds go to the card or account used to pay. Refund manual orders yourself. Refunds start at once and continue in the background."
          checked={refund}
          onChange={({ target }) => setRefund(target.checked)}
        />
      )}
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy
            ? 'Cancelling…'
            : refund && event.sold > 0
              ? `Cancel and refund ${tickets}`
              : 'Cancel event'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep event
        </Button>
      </div>
    </form>
  )
}
