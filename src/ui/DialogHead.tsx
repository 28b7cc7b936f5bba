import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface Props {
  /** What the dialog is labelled by. */
  id: string
  children: ReactNode
  onClose: () => void
}

/** What a dialog is about, and the way out. */
export function DialogHead({ id, children, onClose }: Props) {
  return (
    <div className="dialog-head">
      <h2 id={id} dir="auto">
        {children}
      </h2>
      <Button look="link" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
