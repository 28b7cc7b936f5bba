import type { previewRefund as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { leftOf, planRefund, sumOf } from '#model/money/refunds.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { listRefunds } from './refund-rows.ts'
import { sumRefundedShares } from './settle-refund.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { toRefundRequest } from './decide-refund.ts'
import { exceedsLimit } from '#server/money/refund-requests/request-approval.ts'
import { findRefundable } from './refundable-rows.ts'

export const previewRefund: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { params, body, promoterId } = call
  return transact(context.db, async (trx) => {
    const [order, refunds] = await Promise.all([findOrderRow(trx, params.id), listRefunds(trx, params.id)])
    if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
    if (!order.paidAt) return fail('ORDER_NOT_PAID')
    const refundable = await findRefundable(trx, order)
    const terms = {
      given: sumRefundedShares(refunds),
      returnsFees: body.returnFees ?? refundable.returnsFees,
    }
    const major = (cents: number): number => toMajor(cents, order.currency)
    const left = major(sumOf(leftOf(refundable, terms)))
    const plan = planRefund(refundable, toRefundRequest(body, order), terms)
    if (plan === 'TOO_MUCH') return fail('REFUND_TOO_MUCH', { left })
    if (plan === 'NOTHING_LEFT') return fail('REFUND_NOTHING_LEFT')
    const isAll = plan.ticketIds.length === 0 && sumOf(plan.shares) + order.refundedCents >= order.totalCents
    const good = refundable.tickets.filter((ticket) => !ticket.isVoid).map((ticket) => ticket.id)
    const amountCents = sumOf(plan.shares)
    return succeed({
      amount: major(amountCents),
      fees: major(plan.shares.feesCents),
      taxes: major(plan.shares.taxesCents),
      left,
      currency: order.currency,
      // When all money is refunded, all tickets become void.
      tickets: isAll ? good : plan.ticketIds,
      needsApproval: await exceedsLimit(trx, { order, amountCents }),
    })
  })
}
