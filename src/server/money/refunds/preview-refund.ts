import type { previewRefund as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { sumShares } from '#model/money/refunds.ts'
import { succeed } from '#model/platform/result.ts'
import { amountRefusal } from '#server/platform/amount-refusal.ts'
import { transact } from '#server/platform/db/transact.ts'
import { listRefunds } from './refund-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { sumNonCreditableCents } from '#server/sales/vouchers/credit-vouchers.ts'
import { toRefundRequest } from './decide-refund.ts'
import { isOverRefundLimit } from '#server/money/refund-requests/request-approval.ts'
import { planOrderRefund } from './plan-order-refund.ts'

export const previewRefund: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { params, body, promoterId } = call
  return transact(context.db, async (trx) => {
    const [order, refunds] = await Promise.all([findOrderRow(trx, params.id), listRefunds(trx, params.id)])
    if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
    if (!order.paidAt) return fail('ORDER_NOT_PAID')
    const refusal =
      body.amount === undefined ? undefined : amountRefusal('amount', body.amount, order.currency)
    if (refusal) return refusal
    const planned = await planOrderRefund(trx, {
      order,
      refunds,
      requestOf: () => toRefundRequest(body, order),
      returnFees: body.returnFees,
      now: new Date(context.clock.now()),
      isDecided: false,
      refusesDisputed: true,
    })
    if (!planned.success) return planned
    const { data: plan } = planned
    const { refundable } = plan
    const major = (cents: number): number => toMajor(cents, order.currency)
    const isAll =
      plan.ticketIds.length === 0 && sumShares(plan.shares) + order.refundedCents >= order.totalCents
    const good = refundable.tickets.filter((ticket) => !ticket.isVoid).map((ticket) => ticket.id)
    const amountCents = sumShares(plan.shares)
    const { voucherCents } = plan.split
    return succeed({
      amount: major(amountCents),
      fees: major(plan.shares.feesCents),
      taxes: major(plan.shares.taxesCents),
      toVouchers: major(voucherCents),
      withheld: major(await sumNonCreditableCents(trx, { orderId: order.id, voucherCents })),
      left: major(plan.leftCents),
      currency: order.currency,
      // When all money is refunded, all tickets become void.
      tickets: isAll ? good : plan.ticketIds,
      needsApproval: await isOverRefundLimit(trx, { order, amountCents }),
    })
  })
}
