import { fail, failDisputed } from '#contracts/platform/errors.ts'
import {
  cardPartOf,
  refundableShares,
  planRefund,
  splitRefund,
  sumShares,
  limitToVoucher,
  type PlannedRefund,
  type RefundRequest,
  type RefundSplit,
  type RefundTerms,
} from '#model/money/refunds.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { sumRefundableOfVoucher } from '#server/sales/voucher-sales/sold-voucher-part.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { hasOrderDispute } from './dispute-rows.ts'
import type { RefundRow } from './refund-rows.ts'
import { findRefundable, type Refundable } from './refundable-rows.ts'
import { sumRefundedShares } from './settle-refund.ts'

export interface RefundPlanning {
  order: OrderRow
  refunds: readonly RefundRow[]
  requestOf: (refundable: Refundable) => RefundRequest
  returnFees: boolean | undefined
  /** Upper limit in minor units besides the remaining amount. */
  mostCents?: number | undefined
  now: Date
  /** True to lock a bought voucher, because the refund is recorded now. The caller must hold the order's lock. */
  isDecided: boolean
  /** True to refuse a refund to the card while the payment is disputed, and after the dispute is lost. */
  refusesDisputed: boolean
}

export interface OrderRefundPlan extends PlannedRefund, Pick<RefundTerms, 'returnsFees'> {
  refundable: Refundable
  split: RefundSplit
  /** Refundable amount, in minor units. */
  leftCents: number
}

/** Plans a refund of an order in its current state. For an order of a voucher, the voucher's balance is the maximum. */
export async function planOrderRefund(
  trx: PipelinedTransaction,
  planning: RefundPlanning,
): Promise<Result<OrderRefundPlan, 'REFUND_TOO_MUCH' | 'REFUND_NOTHING_LEFT'>> {
  const { order, refunds, requestOf, now, mostCents = Infinity } = planning
  const refundable = await findRefundable(trx, order)
  const returnsFees = planning.returnFees ?? refundable.returnsFees
  const terms = { refunded: sumRefundedShares(refunds), returnsFees }
  const onVoucher = await sumRefundableOfVoucher(trx, order, { now, locks: planning.isDecided })
  const planned = planRefund(refundable, limitToVoucher(requestOf(refundable), onVoucher), terms)
  if (planned === 'NOTHING_LEFT') return fail('REFUND_NOTHING_LEFT')
  const leftCents = Math.min(sumShares(refundableShares(refundable, terms)), onVoucher ?? Infinity, mostCents)
  if (planned === 'TOO_MUCH' || sumShares(planned.shares) > leftCents)
    return fail('REFUND_TOO_MUCH', { left: toMajor(leftCents, order.currency) })
  const amountCents = sumShares(planned.shares)
  const split = splitRefund(amountCents, order, {
    before: refunds.filter(({ status }) => status !== 'failed'),
  })
  const isToCard = cardPartOf({ amountCents, ...split }) > 0
  if (planning.refusesDisputed && isToCard && (await hasOrderDispute(trx, order.id))) return failDisputed()
  return succeed({ ...planned, split, returnsFees, refundable, leftCents })
}
