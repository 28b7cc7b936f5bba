import { useId, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogHead } from './DialogHead.tsx'

interface Props extends Omit<ComponentProps<typeof Dialog>, 'labelledBy'> {
  title: ReactNode
}

export function TitledDialog({ title, className = 'dialog', children, ...dialog }: Props) {
  const id = useId()
  return (
    <Dialog {...dialog} className={className} labelledBy={id}>
      <DialogHead id={id} onClose={dialog.onClose}>
        {title}
      </DialogHead>
      {children}
    </Dialog>
  )
}
