import { now } from '#browser/platform/clock.ts'
import type { OrderSummary } from '#contracts/account/accounts.ts'
import { urls } from '#contracts/platform/urls.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import { formatMoney, subtractMajor, toCents } from '#model/platform/money.ts'
import { $ownOrders, LOADING_ORDERS, loadOwnOrders } from '#stores/account/own-orders.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { useAccount } from './use-account.ts'
import { OwnTickets } from './OwnTickets.tsx'
import { VerifyNotice } from './VerifyNotice.tsx'

const WAITING = <AccountSkeleton label="Loading your orders…" blocks={3} />

export function Orders() {
  const customer = useAccount()
  if (!customer) return WAITING
  return (
    <div className="account-sections">
      {!customer.isEmailVerified && <VerifyNotice email={customer.email} />}
      <OwnTickets />
      <OrderList email={customer.email} />
    </div>
  )
}

function OrderList({ email }: { email: string }) {
  const { status, orders } = useStore($ownOrders, LOADING_ORDERS)
  if (orders.length === 0 && status === 'loading') return WAITING
  return (
    <>
      {orders.length === 0 && status === 'ready' && <NoOrders email={email} />}
      {orders.length > 0 && (
        <ul className="account-orders">
          {orders.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      )}
      <MoreOrders />
    </>
  )
}

function MoreOrders() {
  const { status, orders, nextCursor, failure } = useStore($ownOrders, LOADING_ORDERS)
  if (status === 'error') {
    const what = orders.length > 0 ? 'More orders' : 'Your orders'
    return <LoadFailed what={what} why={failure ?? ''} onRetry={() => void loadOwnOrders()} />
  }
  if (nextCursor === null) return null
  return (
    <div className="form-actions">
      <Button variant="quiet" busy={status === 'loading'} onClick={() => void loadOwnOrders()}>
        {status === 'loading' ? 'Loading…' : 'Show older orders'}
      </Button>
    </div>
  )
}

function NoOrders({ email }: { email: string }) {
  return (
    <div className="cart-empty">
      <p>No orders yet.</p>
      <p>
        Orders placed with <strong>{email}</strong> appear here, even if you weren’t signed in.
      </p>
      <a className="button button-quiet" href={urls.home()}>
        See what’s on
      </a>
    </div>
  )
}

const STATUS: Readonly<Record<OrderSummary['status'], readonly [words: string, tone: string]>> = {
  pending: ['Not paid yet', 'warning'],
  paid: ['Paid', 'success'],
  partially_refunded: ['Partly refunded', 'plain'],
  refunded: ['Refunded', 'plain'],
  cancelled: ['Cancelled', 'danger'],
  expired: ['Expired', 'danger'],
}

const FREE = ['Confirmed', 'success'] as const

function Order({ order }: { order: OrderSummary }) {
  const [words, tone] = order.status === 'paid' && order.total === 0 ? FREE : STATUS[order.status]
  const title = order.events.map((event) => event.title).join(', ') || `Order ${order.number}`
  const tickets = order.ticketCount === 1 ? '1 ticket' : `${order.ticketCount} tickets`
  return (
    <li className="account-order">
      <div>
        <h2 dir="auto">
          <a href={order.url}>{title}</a>
        </h2>
        {order.events[0] && <p>{eventDay(order.events[0])}</p>}
        <p className="field-hint">
          {order.number}, ordered {formatDate(order.createdAt)}
        </p>
      </div>
      <div className="account-order-facts">
        <span className="badge" data-tone={tone}>
          {words}
        </span>
        <p>
          {order.ticketCount > 0 && `${tickets} · `}
          <span className="price">
            {order.total === 0 ? 'Free' : formatMoney(toCents(order.total, order.currency), order.currency)}
          </span>
        </p>
        {order.refunded !== undefined && order.total > 0 && (
          <p className="field-hint">
            {formatMoney(
              toCents(subtractMajor(order.total, order.refunded, order.currency), order.currency),
              order.currency,
            )}{' '}
            after refunds
          </p>
        )}
      </div>
    </li>
  )
}

/** Formats the date of an event in its time zone. */
const eventDay = ({ startsAt, timeZone }: OrderSummary['events'][number]): string =>
  formatMoment(startsAt, timeZone, now())
