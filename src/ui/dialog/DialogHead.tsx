import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'

interface Props {
  /** Id of the heading that labels the dialog. */
  id: string
  children: ReactNode
  onClose: () => void
}

/** Title and close button of a dialog. */
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
