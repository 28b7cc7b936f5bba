import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { refundOrder, RefundRequestBody } from '#contracts/console/orders/refunds.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { leftOf, planRefund, sumOf, type RefundRequest } from '#model/money/refunds.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange, type Change } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { isOfPresent } from '#server/money/payments/call-provider.ts'
import { retryAutoRefund } from './auto-refund.ts'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { addRefunded, insertRefund, listRefunds, type RefundRow } from './refund-rows.ts'
import { givenOf } from './settle-refund.ts'
import type { Actor } from '#server/platform/audit/actor.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { findRefundable, type Refundable } from './refundable-rows.ts'

export interface RefundCall {
  orderId: string
  promoterId: string
  idempotencyKey: string
  actor: Actor
  /** Without tickets, amount or event: everything that is left. */
  tickets?: string[] | undefined
  amount?: number | undefined
  /** Refunds all valid tickets of this event, determined under the order's lock. */
  eventId?: string
  returnFees?: boolean | undefined
  note?: string | undefined
  reason?: 'event_cancelled'
}

/** Records a refund under the order's lock. `carryOutRefund` asks the provider after the commit. */
export async function decideRefund(
  context: Context,
  trx: PipelinedTransaction,
  ask: RefundCall,
): Promise<Result<{ refundId: string }, CodeOf<typeof refundOrder>>> {
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
  return decidePaid(context, trx, { ask, order, refunds })
}

interface Asked {
  ask: RefundCall
  order: OrderRow
  refunds: readonly RefundRow[]
}

async function decidePaid(
  context: Context,
  trx: PipelinedTransaction,
  { ask, order, refunds }: Asked,
): Promise<Result<{ refundId: string }, CodeOf<typeof refundOrder>>> {
  const refundable = await findRefundable(trx, order)
  const terms = { given: givenOf(refunds), returnsFees: ask.returnFees ?? refundable.returnsFees }
  const plan = planRefund(refundable, lockedRequest(ask, refundable, order), terms)
  if (plan === 'TOO_MUCH')
    return fail('REFUND_TOO_MUCH', { left: toMajor(sumOf(leftOf(refundable, terms)), order.currency) })
  if (plan === 'NOTHING_LEFT') return fail('REFUND_NOTHING_LEFT')
  const refundId = crypto.randomUUID()
  const now = new Date(context.clock.now())
  const amountCents = sumOf(plan.shares)
  trx.send(
    insertRefund(trx, {
      id: refundId,
      promoterId: order.promoterId,
      orderId: order.id,
      status: 'pending',
      reason: ask.reason ?? 'requested',
      note: ask.note ?? '',
      amountCents,
      ...plan.shares,
      providerRefundId: null,
      idempotencyKey: ask.idempotencyKey,
      createdAt: now,
      askedBy: ask.actor.accountId,
      ticketIds: plan.ticketIds,
    }),
    addRefunded(trx, { orderId: order.id, cents: amountCents }),
    recordChange(
      trx,
      refundChange(ask, order, { refundId, amountCents, tickets: plan.ticketIds.length }),
      now,
    ),
  )
  return succeed({ refundId })
}

function lockedRequest(ask: RefundCall, { tickets }: Refundable, order: OrderRow): RefundRequest {
  const { eventId } = ask
  if (eventId === undefined) return toRefundRequest(ask, order)
  const good = tickets.filter((ticket) => !ticket.isVoid && ticket.eventId === eventId)
  return { ticketIds: good.map((ticket) => ticket.id) }
}

const refundChange = (
  { promoterId, actor, note }: RefundCall,
  { id, number: name, currency }: OrderRow,
  { refundId, amountCents, tickets }: { refundId: string; amountCents: number; tickets: number },
): Change => ({
  promoterId,
  actor,
  action: 'order.refunded',
  subject: { id, name },
  after: { refundId, amount: { cents: amountCents, currency }, tickets, ...(note ? { note } : {}) },
})

async function decideUnpaid(
  context: Context,
  trx: PipelinedTransaction,
  { ask, order, refunds }: Asked,
): Promise<Result<{ refundId: string }, CodeOf<typeof refundOrder>>> {
  if (ask.tickets || ask.amount !== undefined) return fail('ORDER_NOT_PAID')
  const { idempotencyKey, actor, note = '' } = ask
  const now = new Date(context.clock.now())
  const wish = { idempotencyKey, askedBy: actor.accountId, note }
  const given = await retryAutoRefund(trx, { order, refunds, now, wish })
  if (!given.success) return given
  const { refundId } = given.data
  await recordChange(
    trx,
    refundChange(ask, order, { refundId, amountCents: order.totalCents, tickets: 0 }),
    now,
  )
  return given
}

export function toRefundRequest(
  { tickets, amount }: Pick<RefundRequestBody, 'tickets' | 'amount'>,
  { currency }: Pick<OrderRow, 'currency'>,
): RefundRequest {
  if (tickets) return { ticketIds: tickets }
  return amount === undefined ? { all: true } : { amountCents: toCents(amount, currency) }
}
