import type {
  markPaymentProblemHandled as handledContract,
  retryFailedRefund as retryContract,
  PaymentProblemOutcome,
} from '#contracts/operator/payment-problems.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import {
  canMarkHandled,
  failedRefundIdOf,
  needsOutcome,
  paymentProblemOf,
  canRetryRefund,
} from '#model/money/payment-problems.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { clearPaymentProblem } from '#server/money/payments/payment-rows.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { decideRefund, type RefundRequestCall } from '#server/money/refunds/decide-refund.ts'
import { findRefund } from '#server/money/refunds/refund-rows.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { recordRefundUpdate } from '#server/money/refunds/settle-refund.ts'
import {
  findFailedRefund,
  findRefusedEvent,
  lockPaymentProblem,
  setPaymentProblemHandled,
  settleCancelledRefunds,
} from './payment-problem-rows.ts'

/**
 * Retries a refund that failed. In the same transaction, its problem is cleared; if the new refund fails too, it raises a
 * problem of its own. If the provider doesn't respond, the refund stays pending and reconciliation retries it.
 */
export const retryFailedRefund: UseCase<typeof retryContract, AccountCall> = async (context, call) => {
  const { id: orderId } = call.params
  const { problem } = call.body
  if (!isUuid(orderId)) return fail('NOT_FOUND')
  const decided = await transact<{ refundId: string }, CodeOf<typeof retryContract>>(
    context.db,
    async (trx) => {
      const locked = await lockOrderWithProblem(trx, { orderId, problem })
      if (!locked.success) return locked
      const order = locked.data
      if (!canRetryRefund(paymentProblemOf(problem))) return fail('TROUBLE_MOVED')
      const request = await findFailedRequest(trx, { order, problem })
      if (!request) return fail('TROUBLE_MOVED')
      await clearPaymentProblem(trx, orderId)
      const refund = await decideRefund(context, trx, {
        ...request,
        orderId,
        promoterId: order.promoterId,
        actor: { accountId: call.account.id, apiKeyId: null, isOperator: true },
        isLimited: false,
      })
      if (!refund.success) return refund
      await log(trx, {
        call,
        order,
        action: 'trouble.retried',
        after: { problem },
        now: new Date(context.clock.now()),
      })
      return refund
    },
  )
  if (!decided.success) return decided
  const { refundId } = decided.data
  await carryOutRefund(context, refundId)
  const refund = await findRefund(context.db, refundId)
  return refund ? succeed({ status: refund.status }) : fail('NOT_FOUND')
}

/**
 * Returns the request that repeats the failed refund. Its idempotency key is derived from the failed refund, so that two
 * retries make only one refund.
 */
async function findFailedRequest(
  trx: PipelinedTransaction,
  { order, problem }: { order: OrderRow; problem: string },
): Promise<Omit<RefundRequestCall, 'orderId' | 'promoterId' | 'actor' | 'isLimited'> | undefined> {
  const refundId = failedRefundIdOf(problem)
  if (refundId === undefined) {
    const eventId = await findRefusedEvent(trx, order.id)
    return eventId === undefined
      ? undefined
      : { idempotencyKey: `retry:${eventId}`, eventId, reason: 'event_cancelled' }
  }
  const failed = await findFailedRefund(trx, { orderId: order.id, refundId })
  if (!failed) return undefined
  const { ticketIds, amountCents, returnsFees, reason } = failed
  const idempotencyKey = `retry:${refundId}`
  if (!order.paidAt) return { idempotencyKey }
  return {
    idempotencyKey,
    returnFees: returnsFees,
    ...(ticketIds.length > 0 ? { tickets: ticketIds } : { amount: toMajor(amountCents, order.currency) }),
    ...(reason === 'event_cancelled' ? { reason } : {}),
  }
}

