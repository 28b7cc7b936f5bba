import { fail, type ErrorCode } from '#contracts/errors.ts'
import type { refundOrder as contract, RefundWishBody } from '#contracts/refunds.ts'
import { toCents, toMajor } from '#model/money.ts'
import { leftOf, planRefund, sumOf, type RefundWish } from '#model/refunds.ts'
import { succeed, type Result } from '#model/result.ts'
import { recordChange, type Change } from '../audit/record-change.ts'
import { isUuid } from '../catalog/event-rows.ts'
import type { Context } from '../context.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { transact } from '../db/transact.ts'
import { lockCartOfOrder } from '../inventory/hold-rows.ts'
import { isOfPresent } from '../payments/ask-provider.ts'
import { carryOutRefund } from '../payments/carry-out-refund.ts'
import { giveBackAgain } from '../payments/give-back.ts'
import { findPayment } from '../payments/payment-rows.ts'
import {
  addRefunded,
  findRefund,
  insertRefund,
  listRefunds,
  type RefundRow,
} from '../payments/refund-rows.ts'
import { givenOf } from '../payments/settle-refund.ts'
import type { Actor } from '../promoters/find-caller.ts'
import type { PromoterCall, UseCase } from '../use-case.ts'
import { lockOrder, type OrderRow } from './order-rows.ts'
import { viewOrder } from './order-view.ts'
import { findRefundable } from './refundable-rows.ts'

/**
 * A promoter gives money back. It is decided and written down first, under the order's lock: whatever is asked at the same
 * time, never more than was paid. A provider that doesn't answer leaves the refund pending, and reconciliation goes on.
 */
export const refundOrder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { params, body, idempotencyKey, promoterId, actor } = call
  if (!idempotencyKey || idempotencyKey.length > 200)
    return fail('VALIDATION_ERROR', [{ path: 'Idempotency-Key', message: 'Send an Idempotency-Key header.' }])
  if (isTwoWishes(body)) return fail('VALIDATION_ERROR', TWO_WISHES)
  if (!isUuid(params.id)) return fail('NOT_FOUND')
  const ask: RefundAsk = {
    ...body,
    orderId: params.id,
    promoterId,
    idempotencyKey,
    actor,
  }
  const decided = await transact(context.db, (trx) => decideRefund(context, trx, ask))
  if (!decided.success) return decided
  // Without an answer it stays pending, and the answer says so.
  await carryOutRefund(context, decided.data.refundId)
  const refund = await findRefund(context.db, decided.data.refundId)
  if (!refund) return fail('NOT_FOUND')
  const order = await viewOrder(context, params.id)
  return succeed({ refund: viewRefund(refund, order.currency), order })
}

export const TWO_WISHES = [{ path: 'amount', message: 'Name tickets or an amount, not both.' }]
export const isTwoWishes = ({ tickets, amount }: RefundWishBody): boolean =>
  tickets !== undefined && amount !== undefined

/** Who asks for how much of an order, why, and by which key: the same key is the same refund. */
export interface RefundAsk {
  orderId: string
  promoterId: string
  idempotencyKey: string
  actor: Actor
  tickets?: string[] | undefined
  amount?: number | undefined
  returnFees?: boolean | undefined
  note?: string | undefined
  reason?: 'event_cancelled'
}

/** Writes a refund down, under the order's lock. `carryOutRefund` asks the provider for it once that is committed. */
export async function decideRefund(
  context: Context,
  trx: PipelinedTransaction,
  ask: RefundAsk,
): Promise<Result<{ refundId: string }, ErrorCode>> {
  const { orderId, idempotencyKey, promoterId } = ask
  const [, order, refunds, payment] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    listRefunds(trx, orderId),
    findPayment(trx, orderId),
  ])
  if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
  const before = refunds.find((refund) => refund.idempotencyKey === idempotencyKey)
  if (before) return succeed({ refundId: before.id })
  if (!isOfPresent(context, payment)) return fail('PAID_ELSEWHERE')
  if (!order.paidAt) return decideUnpaid(context, trx, { ask, order, refunds })
  const refundable = await findRefundable(trx, order)
  const terms = { given: givenOf(refunds), returnsFees: ask.returnFees ?? refundable.returnsFees }
  const plan = planRefund(refundable, wishOf(ask, order), terms)
  if (plan === 'TOO_MUCH')
    return fail('REFUND_TOO_MUCH', { left: toMajor(sumOf(leftOf(refundable, terms)), order.currency) })
  if (plan === 'NOTHING_LEFT') return fail('REFUND_NOTHING_LEFT')
  const refundId = crypto.randomUUID()
  const now = new Date(context.clock.now())
  const amountCents = sumOf(plan.shares)
  trx.send(
    insertRefund(trx, {
      id: refundId,
      promoterId,
      orderId,
      status: 'pending',
      reason: ask.reason ?? 'requested',
      note: ask.note ?? '',
      amountCents,
      ...plan.shares,
      providerRefundId: null,
      idempotencyKey,
      createdAt: now,
      askedBy: ask.actor.accountId,
      ticketIds: plan.ticketIds,
    }),
    addRefunded(trx, { orderId, cents: amountCents }),
    recordChange(
      trx,
      refundChange(ask, order, { refundId, amountCents, tickets: plan.ticketIds.length }),
      now,
    ),
  )
  return succeed({ refundId })
}

const refundChange = (
  { promoterId, actor, note }: RefundAsk,
  { id, number: name, currency }: OrderRow,
  { refundId, amountCents, tickets }: { refundId: string; amountCents: number; tickets: number },
): Change => ({
  promoterId,
  actor,
  action: 'order.refunded',
  subject: { id, name },
  after: { refundId, amount: { cents: amountCents, currency }, tickets, ...(note ? { note } : {}) },
})

/** What paid for nothing goes back as a whole. */
async function decideUnpaid(
  context: Context,
  trx: PipelinedTransaction,
  { ask, order, refunds }: { ask: RefundAsk; order: OrderRow; refunds: readonly RefundRow[] },
): Promise<Result<{ refundId: string }, ErrorCode>> {
  if (ask.tickets || ask.amount !== undefined) return fail('ORDER_NOT_PAID')
  const { idempotencyKey, actor, note = '' } = ask
  const now = new Date(context.clock.now())
  const wish = { idempotencyKey, askedBy: actor.accountId, note }
  const given = await giveBackAgain(trx, { order, refunds, now, wish })
  if (!given.success) return given
  const { refundId } = given.data
  await recordChange(
    trx,
    refundChange(ask, order, { refundId, amountCents: order.totalCents, tickets: 0 }),
    now,
  )
  return given
}

/** What is asked for, as the rules read it. */
export function wishOf(
  { tickets, amount }: RefundWishBody,
  { currency }: Pick<OrderRow, 'currency'>,
): RefundWish {
  if (tickets) return { ticketIds: tickets }
  return amount === undefined ? { all: true } : { amountCents: toCents(amount, currency) }
}

const viewRefund = (refund: RefundRow, currency: string) => ({
  id: refund.id,
  status: refund.status,
  amount: toMajor(refund.amountCents, currency),
  fees: toMajor(refund.feesCents, currency),
  currency,
  note: refund.note,
  createdAt: refund.createdAt.toISOString(),
})
