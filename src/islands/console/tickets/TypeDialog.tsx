import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
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
      <DialogHead id="type-title" onClose={onClose}>
        {type ? type.name : 'New ticket'}
      </DialogHead>
      {isOpen && <TypeForm key={type?.id ?? 'new'} type={type} board={board} onDone={onClose} />}
    </Dialog>
  )
}
