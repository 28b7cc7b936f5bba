import type { RefundSummary } from '#model/sales/refund-summary.ts'

export interface OrderWords {
  title: string
  text: string
}

const FAILED_TITLE = 'Your refund has failed'
const FAILED =
  'The payment provider couldn’t refund your payment. Contact the organiser to be refunded another way.'

/** Message for a payment that arrived when the order's tickets could no longer be sold. */
const NOT_HONOURED: OrderWords = {
  title: 'Refunded',
  text: 'Your payment arrived too late for this order, so it was refunded in full. Depending on your bank, it takes up to ten days.',
}

/** Returns title and text for an order whose tickets are all void. */
export function fullRefundTexts(
  { to, hasFailed }: RefundSummary,
  { isCancelled, hasTickets }: { isCancelled: boolean; hasTickets: boolean },
): OrderWords {
  if (!hasTickets && !hasFailed) return NOT_HONOURED
  const cancelled = 'This event was cancelled'
  if (hasFailed)
    return { title: FAILED_TITLE, text: isCancelled ? `${cancelled}. ${FAILED}` : `${FAILED} ${NO_TICKETS}` }
  if (to === 'nothing')
    return {
      title: isCancelled ? 'This event is cancelled' : 'Tickets no longer valid',
      text: isCancelled ? 'Your tickets are no longer needed.' : 'This order’s tickets are no longer valid.',
    }
  if (!isCancelled) return { title: 'Refunded', text: `This order was refunded. ${NO_TICKETS}` }
  return to === 'organiser'
    ? { title: 'This event is cancelled', text: `${cancelled}. The organiser will refund this order.` }
    : { title: 'Cancelled and refunded', text: `${cancelled}, and this order was refunded to ${TARGETS[to]}` }
}

const NO_TICKETS = 'Its tickets are no longer valid.'

const TARGETS = {
  payment: 'the payment method you used. Depending on your bank, it takes up to ten days.',
  vouchers: 'the voucher that you paid with.',
  'payment and vouchers':
    'the payment method and the voucher that you used. Depending on your bank, it takes up to ten days.',
} as const

/**
 * Returns title and text for a partly refunded order that has valid tickets. `isWhole`: true if no ticket was refunded.
 */
export function partialRefundTexts(
  { to, hasFailed }: RefundSummary,
  { isWhole, count }: { isWhole: boolean; count: number },
): OrderWords {
  const valid = `Your ${isWhole ? '' : 'remaining '}${count === 1 ? 'ticket is' : 'tickets are'} valid.`
  if (hasFailed) return { title: FAILED_TITLE, text: `${FAILED} ${valid}` }
  if (to === 'nothing')
    return { title: 'Partly cancelled', text: `Some tickets of this order are no longer valid. ${valid}` }
  return { title: 'Partly refunded', text: `Part of this order was refunded. ${valid}` }
}
