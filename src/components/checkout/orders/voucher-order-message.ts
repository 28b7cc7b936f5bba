import { formatDay } from '#model/catalog/format-event.ts'
import type { Order } from '#model/sales/orders.ts'
import type { OrderMessage } from './order-message.ts'

interface Bought {
  recipient: { name: string; email: string; deliverAt: Date | null } | undefined
}

/** Returns title, text and action that tell the buyer the state of an order that buys a voucher. */
export function voucherOrderMessage(
  order: Pick<Order, 'status' | 'paymentPending' | 'customer'>,
  voucher: Bought | undefined,
): OrderMessage {
  if (order.status === 'pending') return order.paymentPending ? WAITING : UNPAID
  if (order.status === 'paid')
    return { ...SETTLED, title: `Thank you, ${order.customer.firstName}`, text: paidText(order, voucher) }
  const ended: OrderMessage = { ...SETTLED, ...ENDED[order.status], action: 'events' }
  const isUnpaid = order.status === 'cancelled' || order.status === 'expired'
  return isUnpaid && order.paymentPending ? { ...ended, text: STARTED_PAYMENT } : ended
}

function paidText({ customer }: Pick<Order, 'customer'>, voucher: Bought | undefined): string {
  const recipient = voucher?.recipient
  if (!recipient) return `We’ve emailed your voucher to ${customer.email}. Anyone with this link can use it.`
  const to = recipient.name ? `${recipient.name} (${recipient.email})` : recipient.email
  return recipient.deliverAt
    ? `We’ll email the voucher to ${to} on ${formatDay(recipient.deliverAt.toISOString(), 'UTC')}.`
    : `We’ve emailed the voucher to ${to}.`
}

const SETTLED = { watch: 'settled', hasTickets: false } as const

const WAITING: OrderMessage = {
  title: 'Waiting for your payment',
  text: 'Your bank is still confirming the payment. You don’t need to do anything: your voucher appears here once it’s confirmed.',
  watch: 'waiting',
  hasTickets: false,
}

const UNPAID: OrderMessage = {
  title: 'Not paid yet',
  text: 'Nothing has been charged yet.',
  watch: 'none',
  hasTickets: false,
  action: 'pay',
}

/**
 * Added to the message of a cancelled or expired order for which a payment was started: the voucher is sent or the
 * payment refunded.
 */
const STARTED_PAYMENT =
  'A payment for this order was started. If you were charged, we’ll send the voucher or refund you in full.'

const ENDED: Readonly<
  Record<Exclude<Order['status'], 'pending' | 'paid'>, Pick<OrderMessage, 'title' | 'text'>>
> = {
  partially_refunded: {
    title: 'Partly refunded',
    text: 'Part of this order was refunded and deducted from its voucher.',
  },
  refunded: { title: 'Refunded', text: 'This order was refunded. Its voucher is no longer valid.' },
  cancelled: {
    title: 'Cancelled',
    text: 'This order was cancelled before it was paid. Nothing was charged.',
  },
  expired: {
    title: 'This order has expired',
    text: 'It wasn’t paid in time. Nothing was charged. If a payment still arrives, we’ll send the voucher or refund you in full.',
  },
}
