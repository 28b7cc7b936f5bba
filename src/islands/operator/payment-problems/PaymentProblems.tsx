import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { PaymentProblemView } from '#contracts/operator/payment-problems.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { retryRefund, paymentProblems } from '#stores/operator/payment-problems.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { AffectedOrderHead } from './AffectedOrder.tsx'
import { MarkHandledDialog } from './MarkHandledDialog.tsx'

export function PaymentProblems({ promoterId }: { promoterId: string | undefined }) {
  const list = useStore(paymentProblems.$list, EMPTY_LIST)
  const [handled, setHandled] = useState<PaymentProblemView>()
  useEffect(() => void paymentProblems.load(promoterId ? { promoterId } : {}), [promoterId])
  return (
    <section className="section" aria-labelledby="payment-problems-title">
      <h2 id="payment-problems-title">Payments to resolve</h2>
      <p className="secondary-text">
        Oldest first. To open an order in the console, first start acting for its promoter on the promoter’s
        page.
      </p>
      <PagedRows
        list={list}
        what="The payments"
        onRetry={() => void paymentProblems.reload()}
        onMore={() => void paymentProblems.more()}
        empty={<p>No payments to resolve.</p>}
      >
        {(rows) => (
          <ol className="payment-problem-list">
            {rows.map((payment) => (
              <Entry key={payment.orderId} payment={payment} onHandle={() => setHandled(payment)} />
            ))}
          </ol>
        )}
      </PagedRows>
      {handled && <MarkHandledDialog payment={handled} onClose={() => setHandled(undefined)} />}
    </section>
  )
}

function Entry({ payment, onHandle }: { payment: PaymentProblemView; onHandle: () => void }) {
  const { since, problem, needs } = payment
  return (
    <li>
      <AffectedOrderHead concern={payment}>
        since <time dateTime={since}>{formatDateTime(since)}</time>
      </AffectedOrderHead>
      <p>{problem}</p>
      <p className="secondary-text">{needs}</p>
      <Actions payment={payment} onHandle={onHandle} />
    </li>
  )
}

function Actions({ payment, onHandle }: { payment: PaymentProblemView; onHandle: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const about = <span className="visually-hidden">: order {payment.orderNumber}</span>
  const retry = async (): Promise<void> => {
    setBusy(true)
    showResult(await retryRefund(payment))
    setBusy(false)
  }
  return (
    <div className="promoter-actions">
      {payment.canRetry && (
        <Button variant="quiet" busy={isBusy} onClick={() => void retry()}>
          {isBusy ? 'Retrying…' : 'Retry refund'}
          {about}
        </Button>
      )}
      {payment.canMarkHandled && (
        <Button variant="link" onClick={onHandle}>
          Mark as handled{about}
        </Button>
      )}
    </div>
  )
}

const OUTCOMES = {
  succeeded: { type: 'success', title: 'Refunded', message: '' },
  pending: { type: 'default', title: 'Requested', message: 'The payment provider hasn’t responded yet.' },
  failed: {
    type: 'destructive',
    title: 'Failed again',
    message: 'The reason is shown next to the payment.',
  },
} as const

function showResult(answer: Awaited<ReturnType<typeof retryRefund>>): void {
  if (answer.success) showToast(OUTCOMES[answer.data.status])
  else showToast({ type: 'destructive', title: 'Not refunded', message: answer.error.message })
}
