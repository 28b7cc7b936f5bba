/**
 * Problems of payments that must be resolved by hand. `payments.trouble` contains one of these sentences, which
 * promoters can also read.
 */

export type PaymentProblem =
  | 'refund_failed'
  | 'event_not_refunded'
  | 'refunded_too_much'
  | 'unknown_payment'
  | 'still_processing'
  | 'other'

const REFUND_FAILED = /^Refund ([\da-f-]{36}) did not reach the buyer\. /
const EVENT_CANCELLED = 'The event was cancelled. '
const TOO_MUCH = /^The provider gave back .* more than the order still had\.$/

export const refundFailedMessage = (refundId: string, why: string): string =>
  `Refund ${refundId} did not reach the buyer. ${why}`

export const eventNotRefundedMessage = (why: string): string => `${EVENT_CANCELLED}${why}`

export const refundedTooMuchMessage = (providerRefundId: string): string =>
  `The provider gave back ${providerRefundId}, more than the order still had.`

/** The payment was made with other API keys. */
export const UNKNOWN_AT_PROVIDER_MESSAGE = 'The payment provider does not know this payment.'

/**
 * The order expired while its payment was processing. Resolved automatically once the provider has settled the
 * payment.
 */
export const STILL_PROCESSING_MESSAGE =
  'The order’s time is over and the provider is still settling its payment.'

export function paymentProblemOf(message: string): PaymentProblem {
  if (REFUND_FAILED.test(message)) return 'refund_failed'
  if (message.startsWith(EVENT_CANCELLED)) return 'event_not_refunded'
  if (TOO_MUCH.test(message)) return 'refunded_too_much'
  if (message === UNKNOWN_AT_PROVIDER_MESSAGE) return 'unknown_payment'
  return message === STILL_PROCESSING_MESSAGE ? 'still_processing' : 'other'
}

export const failedRefundIdOf = (message: string): string | undefined => REFUND_FAILED.exec(message)?.[1]

export const canRetryRefund = (problem: PaymentProblem): boolean =>
  problem === 'refund_failed' || problem === 'event_not_refunded'

/** False when the problem will be resolved automatically. */
export const canMarkHandled = (problem: PaymentProblem): boolean => problem !== 'still_processing'

/**
 * True when the person who handles the problem must say whether the buyer got the money back. For unpaid orders this
 * isn't asked, because the promoter never received the money.
 */
export const needsOutcome = (problem: PaymentProblem, { isPaid }: { isPaid: boolean }): boolean =>
  isPaid && canRetryRefund(problem)

export const PROBLEM_ACTIONS: Readonly<Record<PaymentProblem, string>> = {
  refund_failed:
    'Retry the refund. If it fails again, pay the buyer in another way and mark this as handled. Until then, a cancelled event’s sales aren’t paid out.',
  event_not_refunded:
    'Retry the refund of the cancelled event. If it is refused again, pay the buyer in another way and mark this as handled. Until then, the event’s sales aren’t paid out.',
  refunded_too_much:
    'Check the payment at the provider: it refunded more than was left of the order. Settle the difference with the promoter and mark this as handled.',
  unknown_payment:
    'Check the API keys, because the payment was made with different ones. The problem disappears when those keys are used again. If they can’t be, settle the order outside Foyer and mark this as handled.',
  still_processing: 'No action is needed. The problem disappears when the provider has settled the payment.',
  other: 'Check the payment at the provider, settle it there and mark this as handled.',
}
