import { fail } from '#contracts/platform/errors.ts'
import type { Refund, refundOrder as contract } from '#contracts/console/orders/refunds.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { fingerprintOf } from '#server/platform/ids/request-fingerprint.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  findRefundRequest,
  type RefundRequestRow,
} from '#server/money/refund-requests/refund-request-rows.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { findRefund, type RefundRow } from './refund-rows.ts'
import { sumWithheld } from '#server/sales/voucher-sales/withheld-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { decideRefund, type RefundRequestCall } from './decide-refund.ts'
import { viewOrder } from '#server/sales/orders/order-view.ts'

/**
 * Refunds an order. The refund is recorded under the order's lock before the provider is called, so that concurrent requests
 * never refund more than was paid. If the provider doesn't respond, the refund stays pending and reconciliation retries it.
 */
export const refundOrder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { params, body, idempotencyKey, promoterId, actor } = call
  const ask = {
    ...body,
    orderId: params.id,
    promoterId,
    idempotencyKey,
    requestFingerprint: fingerprintOf([body.tickets?.toSorted(), body.amount, body.returnFees]),
    actor,
    isLimited: true,
  } satisfies RefundRequestCall
  const decided = await transact(context.db, (trx) => decideRefund(context, trx, ask))
  if (!decided.success) return decided
  // If the provider doesn't respond, the refund is returned as pending.
  await carryOutRefund(context, decided.data.refundId)
  const [refund, request, withheldCents] = await Promise.all([
    findRefund(context.db, decided.data.refundId),
    findRefundRequest(context.db, decided.data.refundId),
    sumWithheld(context.db, decided.data.refundId),
  ])
  const shown = refund ?? (request && { ...request, status: requestedStatus(request) })
  if (!shown) return fail('NOT_FOUND')
  const order = await viewOrder(context, params.id)
  return succeed({ refund: viewRefund({ ...shown, withheldCents }, order.currency), order })
}

type ShownRefund = Pick<RefundRow, 'id' | 'amountCents' | 'feesCents' | 'note' | 'createdAt'> & {
  status: Refund['status']
  withheldCents: number
}

/** Returns the status of a request for which there is no refund. An approved request has one. */
const requestedStatus = ({ status }: RefundRequestRow): Refund['status'] =>
  status === 'refused' ? 'refused' : 'needs_approval'

const viewRefund = (refund: ShownRefund, currency: string) => ({
  id: refund.id,
  status: refund.status,
  amount: toMajor(refund.amountCents, currency),
  fees: toMajor(refund.feesCents, currency),
  currency,
  note: refund.note,
  createdAt: refund.createdAt.toISOString(),
  ...(refund.withheldCents > 0 && { withheld: toMajor(refund.withheldCents, currency) }),
})
