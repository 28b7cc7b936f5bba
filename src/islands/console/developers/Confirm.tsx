import { useId, useState, type ReactNode } from 'react'
import type { Result } from '#model/result.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

interface Props {
  /** On the button that asks; `about` says for whom who can't see beside what it stands. */
  label: string
  about: string
  question: string
  /** What follows. */
  children: ReactNode
  /** On the button that does it. */
  yes: string
  run: () => Promise<Result<unknown>>
}

/** Asks before what can't be undone. */
export function Confirm({ label, about, question, children, yes, run }: Props) {
  const titleId = useId()
  const [isOpen, open] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const go = async (): Promise<void> => {
    setBusy(true)
    const answer = await run()
    setBusy(false)
    if (answer.success) open(false)
    else refuse(answer.error.message)
  }
  return (
    <>
      <Button look="link" aria-label={`${label} ${about}`} onClick={() => open(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => open(false)} labelledBy={titleId} className="dialog">
        <h2 id={titleId}>{question}</h2>
        {children}
        <p className="field-error" role="alert">
          {refusal}
        </p>
        <div className="form-actions">
          <Button busy={isBusy} onClick={() => void go()}>
            {yes}
          </Button>
          <Button look="quiet" onClick={() => open(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}
