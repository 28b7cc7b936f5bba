import type {
  approveRefundRequest as approveContract,
  refuseRefundRequest as refuseContract,
} from '#contracts/operator/refunds/refund-requests.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { decideRefund } from '#server/money/refunds/decide-refund.ts'
import { findRefund } from '#server/money/refunds/refund-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findRefundRequest,
  findRequesterId,
  recordRefundDecision,
  type RefundRequestRow,
} from './refund-request-rows.ts'

/**
 * Approves a refund over the limit, and records it in the same transaction. If the money has been refunded in another way,
 * the request stays until it is refused. Also works for suspended promoters, so that buyers get their money back.
 */
export const approveRefundRequest: UseCase<typeof approveContract, AccountCall> = async (context, call) => {
  const { id } = call.params
  const decided = await transact<null, CodeOf<typeof approveContract>>(context.db, async (trx) => {
    const locked = await lockWaiting(context, trx, id)
    if (!locked.success) return locked
    const { request, order } = locked.data
    const refund = await decideRefund(context, trx, {
      orderId: request.orderId,
      promoterId: request.promoterId,
      idempotencyKey: request.idempotencyKey,
      requestFingerprint: request.requestFingerprint,
      actor: { accountId: call.account.id, apiKeyId: null, isOperator: true },
      ...requestedPart(request, order),
      returnFees: request.returnsFees,
      note: request.note,
      isLimited: false,
      approved: request,
    })
    if (!refund.success) return refund
    await settle(context, trx, { call, request, order, to: 'approved', reason: '' })
    return succeed(null)
  })
  if (!decided.success) return decided
  await carryOutRefund(context, id)
  const refund = await findRefund(context.db, id)
  return refund ? succeed({ status: refund.status }) : fail('NOT_FOUND')
}

export const refuseRefundRequest: UseCase<typeof refuseContract, AccountCall> = (context, call) => {
  const { id } = call.params
  const { reason } = call.body
  return transact<{ id: string }, CodeOf<typeof refuseContract>>(context.db, async (trx) => {
    const locked = await lockWaiting(context, trx, id)
    if (!locked.success) return locked
    await settle(context, trx, { call, ...locked.data, to: 'refused', reason })
    return succeed({ id })
  })
}

interface Waiting {
  request: RefundRequestRow
  order: OrderRow
}

/** Locks a request with its order. The order's lock is taken first, because requests are written under it. */
async function lockWaiting(
  { db }: Context,
  trx: PipelinedTransaction,
  id: string,
): Promise<Result<Waiting, 'NOT_FOUND' | 'REFUND_DECIDED'>> {
  const found = await findRefundRequest(db, id)
  if (!found) return fail('NOT_FOUND')
  const [, order, request] = await Promise.all([
    lockCartOfOrder(trx, found.orderId),
    lockOrder(trx, found.orderId),
    findRefundRequest(trx, id),
  ])
  if (!order || !request) return fail('NOT_FOUND')
  return request.status === 'waiting' ? succeed({ request, order }) : fail('REFUND_DECIDED')
}

function requestedPart({ kind, ticketIds, amountCents }: RefundRequestRow, { currency }: OrderRow) {
  if (kind === 'tickets') return { tickets: ticketIds }
  return kind === 'amount' ? { amount: toMajor(amountCents, currency) } : {}
}

interface Decision extends Waiting {
  call: AccountCall
  to: 'approved' | 'refused'
  reason: string
}

async function settle(
  { clock }: Context,
  trx: PipelinedTransaction,
  { call, request, order, to, reason }: Decision,
): Promise<void> {
  const now = new Date(clock.now())
  const { id: accountId } = call.account
  const { id, promoterId, amountCents } = request
  const [promoter, requesterId] = await Promise.all([
    findPromoterSettings(trx, promoterId),
    findRequesterId(trx, id),
  ])
  const reasonGiven = reason === '' ? {} : { reason }
  const actor = { accountId, apiKeyId: null, isOperator: true }
  const amount = { cents: amountCents, currency: order.currency }
  trx.send(
    recordRefundDecision(trx, { id, to, accountId, reason, now }),
    recordChange(
      trx,
      {
        promoterId,
        actor,
        action: `order.refund_${to}`,
        subject: { id: order.id, name: order.number },
        after: { amount, ...reasonGiven },
      },
      now,
    ),
    insertOperatorChange(trx, {
      accountId,
      action: `refund_request.${to}`,
      subjectId: id,
      subject: promoter?.name ?? '',
      promoterId,
      after: { amountCents, currency: order.currency, order: order.number, ...reasonGiven },
      now,
    }),
  )
  if (requesterId === undefined) return
  const fact = { kind: 'refund_decided', fact: `refund_decided:${id}` } as const
  const payload = { accountId: requesterId, requestId: id }
  await writeMails(trx, [{ ...fact, payload, origin: null, promoterId: null }], now)
}
