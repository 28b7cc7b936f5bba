import { useState } from 'react'
import type { EventChangeEmail } from '#contracts/console/event-change-email.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import { publishReviewed, type PublishQuestion } from '#stores/console/events/event-actions.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  title: string
  question: PublishQuestion
  onClose: () => void
}

export function NotifyBuyersDialog({ title, question, onClose }: Props) {
  const { email, version } = question
  const [tells, setTells] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const buyers = formatCount(email.orders, 'buyer')
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await publishReviewed({ version, tellBuyers: tells })
    setBusy(false)
    if (answer.success) onClose()
    else refuse(answer.error.message)
  }
  return (
    <Dialog className="dialog" isOpen onClose={onClose} labelledBy="notify-title">
      <h2 id="notify-title">Publish changes to {title}?</h2>
      {refusal && <Notice tone="danger" title={refusal} urgent />}
      {email.isRequired && (
        <Notice tone="danger" title="Printed tickets are no longer valid after this">
          <p>Buyers are emailed that their codes are live now.</p>
        </Notice>
      )}
      <Checkbox
        id="notify-buyers"
        label={`Notify ${buyers} that the ${email.what} ${email.what.includes(' and ') ? 'have' : 'has'} changed`}
        hint="Each order that still has valid tickets gets one email."
        checked={tells}
        disabled={email.isRequired}
        onChange={({ target }) => setTells(target.checked)}
      />
      {tells && <EmailText email={email} />}
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void send()}>
          {isBusy ? 'Publishing…' : tells ? `Publish and notify ${buyers}` : 'Publish without notifying'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

const EmailText = ({ email }: { email: EventChangeEmail }) => (
  <article className="email-example" aria-label="The email">
    <h3 dir="auto">{email.subject}</h3>
    {/* The preview is focusable, so that the keyboard can scroll it. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0} dir="auto" aria-label="Preview for an example buyer">
      {email.text}
    </pre>
  </article>
)
