import { useEffect } from 'react'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'
import { refreshEvent } from '#stores/console/events/event.ts'
import { Notice } from '#ui/Notice.tsx'

const LOOK_MS = 2000

/** Progress of a cancellation: notified buyers and refunded orders. Reloaded automatically. */
export function CancelledCard({ event }: { event: ConsoleEvent }) {
  const { cancellation, cancelledAt } = event
  const isUnderWay = cancellation !== null && cancellation.done + cancellation.failed < cancellation.orders
  useEffect(() => {
    if (!isUnderWay) return undefined
    const looking = setInterval(() => void refreshEvent(), LOOK_MS)
    return () => clearInterval(looking)
  }, [isUnderWay])
  return (
    <div className="cancelled">
      <Notice tone="danger" title={`Cancelled${cancelledAt ? ` on ${formatDateTime(cancelledAt)}` : ''}`}>
        {event.cancelNote && (
          <p className="typed" dir="auto">
            {event.cancelNote}
          </p>
        )}
      </Notice>
      {cancellation && cancellation.orders > 0 && (
        <Progress {...cancellation} currency={event.fields.currency} isUnderWay={isUnderWay} />
      )}
    </div>
  )
}

type Cancellation = NonNullable<ConsoleEvent['cancellation']> & { currency: string; isUnderWay: boolean }

function Progress(state: Cancellation) {
  const { orders, done, failed, refunds, isUnderWay, outside, outsideAmount, currency } = state
  const what = refunds ? 'notified and refunded' : 'notified'
  return (
    <section aria-labelledby="cancel-progress">
      <h2 id="cancel-progress">{isUnderWay ? 'In progress' : 'Done'}</h2>
      <progress value={done} max={orders} aria-labelledby="cancel-progress" />
      <p aria-live="polite">
        {formatNumber(done)} of {formatCount(orders, 'order')} {what}.
        {isUnderWay && ' You can leave this page.'}
      </p>
      {outside > 0 && (
        <p>
          Refund <strong>{formatAmount(outsideAmount, currency)}</strong> for{' '}
          {formatCount(outside, 'manual order')} yourself. Each order shows how it was paid.
        </p>
      )}
      {failed > 0 && (
        <p className="field-error">{formatCount(failed, 'refund')} failed. The order’s page says why.</p>
      )}
    </section>
  )
}
