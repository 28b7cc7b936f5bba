import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { TicketTypeForm } from './TicketTypeForm.tsx'

interface Props {
  isOpen: boolean
  /** Ticket type to edit; undefined for a new one. */
  type: ManagedTicketType | undefined
  board: TicketBoard
  onClose: () => void
}

export function TicketTypeDialog({ isOpen, type, board, onClose }: Props) {
  return (
    <TitledDialog
      isOpen={isOpen}
      onClose={onClose}
      className="dialog type-dialog"
      title={type ? type.name : 'New ticket'}
    >
      {isOpen && <TicketTypeForm key={type?.id ?? 'new'} type={type} board={board} onDone={onClose} />}
    </TitledDialog>
  )
}
