import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { urls } from '#contracts/platform/urls.ts'
import { cancelManualOrder, loadOrderDetail, resendConfirmation } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'

export function OrderActions({ detail }: { detail: OrderDetail }) {
  const { order } = detail
  const [opened, open] = useState<'refund' | 'cancel'>()
  const close = (): void => open(undefined)
  const isGood = order.status === 'paid' || order.status === 'partially_refunded'
  if (!isGood && order.status !== 'pending') return null
  return (
    <div className="form-actions order-actions">
      {isGood ? (
        <PaidActions detail={detail} onRefund={() => open('refund')} />
      ) : (
        <Button variant="quiet" onClick={() => open('cancel')}>
          Cancel order
        </Button>
      )}
      {opened === 'refund' && <RefundDialog detail={detail} onClose={close} />}
      {opened === 'cancel' && <CancelDialog detail={detail} onClose={close} />}
    </div>
  )
}

function PaidActions({ detail, onRefund }: { detail: OrderDetail; onRefund: () => void }) {
  const { customer } = detail.order
  const isWaiting = detail.refunds.some(({ status }) => status === 'needs_approval')
  const isDisputed = detail.disputes.some(({ status }) => status !== 'won')
  return (
    <>
      {customer.email && <Resend detail={detail} />}
      <a className="button button-quiet" href={urls.order(detail.linkId)} target="_blank" rel="noopener">
        View the buyer’s page
      </a>
      {!isWaiting && !isDisputed && (
        <Button variant="quiet" onClick={onRefund}>
          Refund
        </Button>
      )}
    </>
  )
}

function Resend({ detail: { order } }: { detail: OrderDetail }) {
  const [isBusy, setBusy] = useState(false)
  const [key, setKey] = useState(newUuid)
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await resendConfirmation(order.id, key)
    setBusy(false)
    if (!answer.success)
      return showToast({ type: 'destructive', title: 'Tickets not sent', message: answer.error.message })
    setKey(newUuid())
    showToast({ type: 'success', title: 'Tickets sent again', message: `To ${order.customer.email}.` })
  }
  return (
    <Button variant="quiet" busy={isBusy} onClick={() => void send()}>
      {isBusy ? 'Sending…' : 'Send the tickets again'}
    </Button>
  )
}

function CancelDialog({ detail: { order }, onClose }: { detail: OrderDetail; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const cancel = async (): Promise<void> => {
    setBusy(true)
    const answer = await cancelManualOrder(order.id)
    setBusy(false)
    onClose()
    if (answer.success)
      return showToast({
        type: 'success',
        title: 'Order cancelled',
        message: 'Its tickets are on sale again.',
      })
    showToast({ type: 'destructive', title: 'Order not cancelled', message: answer.error.message })
    await loadOrderDetail(order.id)
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy="cancel-title" className="dialog">
      <h2 id="cancel-title">Cancel this order?</h2>
      <p>
        This order hasn’t been paid. Once it’s cancelled, the buyer can’t pay any more and the tickets go back
        on sale.
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void cancel()}>
          {isBusy ? 'Cancelling…' : 'Cancel order'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep order
        </Button>
      </div>
    </Dialog>
  )
}
