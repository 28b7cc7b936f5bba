import type { MailFact } from './mail-facts.ts'

interface OrderReference {
  id: string
  promoterId: string
}

export const orderConfirmedFact = (order: OrderReference): MailFact => ({
  kind: 'order_confirmed',
  fact: `order_confirmed:${order.id}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

export const orderResentFact = (order: OrderReference, key: string): MailFact => ({
  kind: 'order_resent',
  fact: `order_resent:${order.id}:${key}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

export const voucherDeliveredFact = (order: OrderReference): MailFact => ({
  kind: 'voucher_delivered',
  fact: `voucher_delivered:${order.id}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

export const orderRefundedFact = (order: OrderReference, refundId: string): MailFact => ({
  kind: 'order_refunded',
  fact: `order_refunded:${refundId}`,
  payload: { orderId: order.id, refundId },
  ...sentFor(order),
})

export const returnFailedFact = (order: OrderReference, refundId: string): MailFact => ({
  kind: 'return_failed',
  fact: `return_failed:${refundId}`,
  payload: { orderId: order.id },
  ...sentFor(order),
})

export const refundFailedFact = (order: OrderReference, refundId: string): MailFact => ({
  kind: 'refund_failed',
  fact: `refund_failed:${refundId}`,
  payload: { orderId: order.id, refundId },
  ...sentFor(order),
})

export const eventCancelledFact = (
  order: OrderReference,
  cancellation: { eventId: string; refundId: string | null },
): MailFact => ({
  kind: 'event_cancelled',
  fact: `event_cancelled:${cancellation.eventId}:${order.id}`,
  payload: { orderId: order.id, ...cancellation },
  ...sentFor(order),
})

export const eventChangedFact = (order: OrderReference, changeId: string): MailFact => ({
  kind: 'event_changed',
  fact: `event_changed:${changeId}:${order.id}`,
  payload: { orderId: order.id, changeId },
  ...sentFor(order),
})

export interface ModeChanges {
  eventId: string
  /** Number of times that the event's codes became live or stopped being live. */
  modeChanges: number
}

/**
 * Prefix of the facts of an event's emails. It has no count when the count is 0, like facts written by earlier
 * versions.
 */
export const codesShownPrefix = ({ eventId, modeChanges }: ModeChanges): string =>
  modeChanges === 0 ? `codes_shown:${eventId}:` : `codes_shown:${eventId}:${modeChanges}:`

/** Buyers get one such email for each value of `modeChanges`. */
export const codesShownFact = (order: OrderReference, { eventId, modeChanges }: ModeChanges): MailFact => ({
  kind: 'codes_shown',
  fact: `${codesShownPrefix({ eventId, modeChanges })}${order.id}`,
  payload: { orderId: order.id, eventId },
  ...sentFor(order),
})

/** `email`: the previous address. `version`: the order's version after the correction. */
export const orderEmailCorrectedFact = (
  order: OrderReference,
  { email, version }: { email: string; version: number },
): MailFact => ({
  kind: 'order_email_corrected',
  fact: `order_email_corrected:${order.id}:${version}`,
  payload: { orderId: order.id, email },
  ...sentFor(order),
})

// These emails have no origin, because webhooks and jobs also settle orders. Their links lead to the promoter's own
// site.
const sentFor = (order: OrderReference): Pick<MailFact, 'origin' | 'promoterId'> => ({
  origin: null,
  promoterId: order.promoterId,
})
