import type { Order } from '#model/orders.ts'

export interface OrderWords {
  title: string
  text: string
  /** What the browser does while the page is open. */
  watch: 'waiting' | 'settled' | 'none'
  /** Whether the tickets are shown. */
  hasTickets: boolean
  action?: 'pay' | 'events'
}

/** An order's state for its buyer: what happened, and what to do. */
export function orderWords(
  order: Pick<Order, 'status' | 'paymentPending' | 'tickets' | 'customer'>,
): OrderWords {
  if (order.status === 'pending') return order.paymentPending ? WAITING : UNPAID
  const count = order.tickets.filter((ticket) => ticket.status !== 'void').length
  const tickets = count === 1 ? 'your ticket' : `your ${count} tickets`
  if (order.status === 'paid') {
    return {
      title: `You’re going, ${order.customer.firstName}`,
      text: `Here ${count === 1 ? 'is' : 'are'} ${tickets}. Keep this page’s address: it is the key to them.`,
      watch: 'settled',
      hasTickets: true,
    }
  }
  return SETTLED[order.status]
}

/** The same of a paid order whose events are over. */
export const pastOrderWords = (words: OrderWords): OrderWords => ({
  ...words,
  title: 'This event is over',
  text: 'We hope you had a good time. Your tickets and your receipt stay here.',
  watch: 'none',
})

const WAITING: OrderWords = {
  title: 'Waiting for your payment',
  text: 'Your bank is still confirming it. This page shows your tickets as soon as it has; there is nothing you need to do.',
  watch: 'waiting',
  hasTickets: false,
}

const UNPAID: OrderWords = {
  title: 'Not paid yet',
  text: 'Your tickets are held for a few minutes more. Nothing was charged so far.',
  watch: 'none',
  hasTickets: false,
  action: 'pay',
}

const SETTLED: Readonly<Record<Exclude<Order['status'], 'pending' | 'paid'>, OrderWords>> = {
  partially_refunded: {
    title: 'Partly refunded',
    text: 'Part of this order was paid back to you. The tickets that remain are valid.',
    watch: 'settled',
    hasTickets: true,
  },
  refunded: {
    title: 'Refunded',
    text: 'This order was paid back to the card you used. Its tickets are no longer valid.',
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
    title: 'Not paid in time',
    text: 'The tickets of this order are on sale again. Nothing was charged; should a payment still arrive, we honour it or pay it back.',
    watch: 'none',
    hasTickets: false,
    action: 'events',
  },
}
