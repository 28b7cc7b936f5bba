import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'

interface Props {
  /** Element id of the heading that names the dialog. */
  id: string
  children: ReactNode
  onClose: () => void
}

export function DialogHead({ id, children, onClose }: Props) {
  return (
    <div className="dialog-head">
      <h2 id={id} dir="auto">
        {children}
      </h2>
      <Button variant="link" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
