import { useEffect, useState } from 'react'
import type { getDelivery as contract } from '#contracts/console/developers/webhooks.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { getDelivery, replayDelivery } from '#stores/console/developers.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { formatOutcome, DELIVERY_STATUS_LABELS } from './delivery-labels.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

type Shown = DataOf<typeof contract>

export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [shown, show] = useState<Shown>()
  const [said, say] = useState('')
  useEffect(() => {
    void getDelivery(id).then((answer) => (answer.success ? show(answer.data) : say(answer.error.message)))
  }, [id])
  const replay = async (): Promise<void> => {
    const answer = await replayDelivery(id)
    say(answer.success ? 'It will be sent again now.' : answer.error.message)
  }
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      className="dialog dialog-wide"
      title={shown?.delivery.type ?? 'Message'}
    >
      {shown ? <Message shown={shown} /> : !said && <Skeleton size="item" />}
      <p aria-live="polite">{said}</p>
      <div className="form-actions">
        <Button variant="quiet" onClick={() => void replay()}>
          Send it again
        </Button>
      </div>
    </TitledDialog>
  )
}

function Message({ shown: { delivery, requestBody, responseBody } }: { shown: Shown }) {
  const { status, attempts, lastAttemptAt, nextAttemptAt, messageId, url } = delivery
  return (
    <>
      <p>
        {DELIVERY_STATUS_LABELS[status][0]}: {formatOutcome(delivery) || 'not tried yet'}
      </p>
      <p className="secondary-text">
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        {lastAttemptAt && `, the last on ${formatDateTime(lastAttemptAt)}`}
        {status === 'waiting' && nextAttemptAt && `, the next on ${formatDateTime(nextAttemptAt)}`}
      </p>
      <p className="secondary-text">
        <code>webhook-id: {messageId}</code>
      </p>
      <h3>
        Request to <code>{new URL(url).host}</code> <CopyButton text={requestBody} what="message" />
      </h3>
      {/* The text is focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="message-body" tabIndex={0}>
        {JSON.stringify(JSON.parse(requestBody), null, 2)}
      </pre>
      {responseBody !== null && (
        <>
          <h3>Response</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="message-body" tabIndex={0}>
            {responseBody || '(nothing)'}
          </pre>
        </>
      )}
    </>
  )
}
