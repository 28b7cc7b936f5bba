import type { MailFact } from './mail-facts.ts'

interface Told {
  id: string
  promoterId: string
}

/** Told when an order becomes paid, free ones too. */
export const orderConfirmedFact = (order: Told): MailFact => ({
  kind: 'order_confirmed',
  fact: `order_confirmed:${order.id}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

/** Told again: each time that it is asked for is a fact of its own, named by `key`. */
export const orderResentFact = (order: Told, key: string): MailFact => ({
  kind: 'order_resent',
  fact: `order_resent:${order.id}:${key}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

/** Told when the provider has taken a refund, in part or whole. */
export const orderRefundedFact = (order: Told, refundId: string): MailFact => ({
  kind: 'order_refunded',
  fact: `order_refunded:${refundId}`,
  payload: { orderId: order.id, refundId },
  ...sentFor(order),
})

/** Told once an event is cancelled, to each order that has tickets for it. */
export const eventCancelledFact = (
  order: Told,
  news: { eventId: string; refundId: string | null },
): MailFact => ({
  kind: 'event_cancelled',
  fact: `event_cancelled:${news.eventId}:${order.id}`,
  payload: { orderId: order.id, ...news },
  ...sentFor(order),
})

/** Told for each publication whose promoter says so, to each order that has tickets of the event. */
export const eventChangedFact = (order: Told, changeId: string): MailFact => ({
  kind: 'event_changed',
  fact: `event_changed:${changeId}:${order.id}`,
  payload: { orderId: order.id, changeId },
  ...sentFor(order),
})

// Webhooks and jobs settle orders too: whatever settled it, its links lead to the promoter's own site.
const sentFor = (order: Told): Pick<MailFact, 'origin' | 'promoterId'> => ({
  origin: null,
  promoterId: order.promoterId,
})
