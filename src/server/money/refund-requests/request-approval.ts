import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Actor } from '#server/platform/audit/actor.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { listOperatorIds } from '#server/people/operators/operator-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { findRefundLimit } from './refund-limit-rows.ts'
import {
  insertRefundRequest,
  sumRefundsWithoutApproval,
  type RefundRequestRow,
} from './refund-request-rows.ts'

/**
 * True if a promoter's refund needs an operator's approval. Earlier refunds of the order count towards the limit, so that a
 * large refund can't be split. Orders paid outside Foyer have no limit, because the platform doesn't hold their money. The
 * caller must hold the order's lock.
 */
export async function isOverRefundLimit(
  trx: PipelinedTransaction,
  { order, amountCents }: { order: OrderRow; amountCents: number },
): Promise<boolean> {
  if (order.takenOutside || amountCents === 0) return false
  const [limitCents, earlierCents] = await Promise.all([
    findRefundLimit(trx, order),
    sumRefundsWithoutApproval(trx, order.id),
  ])
  return limitCents !== undefined && earlierCents + amountCents > limitCents
}

/** Stores the request and emails the operators. The caller must hold the order's lock. */
export async function requestRefundApproval(
  { config }: Pick<Context, 'config'>,
  trx: PipelinedTransaction,
  input: {
    request: Omit<RefundRequestRow, 'status' | 'reason'>
    order: OrderRow
    actor: Actor
  },
): Promise<void> {
  const { request, order, actor } = input
  const { id, promoterId, amountCents, note, createdAt: now } = request
  const after = { amount: { cents: amountCents, currency: order.currency }, ...(note ? { note } : {}) }
  const subject = { id: order.id, name: order.number }
  const operators = await listOperatorIds(trx, config)
  const mails = operators.map((accountId): MailFact => ({
    kind: 'refund_requested',
    fact: `refund_requested:${id}:${accountId}`,
    payload: { accountId, requestId: id },
    origin: null,
    promoterId: null,
  }))
  trx.send(
    insertRefundRequest(trx, { ...request, apiKeyId: actor.apiKeyId }),
    recordChange(trx, { promoterId, actor, action: 'order.refund_requested', subject, after }, now),
    writeMails(trx, mails, now),
  )
}
