import { useEffect } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $orderDetail, loadOrderDetail } from '#stores/console/orders/orders.ts'
import { Notice } from '#ui/Notice.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderState } from '#islands/console/orders/OrderTable.tsx'
import { OrderVoucher } from './OrderVoucher.tsx'
import { OrderTickets } from './OrderTickets.tsx'
import { Timeline } from './Timeline.tsx'
import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

const WAITING = (
  <LoadingScreen label="Loading the order…">
    <Skeleton size="head" />
    <Skeletons size="block" count={2} />
  </LoadingScreen>
)

/** The page `/promoter/orders/{id}`. */
export function OrderPage({ id }: { id: string }) {
  return <ConsoleGate skeleton={WAITING}>{() => <OrderScreen id={id} />}</ConsoleGate>
}

function OrderScreen({ id }: { id: string }) {
  const { data, error, code } = useStore($orderDetail, LOADING)
  useEffect(() => void loadOrderDetail(id), [id])
  // After a failed reload, the old data isn't shown, because it may be outdated.
  if (data && !error) return <OrderView detail={data} />
  if (code === 'NOT_FOUND')
    return (
      <div className="empty-state">
        <h1>Order not found</h1>
        <p>It may belong to another promoter you work for, or the link may be incomplete.</p>
        <a className="button button-quiet" href={consoleUrls.orders()}>
          All orders
        </a>
      </div>
    )
  if (error) return <LoadFailed what="The order" why={error} onRetry={() => void loadOrderDetail(id)} />
  return WAITING
}

export const buyerNameOf = ({ order: { customer } }: OrderDetail): string =>
  `${customer.firstName} ${customer.lastName}`

function OrderView({ detail }: { detail: OrderDetail }) {
  const { order, payment, disputes, takenOutside } = detail
  const isDisputed = disputes.some((dispute) => dispute.status === 'open')
  const isLost = disputes.some((dispute) => dispute.status === 'lost')
  // An order without items buys a voucher.
  const isOfVoucher = order.items.length === 0
  const needsAttention = isDisputed || Boolean(payment?.trouble)
  return (
    <div className="order-page">
      <header className="order-head">
        <a className="small-link" href={consoleUrls.orders()}>
          All orders
        </a>
        <h1 dir="auto">{buyerNameOf(detail)}</h1>
        <p className="secondary-text">
          Order {order.number}, {formatDateTime(order.createdAt)}
        </p>
        <OrderState row={{ status: order.status, takenOutside, needsAttention }} />
      </header>
      {payment?.trouble && (
        <Notice tone="danger" title="This payment needs your attention">
          <p>{payment.trouble}</p>
          <p>Resolve it with the buyer or the payment provider, then add a note.</p>
        </Notice>
      )}
      {isDisputed && (
        <Notice tone="warning" title="The buyer’s bank disputes this payment">
          <p>
            Respond to the dispute in the payment provider’s dashboard.{' '}
            {isOfVoucher
              ? 'Until the dispute is decided, the voucher can’t be used.'
              : 'The tickets are still valid.'}{' '}
            The order can’t be refunded meanwhile.
          </p>
        </Notice>
      )}
      {isLost && (
        <Notice title="The dispute was lost">
          <p>The buyer’s bank returned the money to the buyer, so this order can’t be refunded.</p>
        </Notice>
      )}
      <RefundNotice detail={detail} />
      <OrderActions detail={detail} />
      <div className="order-columns">
        <div className="sections">
          {isOfVoucher ? <OrderVoucher detail={detail} /> : <OrderTickets detail={detail} />}
          <OrderMoney detail={detail} />
        </div>
        <div className="sections">
          <OrderFacts detail={detail} />
          <Timeline detail={detail} />
        </div>
      </div>
    </div>
  )
}

/** Notice that a refund over the platform's limit waits for approval, or was refused. */
function RefundNotice({ detail: { refunds, order } }: { detail: OrderDetail }) {
  const last = refunds.at(-1)
  if (last?.status !== 'needs_approval' && last?.status !== 'refused') return null
  const amount = formatAmount(last.amount, order.currency)
  return last.status === 'needs_approval' ? (
    <Notice tone="warning" title={`The refund of ${amount} is waiting for the platform’s approval`}>
      <p>
        No money has been refunded, and the tickets are still valid. The person who requested it is emailed
        the decision.
      </p>
    </Notice>
  ) : (
    <Notice tone="warning" title={`The platform refused the refund of ${amount}`}>
      <p dir="auto">{last.note}</p>
    </Notice>
  )
}
