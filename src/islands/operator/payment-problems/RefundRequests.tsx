import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { RefundRequest } from '#contracts/operator/refunds/refund-requests.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { ReasonDialog } from '#islands/operator/people/ReasonDialog.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { approveRefund, refundRequests, refuseRefund } from '#stores/operator/refunds/refund-requests.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { AffectedOrderHead } from './AffectedOrder.tsx'

export function RefundRequests({ promoterId }: { promoterId: string | undefined }) {
  const list = useStore(refundRequests.$list, EMPTY_LIST)
  const [refused, setRefused] = useState<RefundRequest>()
  useEffect(() => void refundRequests.load(promoterId ? { promoterId } : {}), [promoterId])
  return (
    <section className="section" aria-labelledby="refund-requests-title">
      <h2 id="refund-requests-title">Refunds that need approval</h2>
      <PagedRows
        list={list}
        what="The refunds"
        onRetry={() => void refundRequests.reload()}
        onMore={() => void refundRequests.more()}
        empty={<p>No refund needs approval.</p>}
      >
        {(rows) => (
          <ol className="payment-problem-list">
            {rows.map((request) => (
              <Entry key={request.id} request={request} onRefuse={() => setRefused(request)} />
            ))}
          </ol>
        )}
      </PagedRows>
      {refused && (
        <ReasonDialog
          action={{
            title: 'Refuse the refund',
            text: `No money is refunded for order ${refused.orderNumber}, and its tickets stay valid.`,
            send: (reason) => refuseRefund(refused.id, reason),
          }}
          hint="Emailed to the requester and shown on the order."
          onClose={() => setRefused(undefined)}
          onDone={() => {
            setRefused(undefined)
            showToast({ type: 'success', title: 'Refund refused', message: 'The requester is emailed.' })
          }}
        />
      )}
    </section>
  )
}

function Entry({ request, onRefuse }: { request: RefundRequest; onRefuse: () => void }) {
  const { amount, total, currency, tickets, note, requestedAt, requestedBy } = request
  const [isBusy, setBusy] = useState(false)
  const approve = async (): Promise<void> => {
    setBusy(true)
    showResult(await approveRefund(request.id))
    setBusy(false)
  }
  const about = <span className="visually-hidden">: order {request.orderNumber}</span>
  return (
    <li>
      <AffectedOrderHead concern={request}>
        requested by <span dir="auto">{requestedBy || 'a deleted account'}</span>,{' '}
        <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
      </AffectedOrderHead>
      <p>
        {tickets > 0 ? `${formatCount(tickets, 'ticket')}, ` : ''}
        {formatAmount(amount, currency)} of {formatAmount(total, currency)} paid.
      </p>
      {note && <p dir="auto">“{note}”</p>}
      <div className="promoter-actions">
        <Button variant="quiet" busy={isBusy} onClick={() => void approve()}>
          {isBusy ? 'Refunding…' : `Approve and refund ${formatAmount(amount, currency)}`}
          {about}
        </Button>
        <Button variant="link" onClick={onRefuse}>
          Refuse{about}
        </Button>
      </div>
    </li>
  )
}

const OUTCOMES = {
  succeeded: { type: 'success', title: 'Refunded', message: 'The buyer and the requester are emailed.' },
  pending: { type: 'default', title: 'Approved', message: 'The payment provider hasn’t responded yet.' },
  failed: {
    type: 'destructive',
    title: 'The payment provider refused',
    message: 'The refund is listed below.',
  },
} as const

function showResult(answer: Awaited<ReturnType<typeof approveRefund>>): void {
  if (answer.success) showToast(OUTCOMES[answer.data.status])
  else showToast({ type: 'destructive', title: 'Not refunded', message: answer.error.message })
}
