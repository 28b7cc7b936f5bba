import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TypeForm } from './TypeForm.tsx'

interface Props {
  isOpen: boolean
  /** Missing for a new one. */
  type: ManagedTicketType | undefined
  board: TicketBoard
  onClose: () => void
}

export function TypeDialog({ isOpen, type, board, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="type-title" className="dialog type-dialog">
      <div className="dialog-head">
        <h2 id="type-title" dir="auto">
          {type ? type.name : 'New ticket'}
        </h2>
        <Button look="link" onClick={onClose}>
          Close
        </Button>
      </div>
      {isOpen && <TypeForm key={type?.id ?? 'new'} type={type} board={board} onDone={onClose} />}
    </Dialog>
  )
}
