import { fail } from '#contracts/platform/errors.ts'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { returnMethod, type ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import { cardPartOf, splitRefund, sumShares, type RefundSplit } from '#model/money/refunds.ts'
import { planReturn, returnRulesFor, type PlannedReturn } from '#model/money/returns/plan-return.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isOfConfiguredProvider } from '#server/money/payments/call-provider.ts'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { listSettlementSums } from '#server/money/balances/balance-rows.ts'
import { listRefundRequestsOf } from '#server/money/refund-requests/refund-request-rows.ts'
import { isOverRefundLimit } from '#server/money/refund-requests/request-approval.ts'
import { hasOrderDispute } from '#server/money/refunds/dispute-rows.ts'
import { listRefunds } from '#server/money/refunds/refund-rows.ts'
import { findRefundable, type Refundable } from '#server/money/refunds/refundable-rows.ts'
import { sumRefundedShares } from '#server/money/refunds/settle-refund.ts'
import { lockSettlementSettings } from '#server/money/settlements/settings-rows.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { minVoucherExpiry } from '#server/sales/vouchers/issue-voucher.ts'
import { sumNonCreditableCents } from '#server/sales/vouchers/credit-vouchers.ts'
import { listReturnable, type ReturnableTicket } from './find-returnable.ts'
import { sumPendingRefunds } from './return-rows.ts'

export type ReturnFailure =
  | 'ORDER_NOT_PAID'
  | 'PAID_ELSEWHERE'
  | 'REFUND_WAITING'
  | 'RETURN_REFUSED'
  | 'RETURN_OVER_LIMIT'

export interface DecidedReturn {
  plan: PlannedReturn
  split: RefundSplit
  preview: ReturnPreview
}

/**
 * Computes a return of tickets in the order's current state. To record it, the caller must hold the locks of order and
 * tickets.
 */
export async function decideReturn(
  context: Context,
  trx: PipelinedTransaction,
  { order, ticketIds, as }: { order: OrderRow; ticketIds: readonly string[]; as: ReturnMethod },
): Promise<Result<DecidedReturn, ReturnFailure>> {
  const refusal = await refuseOrder(context, trx, order)
  if (refusal) return refusal
  const [tickets, refundable, refunds] = await Promise.all([
    listReturnable(context, trx, order.id),
    findRefundable(trx, order),
    listRefunds(trx, order.id),
  ])
  const chosen = [...new Set(ticketIds)].map((id) => tickets.find((ticket) => ticket.id === id.toLowerCase()))
  if (chosen.some((ticket) => !ticket || ticket.refusal)) return refuseTickets(chosen)
  // A free order has no refund method.
  const method = order.totalCents === 0 ? undefined : as
  const returned = chosen.flatMap((ticket) => (ticket ? withRulesFor(method, ticket) : []))
  if (returned.some(({ rules }) => rules.length === 0))
    return fail('RETURN_REFUSED', { reason: 'not_this_way' })
  const before = refunds.filter(({ status }) => status !== 'failed')
  const plan = planReturn(refundable, returned, { refunded: sumRefundedShares(before) })
  const amountCents = sumShares(plan.shares)
  const split = splitRefund(amountCents, order, { before, asVoucher: method === 'voucher' })
  if (
    (await isOverRefundLimit(trx, { order, amountCents })) &&
    !(await isCovered(context, trx, { ...order, amountCents }))
  )
    return fail('RETURN_OVER_LIMIT')
  const { voucherCents } = split
  const withheldCents = await sumNonCreditableCents(trx, { orderId: order.id, voucherCents })
  return succeed({
    plan,
    split,
    preview: viewPreview(context, { order, refundable, tickets, plan, split, withheldCents, method }),
  })
}

/** Returns the ticket with only the rules that allow the method; with all rules if `method` is undefined. */
const withRulesFor = (method: ReturnMethod | undefined, ticket: ReturnableTicket): ReturnableTicket =>
  method ? { ...ticket, rules: returnRulesFor(method, ticket.rules) } : ticket

async function refuseOrder(context: Context, trx: PipelinedTransaction, order: OrderRow) {
  if (!order.paidAt) return fail('ORDER_NOT_PAID')
  if (order.takenOutside && order.takenOutside !== 'complimentary')
    return fail('RETURN_REFUSED', { reason: 'paid_outside' })
  const [payment, isDisputed, requests] = await Promise.all([
    findPayment(trx, order.id),
    hasOrderDispute(trx, order.id),
    listRefundRequestsOf(trx, order.id),
  ])
  if (isDisputed) return fail('RETURN_REFUSED', { reason: 'disputed' })
  if (requests.some(({ status }) => status === 'waiting')) return fail('REFUND_WAITING')
  return isOfConfiguredProvider(context, payment) ? undefined : fail('PAID_ELSEWHERE')
}

const refuseTickets = (chosen: readonly (ReturnableTicket | undefined)[]) =>
  fail('RETURN_REFUSED', {
    reason: chosen.find((ticket) => ticket?.refusal)?.refusal ?? 'not_offered',
    tickets: chosen.flatMap((ticket) => (ticket?.refusal ? [{ id: ticket.id, reason: ticket.refusal }] : [])),
  })

/**
 * True if the promoter's balance covers a return over the limit. Takes a lock, so that settlements and other returns can't
 * use the same balance.
 */
async function isCovered(
  { clock }: Context,
  trx: PipelinedTransaction,
  { promoterId, currency, amountCents }: Pick<OrderRow, 'promoterId' | 'currency'> & { amountCents: number },
): Promise<boolean> {
  const now = new Date(clock.now())
  await lockSettlementSettings(trx, { promoterId, now })
  // Pending refunds are read first: a refund that settles between the statements is then counted twice, instead of not at all.
  const [pendingCents, sums] = await Promise.all([
    sumPendingRefunds(trx, { promoterId, currency }),
    listSettlementSums(trx, { promoterId, now }),
  ])
  const balanceCents = sums.find((sum) => sum.currency === currency)?.balanceCents ?? 0
  return balanceCents - pendingCents >= amountCents
}

function viewPreview(
  context: Pick<Context, 'clock' | 'config'>,
  shown: {
    order: OrderRow
    refundable: Refundable
    tickets: readonly ReturnableTicket[]
    plan: PlannedReturn
    split: RefundSplit
    withheldCents: number
    method: ReturnMethod | undefined
  },
): ReturnPreview {
  const { order, refundable, tickets, plan, split, withheldCents, method } = shown
  const major = (cents: number): number => toMajor(cents, order.currency)
  return {
    currency: order.currency,
    tickets: tickets.map((ticket) => {
      const { id, refusal, until } = ticket
      const methods = refusal ? [] : methodsOf(order, ticket)
      const shownAs = methods.find((each) => each === method) ?? methods[0]
      const [alone] = shownAs
        ? planReturn(refundable, [withRulesFor(method && shownAs, ticket)], {
            refunded: sumRefundedShares([]),
          }).tickets
        : []
      return {
        id,
        methods,
        refusal,
        amount: major(alone?.refundedCents ?? 0),
        kept: major(alone?.keptCents ?? 0),
        until: until === null ? null : new Date(until).toISOString(),
      }
    }),
    amount: major(sumShares(plan.shares)),
    kept: major(sumShares(plan.kept)),
    other: major(plan.otherCents),
    method: method === undefined ? 'none' : method === 'voucher' ? 'voucher' : 'original',
    toCard: major(cardPartOf({ amountCents: sumShares(plan.shares), ...split })),
    toVouchers: major(split.voucherCents),
    toNewVoucher: major(split.creditCents),
    withheld: major(withheldCents),
    voucherExpiresAt: split.creditCents > 0 ? minVoucherExpiry(context).toISOString() : null,
  }
}

/** Returns the methods by which a ticket can be returned. Free tickets are returned with the method `money`, without a refund. */
const methodsOf = (order: OrderRow, { rules }: ReturnableTicket): ReturnMethod[] =>
  order.totalCents === 0
    ? ['money']
    : returnMethod.options.filter((method) => returnRulesFor(method, rules).length > 0)
