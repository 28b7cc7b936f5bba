import { useId, useState, type ReactNode } from 'react'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Props {
  /** Label of the button that opens the dialog. `about` completes it for screen readers. */
  label: string
  about: string
  question: string
  /** Text that explains the effects of the action. */
  children: ReactNode
  yes: string
  run: () => Promise<Result<unknown>>
}

/** Button with a dialog that confirms an irreversible action. */
export function ConfirmButton({ label, about, question, children, yes, run }: Props) {
  const titleId = useId()
  const [isOpen, open] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const close = (): void => {
    open(false)
    refuse('')
  }
  const go = async (): Promise<void> => {
    setBusy(true)
    const answer = await run()
    setBusy(false)
    if (answer.success) close()
    else refuse(answer.error.message)
  }
  return (
    <>
      <Button variant="link" aria-label={`${label} ${about}`} onClick={() => open(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId} className="dialog">
        <h2 id={titleId}>{question}</h2>
        {children}
        <p className="field-error" role="alert">
          {refusal}
        </p>
        <div className="form-actions">
          <Button busy={isBusy} onClick={() => void go()}>
            {yes}
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}
