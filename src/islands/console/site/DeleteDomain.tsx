import { useState } from 'react'
import type { Domain } from '#contracts/console/domains.ts'
import { deleteDomain } from '#stores/console/site/site-domains.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { deleteDomainMessages } from './domain-messages.ts'

interface Props {
  domain: Domain
  all: readonly Domain[]
  onDone: () => void
}

/** Asks first, and says what stops. */
export function DeleteDomain({ domain, all, onDone }: Props) {
  const [isOpen, open] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const titleId = `delete-${domain.id}`
  const close = (): void => {
    open(false)
    refuse('')
  }
  const remove = async (): Promise<void> => {
    setBusy(true)
    const answer = await deleteDomain(domain.id)
    setBusy(false)
    if (answer.success || answer.error.code === 'NOT_FOUND') return onDone()
    refuse(answer.error.message)
  }
  return (
    <>
      <Button variant="link" aria-label={`Delete ${domain.displayHost}`} onClick={() => open(true)}>
        Delete
      </Button>
      <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId} className="dialog">
        <h2 id={titleId}>Delete {domain.displayHost}?</h2>
        {deleteDomainMessages(domain, all).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className="field-error" role="alert">
          {refusal}
        </p>
        <div className="form-actions">
          <Button busy={isBusy} onClick={() => void remove()}>
            {isBusy ? 'Deleting…' : 'Delete domain'}
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}