export const markPaymentProblemHandled: UseCase<typeof handledContract, AccountCall> = async (
  context,
  call,
) => {
  const { id: orderId } = call.params
  const { problem, note, outcome } = call.body
  if (!isUuid(orderId)) return fail('NOT_FOUND')
  return transact<{ orderId: string }, CodeOf<typeof handledContract>>(context.db, async (trx) => {
    const locked = await lockOrderWithProblem(trx, { orderId, problem })
    if (!locked.success) return locked
    const kind = paymentProblemOf(problem)
    if (!canMarkHandled(kind)) return fail('TROUBLE_MOVED')
    const now = new Date(context.clock.now())
    const order = locked.data
    const isAsked = needsOutcome(kind, { isPaid: order.paidAt !== null })
    const settled = isAsked
      ? await settleOutcome(context, trx, { call, order, problem, outcome, now })
      : succeed(null)
    if (!settled.success) return settled
    await setPaymentProblemHandled(trx, { orderId, problem })
    await log(trx, {
      call,
      order,
      action: 'trouble.handled',
      after: { problem, reason: note, ...(isAsked && outcome ? { outcome } : {}) },
      now,
    })
    return succeed({ orderId })
  })
}

async function settleOutcome(
  context: Context,
  trx: PipelinedTransaction,
  settle: {
    call: AccountCall
    order: OrderRow
    problem: string
    outcome: PaymentProblemOutcome | undefined
    now: Date
  },
): Promise<Result<null, CodeOf<typeof handledContract>>> {
  const { order, outcome, now } = settle
  if (outcome === 'refunded') return bookOutside(context, trx, settle)
  if (outcome === undefined)
    return fail('VALIDATION_ERROR', [{ path: 'outcome', message: 'Choose what happened.' }])
  await settleCancelledRefunds(trx, { orderId: order.id, now })
  return succeed(null)
}

/** Records that the failed refund was paid outside Foyer, as if the provider had made it. */
async function bookOutside(
  context: Context,
  trx: PipelinedTransaction,
  book: { call: AccountCall; order: OrderRow; problem: string; now: Date },
): Promise<Result<null, CodeOf<typeof handledContract>>> {
  const { call, order, problem, now } = book
  const request = await findFailedRequest(trx, { order, problem })
  if (!request) return fail('TROUBLE_MOVED')
  const decided = await decideRefund(context, trx, {
    ...request,
    idempotencyKey: `outside:${failedRefundIdOf(problem) ?? request.eventId ?? ''}`,
    orderId: order.id,
    promoterId: order.promoterId,
    actor: { accountId: call.account.id, apiKeyId: null, isOperator: true },
    isOutside: true,
    isLimited: false,
  })
  if (!decided.success) return decided
  const refund = await findRefund(trx, decided.data.refundId)
  if (refund)
    await recordRefundUpdate(context, trx, {
      order,
      refund,
      reported: { id: null, status: 'succeeded' },
      now,
    })
  return succeed(null)
}

async function lockOrderWithProblem(
  trx: PipelinedTransaction,
  { orderId, problem }: { orderId: string; problem: string },
): Promise<Result<OrderRow, 'NOT_FOUND' | 'TROUBLE_MOVED'>> {
  const [, order] = await Promise.all([lockCartOfOrder(trx, orderId), lockOrder(trx, orderId)])
  if (!order) return fail('NOT_FOUND')
  return (await lockPaymentProblem(trx, orderId)) === problem ? succeed(order) : fail('TROUBLE_MOVED')
}

/** Records the decision in the promoter's audit log and the operators' log. */
async function log(
  trx: PipelinedTransaction,
  entry: {
    call: AccountCall
    order: OrderRow
    action: 'trouble.retried' | 'trouble.handled'
    after: Record<string, string>
    now: Date
  },
): Promise<void> {
  const { call, order, action, now } = entry
  const { id: accountId } = call.account
  const { promoterId } = order
  const after = { ...entry.after, order: order.number }
  const actor = { accountId, apiKeyId: null, isOperator: true }
  await recordChange(
    trx,
    { promoterId, actor, action, subject: { id: order.id, name: order.number }, after },
    now,
  )
  const promoter = await findPromoterSettings(trx, promoterId)
  const subject = promoter?.name ?? ''
  await insertOperatorChange(trx, { accountId, action, subjectId: order.id, subject, promoterId, after, now })
}
