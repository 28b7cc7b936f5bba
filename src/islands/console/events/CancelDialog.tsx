import { useState } from 'react'
import * as z from 'zod/mini'
import { cancelEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import { countWords } from '#islands/staff/staff-words.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { cancel } from '#stores/console/event-moves.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'

interface Props {
  event: ConsoleEvent
  isOpen: boolean
  onClose: () => void
}

/** Money goes and people are told: it says to how many before it is done. */
export function CancelDialog({ event, isOpen, onClose }: Props) {
  return (
    <Dialog className="dialog" isOpen={isOpen} onClose={onClose} labelledBy="cancel-title">
      <h2 id="cancel-title">Cancel {event.fields.title}?</h2>
      {isOpen && <CancelForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

const wish = z.object({ note: cancelEvent.body.shape.note })

function CancelForm({ event, onClose }: Omit<Props, 'isOpen'>) {
  const [refund, setRefund] = useState(true)
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema: wish,
    send: ({ note }) => cancel({ note, refund }),
    onDone: onClose,
  })
  const tickets = countWords(event.sold, 'ticket')
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      <p>
        Sale ends at once.{' '}
        {event.sold === 0 ? 'Nothing was sold yet.' : `${tickets} were sold; each buyer gets one e-mail.`}{' '}
        This can’t be undone.
      </p>
      <TextArea
        {...field('note')}
        label="What you want to tell them (optional)"
        hint="It stands in the e-mail and on the event’s page."
        maxLength={1000}
        dir="auto"
      />
      {event.sold > 0 && (
        <Checkbox
          id={idOf('refund')}
          label="Give everybody their money back"
          hint="To the card or account they paid with; what you took yourself you hand back. It starts at once and goes on by itself."
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
        <Button look="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
