import { fail } from '#contracts/platform/errors.ts'
import type { RefundRequestBody } from '#contracts/console/orders/refunds.ts'
import { toCents } from '#model/platform/money.ts'
import { sumShares, type RefundRequest } from '#model/money/refunds.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import { amountRefusal } from '#server/platform/amount-refusal.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { isOfConfiguredProvider } from '#server/money/payments/call-provider.ts'
import {
  listRefundRequestsOf,
  type RefundRequestRow,
} from '#server/money/refund-requests/refund-request-rows.ts'
import { isOverRefundLimit, requestRefundApproval } from '#server/money/refund-requests/request-approval.ts'
import { retryAutoRefund } from './auto-refund.ts'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { addRefundedAmount, insertRefund, listRefunds, type RefundRow } from './refund-rows.ts'
import type { Actor } from '#server/platform/audit/actor.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { findRepeatedRefund } from './find-repeated-refund.ts'
import { planOrderRefund } from './plan-order-refund.ts'
import type { Refundable } from './refundable-rows.ts'

export interface RefundRequestCall {
  orderId: string
  promoterId: string
  idempotencyKey: string
  /** Hash of the request. A different request with the same idempotency key is refused; null isn't compared. */
  requestFingerprint?: string | null | undefined
  actor: Actor
  /** Tickets to refund. Without tickets, amount or event, the full remaining amount is refunded. */
  tickets?: string[] | undefined
  amount?: number | undefined
  /** Refunds all valid tickets of this event, determined under the order's lock. */
  eventId?: string
  returnFees?: boolean | undefined
  note?: string | undefined
  reason?: 'event_cancelled'
  /** True if the buyer was paid outside Foyer, so the payment's provider isn't needed. */
  isOutside?: boolean
  /** True if the refund limit applies: a promoter's refund over the limit needs an operator's approval. */
  isLimited: boolean
  /** The approved request. The refund gets its id and requester, and doesn't exceed its amount. */
  approved?: Pick<RefundRequestRow, 'id' | 'amountCents' | 'accountId'>
}

export type RefundFailure =
  | 'NOT_FOUND'
  | 'ORDER_NOT_PAID'
  | 'PAID_ELSEWHERE'
  | 'REFUND_TOO_MUCH'
  | 'REFUND_NOTHING_LEFT'

/** Refusals of promoters' own requests. */
type LimitedFailure = 'REFUND_WAITING' | 'VALIDATION_ERROR'

/**
 * Locks the order and records a refund. After the commit, `carryOutRefund` calls the provider. Over the limit, stores a
 * request for approval and returns its id; the refund gets the same id when it is approved.
 */
export async function decideRefund<Limited extends boolean>(
  context: Context,
  trx: PipelinedTransaction,
  call: RefundRequestCall & { isLimited: Limited },
): Promise<
  Result<{ refundId: string }, RefundFailure | (Limited extends true ? 'KEY_REUSED' | LimitedFailure : never)>
>
export async function decideRefund(
  context: Context,
  trx: PipelinedTransaction,
  ask: RefundRequestCall,
): Promise<Result<{ refundId: string }, RefundFailure | 'KEY_REUSED' | LimitedFailure>> {
  const { orderId, promoterId } = ask
  const [, order, refunds, requests, payment] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    listRefunds(trx, orderId),
    listRefundRequestsOf(trx, orderId),
    findPayment(trx, orderId),
  ])
  if (order?.promoterId !== promoterId) return fail('NOT_FOUND')
  const before = findRepeatedRefund([...refunds, ...(ask.isLimited ? requests : [])], ask)
  if (before) return before
  const limited = ask.isLimited ? refuseLimited(ask, requests, order) : undefined
  if (limited) return limited
  if (!ask.isOutside && !isOfConfiguredProvider(context, payment)) return fail('PAID_ELSEWHERE')
  if (!order.paidAt) return decideUnpaid(context, trx, { ask, order, refunds })
  return decidePaid(context, trx, { ask, order, refunds })
}

/** Refuses a promoter's request while another one waits for approval, and an amount with a fraction of a minor unit. */
function refuseLimited(
  { amount }: RefundRequestCall,
  requests: readonly Pick<RefundRequestRow, 'status'>[],
  { currency }: OrderRow,
): Failure<LimitedFailure> | undefined {
  if (requests.some(({ status }) => status === 'waiting')) return fail('REFUND_WAITING')
  return amount === undefined ? undefined : amountRefusal('amount', amount, currency)
}

