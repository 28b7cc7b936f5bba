import type { Order } from '#model/sales/orders.ts'

export interface OrderMessage {
  title: string
  text: string
  /** Behaviour of the page while it is open. */
  watch: 'waiting' | 'settled' | 'none'
  hasTickets: boolean
  action?: 'pay' | 'events'
}

/** Title, text and action that describe an order's status to its buyer. */
export function orderMessage(
  order: Pick<Order, 'status' | 'paymentPending' | 'tickets' | 'customer'>,
): OrderMessage {
  if (order.status === 'pending') return order.paymentPending ? WAITING : UNPAID
  const count = order.tickets.filter((ticket) => ticket.status !== 'void').length
  const { firstName, email } = order.customer
  const [tickets, them] = count === 1 ? ['your ticket', 'it'] : [`your ${count} tickets`, 'them']
  if (order.status === 'paid') {
    return {
      title: `You’re going, ${firstName}`,
      text: `${email ? `We’ve emailed ${tickets} to ${email}` : `Here ${count === 1 ? 'is' : 'are'} ${tickets}`}. Anyone with this link can use ${them}.`,
      watch: 'settled',
      hasTickets: true,
    }
  }
  return SETTLED[order.status]
}

export const pastOrderMessage = (words: OrderMessage): OrderMessage => ({
  ...words,
  title: 'This event is over',
  text: 'We hope you had a good time. You can still view your tickets and receipt here.',
  watch: 'none',
})

const WAITING: OrderMessage = {
  title: 'Waiting for your payment',
  text: 'Your bank is still confirming the payment. You don’t need to do anything: your tickets appear here once it’s confirmed.',
  watch: 'waiting',
  hasTickets: false,
}

const UNPAID: OrderMessage = {
  title: 'Not paid yet',
  text: 'Your tickets are held for a few more minutes. Nothing has been charged yet.',
  watch: 'none',
  hasTickets: false,
  action: 'pay',
}

const SETTLED: Readonly<Record<Exclude<Order['status'], 'pending' | 'paid'>, OrderMessage>> = {
  partially_refunded: {
    title: 'Partly refunded',
    text: 'Part of this order was refunded. Your remaining tickets are valid.',
    watch: 'settled',
    hasTickets: true,
  },
  refunded: {
    title: 'Refunded',
    text: 'This order was refunded to the card you used. Its tickets are no longer valid.',
    watch: 'settled',
    hasTickets: false,
    action: 'events',
  },
  cancelled: {
    title: 'Cancelled',
    text: 'This order was cancelled before it was paid. Nothing was charged.',
    watch: 'none',
    hasTickets: false,
    action: 'events',
  },
  expired: {
    title: 'This order has expired',
    text: 'It wasn’t paid in time, so its tickets are on sale again. Nothing was charged. If a payment still arrives, we’ll confirm the order or refund you in full.',
    watch: 'none',
    hasTickets: false,
    action: 'events',
  },
}
