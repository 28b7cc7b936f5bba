import type { OrderRow } from '../orders/order-rows.ts'
import type { MailFact } from './mail-facts.ts'

/** Told when an order becomes paid, free ones too. */
export const orderConfirmedFact = (order: Pick<OrderRow, 'id' | 'promoterId'>): MailFact =>
  factOf('order_confirmed', order)

/** Told when an order ends as refunded. */
export const orderRefundedFact = (order: Pick<OrderRow, 'id' | 'promoterId'>): MailFact =>
  factOf('order_refunded', order)

const factOf = (
  kind: 'order_confirmed' | 'order_refunded',
  order: Pick<OrderRow, 'id' | 'promoterId'>,
): MailFact => ({
  kind,
  fact: `${kind}:${order.id}`,
  payload: { orderId: order.id },
  // Webhooks and jobs settle orders too: whatever settled it, its links lead to the promoter's own site.
  origin: null,
  promoterId: order.promoterId,
})