interface RequestedRefund {
  ask: RefundRequestCall
  order: OrderRow
  refunds: readonly RefundRow[]
}

async function decidePaid(
  context: Context,
  trx: PipelinedTransaction,
  requested: RequestedRefund,
): Promise<Result<{ refundId: string }, RefundFailure>> {
  const { ask, order } = requested
  const now = new Date(context.clock.now())
  const planned = await planOrderRefund(trx, {
    order,
    refunds: requested.refunds,
    requestOf: (refundable) => lockedRequest(ask, refundable, order),
    returnFees: ask.returnFees,
    mostCents: ask.approved?.amountCents,
    now,
    isDecided: true,
    refusesDisputed: ask.isLimited,
  })
  if (!planned.success) return planned
  const { shares, ticketIds, returnsFees } = planned.data
  const refundId = ask.approved?.id ?? crypto.randomUUID()
  const amountCents = sumShares(shares)
  if (ask.isLimited && (await isOverRefundLimit(trx, { order, amountCents }))) {
    const amounts = { amountCents, feesCents: shares.feesCents }
    const request = { ...requestOf(ask), ...amounts, id: refundId, returnsFees, createdAt: now }
    await requestRefundApproval(context, trx, { request, order, actor: ask.actor })
    return succeed({ refundId })
  }
  trx.send(
    insertRefund(trx, {
      id: refundId,
      promoterId: order.promoterId,
      orderId: order.id,
      status: 'pending',
      reason: ask.reason ?? 'requested',
      note: ask.note ?? '',
      amountCents,
      ...shares,
      ...planned.data.split,
      providerRefundId: null,
      idempotencyKey: ask.idempotencyKey,
      requestFingerprint: ask.requestFingerprint,
      createdAt: now,
      askedBy: (ask.approved ?? ask.actor).accountId,
      ticketIds,
    }),
    addRefundedAmount(trx, { orderId: order.id, cents: amountCents }),
    recordChange(trx, refundChange(ask, order, { refundId, amountCents, tickets: ticketIds.length }), now),
  )
  return succeed({ refundId })
}

const requestOf = ({
  promoterId,
  orderId,
  tickets,
  amount,
  note = '',
  idempotencyKey,
  requestFingerprint = null,
  actor,
}: RefundRequestCall) => ({
  promoterId,
  orderId,
  kind: tickets ? ('tickets' as const) : amount === undefined ? ('all' as const) : ('amount' as const),
  ticketIds: tickets ?? [],
  note,
  idempotencyKey,
  requestFingerprint,
  accountId: actor.accountId,
})

function lockedRequest(ask: RefundRequestCall, { tickets }: Refundable, order: OrderRow): RefundRequest {
  const { eventId } = ask
  if (eventId === undefined) return toRefundRequest(ask, order)
  const good = tickets.filter((ticket) => !ticket.isVoid && ticket.eventId === eventId)
  return { ticketIds: good.map((ticket) => ticket.id) }
}

const refundChange = (
  { promoterId, actor, note }: RefundRequestCall,
  { id, number: name, currency }: OrderRow,
  { refundId, amountCents, tickets }: { refundId: string; amountCents: number; tickets: number },
): AuditChange => ({
  promoterId,
  actor,
  action: 'order.refunded',
  subject: { id, name },
  after: { refundId, amount: { cents: amountCents, currency }, tickets, ...(note ? { note } : {}) },
})

async function decideUnpaid(
  context: Context,
  trx: PipelinedTransaction,
  { ask, order, refunds }: RequestedRefund,
): Promise<Result<{ refundId: string }, RefundFailure>> {
  if (ask.tickets || ask.amount !== undefined) return fail('ORDER_NOT_PAID')
  const { idempotencyKey, actor, note = '' } = ask
  const now = new Date(context.clock.now())
  const request = { idempotencyKey, askedBy: actor.accountId, note }
  const given = await retryAutoRefund(trx, { order, refunds, now, request })
  if (!given.success) return given
  await recordChange(trx, refundChange(ask, order, { ...given.data, tickets: 0 }), now)
  return given
}

export function toRefundRequest(
  { tickets, amount }: Pick<RefundRequestBody, 'tickets' | 'amount'>,
  { currency }: Pick<OrderRow, 'currency'>,
): RefundRequest {
  if (tickets) return { ticketIds: tickets }
  return amount === undefined ? { all: true } : { amountCents: toCents(amount, currency) }
}
