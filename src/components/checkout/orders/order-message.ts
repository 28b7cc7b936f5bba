import type { EventsState } from '#model/sales/order-events.ts'
import type { Order } from '#model/sales/orders.ts'
import type { RefundSummary } from '#model/sales/refund-summary.ts'
import { partialRefundTexts, fullRefundTexts, type OrderWords } from './refund-texts.ts'

export interface OrderMessage extends OrderWords {
  /** Behaviour of the open page: `waiting` polls the payment, `settled` empties the cart that was bought, and `none` does neither. */
  watch: 'waiting' | 'settled' | 'none'
  hasTickets: boolean
  action?: 'pay' | 'events'
}

const UNCHANGED: EventsState = { areCancelled: false, areOver: false, plannedFor: '', cancelNote: '' }

const NO_REFUND: RefundSummary = { to: 'payment', hasFailed: false }

type Told = Pick<Order, 'status' | 'paymentPending' | 'tickets' | 'customer'>

/** Returns title, text and action that tell the buyer the order's state. */
export function orderMessage(
  order: Told,
  events: EventsState = UNCHANGED,
  refund: RefundSummary = NO_REFUND,
): OrderMessage {
  switch (order.status) {
    case 'pending':
      return order.paymentPending ? WAITING : UNPAID
    case 'paid':
    case 'partially_refunded':
      return ticketsMessage(order, events, refund)
    case 'refunded':
      return refundedMessage(order, events, refund)
    case 'cancelled':
    case 'expired':
      return endedMessage(order.status, order.paymentPending)
  }
}

const endedMessage = (status: 'cancelled' | 'expired', isPaymentPending: boolean): OrderMessage =>
  isPaymentPending ? { ...SETTLED[status], text: STARTED_PAYMENT } : SETTLED[status]

function ticketsMessage(order: Told, events: EventsState, refund: RefundSummary): OrderMessage {
  if (events.areCancelled) return cancelledMessage(events)
  if (events.areOver) return OVER
  if (countOf(order) === 0) return withoutTickets(order)
  if (events.plannedFor) return movedMessage(order, events)
  return order.status === 'paid' ? goingMessage(order) : partlyRefundedMessage(order, refund)
}

const countOf = ({ tickets }: Told): number =>
  tickets.filter(({ status }) => status === 'valid' || status === 'used').length

function goingMessage(order: Told): OrderMessage {
  const count = countOf(order)
  const { firstName, email } = order.customer
  const [tickets, them] = count === 1 ? ['your ticket', 'it'] : [`your ${count} tickets`, 'them']
  return {
    title: `You’re going, ${firstName}`,
    text: `${email ? `We’ve emailed ${tickets} to ${email}` : `Here ${count === 1 ? 'is' : 'are'} ${tickets}`}. Anyone with this link can use ${them}.`,
    watch: 'settled',
    hasTickets: true,
  }
}

/** Returns the message for a paid order that has no valid ticket. */
const withoutTickets = ({ tickets }: Told): OrderMessage =>
  tickets.some(({ status }) => status === 'passed_on') ? ALL_PASSED_ON : RETURNING

const RETURNING: OrderMessage = {
  title: 'Your return is being processed',
  text: 'Your tickets are no longer valid. We’ll email you when the payment provider has confirmed the refund.',
  watch: 'settled',
  hasTickets: true,
  action: 'events',
}

const ALL_PASSED_ON: OrderMessage = {
  title: 'You’ve passed your tickets on',
  text: 'The people who have them now have codes of their own. Yours are no longer valid.',
  watch: 'settled',
  hasTickets: true,
}

const cancelledMessage = ({ cancelNote }: EventsState): OrderMessage => ({
  title: 'This event is cancelled',
  text: cancelNote || 'Your tickets are no longer needed. The organiser will email you about your refund.',
  watch: 'settled',
  hasTickets: true,
  action: 'events',
})

const movedMessage = (order: Told, { plannedFor }: EventsState): OrderMessage => ({
  title: 'The date has changed',
  text: `It was planned for ${plannedFor}. ${countOf(order) === 1 ? 'Your ticket is' : 'Your tickets are'} valid for the new date below.`,
  watch: 'settled',
  hasTickets: true,
})

const OVER: OrderMessage = {
  title: 'This event is over',
  text: 'We hope you had a good time. You can still view your tickets and receipt here.',
  watch: 'none',
  hasTickets: true,
}

const partlyRefundedMessage = (order: Told, refund: RefundSummary): OrderMessage => ({
  ...partialRefundTexts(refund, {
    isWhole: order.tickets.every(({ status }) => status !== 'void'),
    count: countOf(order),
  }),
  watch: 'settled',
  hasTickets: true,
})

const refundedMessage = (
  { tickets }: Told,
  { areCancelled: isCancelled }: EventsState,
  refund: RefundSummary,
): OrderMessage => ({
  ...fullRefundTexts(refund, { isCancelled, hasTickets: tickets.length > 0 }),
  watch: 'settled',
  hasTickets: false,
  action: 'events',
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

/**
 * Added to the message of a cancelled or expired order for which a payment was started: the payment is confirmed or
 * refunded.
 */
const STARTED_PAYMENT =
  'A payment for this order was started. If you were charged, we’ll confirm the order or refund you in full.'

const SETTLED: Readonly<Record<'cancelled' | 'expired', OrderMessage>> = {
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
