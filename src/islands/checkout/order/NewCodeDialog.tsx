import { useState } from 'react'
import { replaceHeldTicketCode, type TicketAccess } from '#stores/checkout/ticket-holder.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'

export function NewCodeDialog({ held, onClose }: { held: TicketAccess; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const replace = async (): Promise<void> => {
    setBusy(true)
    const answer = await replaceHeldTicketCode(held)
    // The server renders the ticket's card with the new code.
    if (answer.success) return window.location.reload()
    setBusy(false)
    setFailure(answer.error.message)
  }
  return (
    <TitledDialog isOpen onClose={onClose} title="Get a new code">
      <p>
        Use this if someone else has seen your code. The old code is refused at the door within seconds, also
        on paper and in saved images. We’ll email you the new one.
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void replace()}>
          {isBusy ? 'One moment…' : 'Replace the code'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
      <p role="alert">{failure}</p>
    </TitledDialog>
  )
}
