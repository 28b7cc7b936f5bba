import { useRef, useState } from 'react'
import type { Delivery, Webhook } from '#contracts/console/developers/webhooks.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import {
  deleteWebhook,
  putWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '#stores/console/developers.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ConfirmButton } from '#islands/console/ConfirmButton.tsx'
import { formatOutcome } from './delivery-labels.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { Card } from '#ui/Card.tsx'

export function WebhookCard({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { id, url, description, events, oldSecretUntil } = webhook
  const [said, say] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card as="li" className="webhook">
      <h3 ref={heading} tabIndex={-1}>
        {description || new URL(url).host}
        <WebhookBadge webhook={webhook} />
      </h3>
      <p>
        <code>{url}</code>
      </p>
      <p className="secondary-text">Events {events.join(', ')}</p>
      <WebhookProblem webhook={webhook} />
      <MissedMessages webhook={webhook} onSay={say} onSent={() => heading.current?.focus()} />
      {oldSecretUntil && (
        <p className="secondary-text">
          The previous secret also stays valid until {formatDateTime(oldSecretUntil)}.
        </p>
      )}
      <p aria-live="polite" className="webhook-status">
        {said}
      </p>
      <div className="form-actions webhook-actions">
        <TestButton id={id} url={url} onSay={say} />
        <Button variant="link" aria-label={`Edit ${url}`} onClick={onEdit}>
          Edit
        </Button>
        <SwitchButton webhook={webhook} onSay={say} />
        <RotateSecret webhook={webhook} />
        <ConfirmButton
          label="Delete"
          about={url}
          question="Delete this webhook?"
          yes="Delete webhook"
          run={() => deleteWebhook(id)}
        >
          <p>No more messages are sent, and the log is deleted.</p>
        </ConfirmButton>
      </div>
    </Card>
  )
}

function WebhookBadge({ webhook: { isActive, givenUpAt, offReason, failingSince } }: { webhook: Webhook }) {
  const [words, tone] = isActive
    ? failingSince
      ? ['Failing', 'warning']
      : ['On', 'success']
    : (givenUpAt ?? offReason)
      ? ['Turned off by Foyer', 'danger']
      : ['Off', undefined]
  return (
    <span className="badge" data-tone={tone}>
      {words}
    </span>
  )
}

function WebhookProblem({ webhook: { failingSince, givenUpAt, offReason } }: { webhook: Webhook }) {
  if (offReason)
    return <p>The owner who set it up isn’t an owner any more. Check the URL before you turn it on again.</p>
  const since = failingSince ?? givenUpAt
  return since && <p>No message has been delivered since {formatDateTime(since)}.</p>
}

interface MissedProps {
  webhook: Webhook
  onSay: (words: string) => void
  /** Called after the test message was sent. The card then no longer shows this button. */
  onSent: () => void
}

function MissedMessages({ webhook, onSay, onSent }: MissedProps) {
  const { id, missedSince, isActive } = webhook
  if (!missedSince) return null
  const replay = async (): Promise<void> => {
    const answer = await replayWebhook(id, missedSince)
    if (!answer.success) return onSay(answer.error.message)
    onSay(replayMessage(answer.data.replayed, isActive))
    onSent()
  }
  return (
    <p>
      <Button variant="link" onClick={() => void replay()}>
        Resend failed messages
      </Button>
      {!isActive && ' They’re sent once the webhook is on.'}
    </p>
  )
}

function replayMessage(count: number, isActive: boolean): string {
  const messages = formatCount(count, 'message')
  if (!isActive) return `${messages} will be sent once the webhook is on.`
  return `${messages} will be resent.`
}

function TestButton({ id, url, onSay }: { id: string; url: string; onSay: (words: string) => void }) {
  const [isBusy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    onSay('')
    const answer = await testWebhook(id)
    setBusy(false)
    onSay(answer.success ? testMessage(answer.data.delivery) : answer.error.message)
  }
  return (
    <Button variant="quiet" aria-label={`Send a test to ${url}`} busy={isBusy} onClick={() => void test()}>
      {isBusy ? 'Sending…' : 'Send a test'}
    </Button>
  )
}

const testMessage = (delivery: Delivery): string =>
  delivery.status === 'delivered'
    ? `The test arrived: ${formatOutcome(delivery)}.`
    : `The test failed: ${formatOutcome(delivery)}`

function SwitchButton({ webhook, onSay }: { webhook: Webhook; onSay: (words: string) => void }) {
  const { id, url, description, events, isActive, version } = webhook
  const turn = async (): Promise<void> => {
    const answer = await putWebhook(id, { url, description, events, isActive: !isActive, version })
    onSay(answer.success ? '' : answer.error.message)
  }
  const label = isActive ? 'Turn off' : 'Turn on'
  return (
    <Button variant="link" aria-label={`${label} ${url}`} onClick={() => void turn()}>
      {label}
    </Button>
  )
}

function RotateSecret({ webhook: { id, url } }: { webhook: Webhook }) {
  const [secret, show] = useState('')
  const titleId = `secret-${id}`
  return (
    <>
      <ConfirmButton
        label="New secret"
        about={`for ${url}`}
        question="Create a new secret?"
        yes="Create secret"
        run={async () => {
          const answer = await rotateWebhookSecret(id)
          if (answer.success) show(answer.data.secret)
          return answer
        }}
      >
        <p>The previous secret stays valid for a day, so you have time to update your program.</p>
      </ConfirmButton>
      <Dialog
        isOpen={secret !== ''}
        onClose={() => show('')}
        labelledBy={titleId}
        className="dialog"
        isGuarded
      >
        <h2 id={titleId}>The new secret</h2>
        <SecretOnce
          secret={secret}
          what="secret"
          hint="Copy it now. It won’t be shown again."
          onDone={() => show('')}
        />
      </Dialog>
    </>
  )
}
