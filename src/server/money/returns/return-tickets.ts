import type { returnTickets as contract } from '#contracts/checkout/returns.ts'
import { fail } from '#contracts/platform/errors.ts'
import { sumShares } from '#model/money/refunds.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import type { Context } from '#server/context.ts'
import type { OrderCall } from '#server/money/purchase/get-order.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { findRepeatedRefund } from '#server/money/refunds/find-repeated-refund.ts'
import {
  addRefundedAmount,
  findRefund,
  insertRefund,
  listRefunds,
  type RefundRow,
} from '#server/money/refunds/refund-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { fingerprintOf } from '#server/platform/ids/request-fingerprint.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { withScanLock } from '#server/sales/door/with-scan-lock.ts'
import { tryLockScans } from '#server/sales/door/scan-rows.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import { lockOrder, type OrderRow, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { viewOrder } from '#server/sales/orders/order-view.ts'
import { sumWithheld } from '#server/sales/voucher-sales/withheld-rows.ts'
import { sumNonCreditableCents } from '#server/sales/vouchers/credit-vouchers.ts'
import type { UseCase } from '#server/use-case.ts'
import { decideReturn, type DecidedReturn, type ReturnFailure } from './decide-return.ts'
import { RETURN_LIMIT } from './preview-return.ts'
import { insertTicketReturn, lockTicketsOfOrder, markReturned } from './return-rows.ts'

type Call = Parameters<UseCase<typeof contract, OrderCall>>[1]

/**
 * Returns tickets by the rules of their events. The refund is recorded under the locks of scans, order and tickets, so that
 * a ticket is either admitted or returned, once. If the provider doesn't respond, the refund stays pending and
 * reconciliation retries it.
 */
export const returnTickets: UseCase<typeof contract, OrderCall> = async (context, call) => {
  const { site, client, params } = call
  const opened = await openOrder(context, { site, client, id: params.id })
  if (!opened.success) return opened
  const tooMany = await context.limits.consume(RETURN_LIMIT, opened.data.id)
  if (tooMany) return tooMany
  const recorded = await recordInTurn(context, call, opened.data)
  if (!recorded.success) return recorded
  const { refundId } = recorded.data
  await carryOutRefund(context, refundId)
  const refund = await findRefund(context.db, refundId)
  if (!refund) return fail('NOT_FOUND')
  const [order, withheldCents] = await Promise.all([
    viewOrder(context, opened.data.id),
    findWithheld(context.db, refund),
  ])
  const { status, amountCents } = refund
  const { currency } = order
  const amount = toMajor(amountCents - withheldCents, currency)
  return succeed({
    return: { id: refundId, status, amount, withheld: toMajor(withheldCents, currency), currency },
    order,
  })
}

/**
 * Returns the part of a refund that isn't credited to vouchers. For a pending refund, the part that currently couldn't be
 * credited.
 */
const findWithheld = (db: Context['db'], refund: RefundRow): Promise<number> =>
  refund.status === 'pending' ? sumNonCreditableCents(db, refund) : sumWithheld(db, refund.id)

/**
 * Records the return under the locks of all its events' scans. They are requested in the order of the events' ids and
 * without waiting, so that returns don't deadlock.
 */
function recordInTurn(
  context: Context,
  call: Call,
  { id, tickets }: OrderViewRow,
): Promise<
  Result<{ refundId: string }, ReturnFailure | 'NOT_FOUND' | 'RETURN_CHANGED' | 'KEY_REUSED' | 'RATE_LIMITED'>
> {
  const chosen = new Set(call.body.tickets.map((ticketId) => ticketId.toLowerCase()))
  const eventIds = [...new Set(tickets.filter((each) => chosen.has(each.id)).map(({ eventId }) => eventId))]
  const [first = id, ...others] = eventIds.toSorted()
  return withScanLock(context.db, first, async (trx) => {
    for (const eventId of others)
      if (!(await tryLockScans(trx, eventId))) return fail('RATE_LIMITED', { retryAfterSeconds: 2 })
    return record(context, trx, { call, orderId: id })
  })
}

async function record(
  context: Context,
  trx: PipelinedTransaction,
  { call, orderId }: { call: Call; orderId: string },
): Promise<Result<{ refundId: string }, ReturnFailure | 'NOT_FOUND' | 'RETURN_CHANGED' | 'KEY_REUSED'>> {
  const { body } = call
  // The prefix separates buyers' keys from those of the promoter's refunds.
  const idempotencyKey = `return:${call.idempotencyKey}`
  const requestFingerprint = fingerprintOf([body.tickets.toSorted(), body.as])
  const [, order, refunds] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    listRefunds(trx, orderId),
    lockTicketsOfOrder(trx, orderId),
  ])
  if (!order) return fail('NOT_FOUND')
  const before = findRepeatedRefund(refunds, { idempotencyKey, requestFingerprint })
  if (before) return before
  const decided = await decideReturn(context, trx, { order, ticketIds: body.tickets, as: body.as })
  if (!decided.success) return decided
  const { preview } = decided.data
  const isAsShown =
    preview.amount === body.expectedAmount &&
    preview.toCard === (body.expectedToCard ?? preview.toCard) &&
    preview.withheld === (body.expectedWithheld ?? 0)
  if (!isAsShown) return fail('RETURN_CHANGED', { preview })
  const made = { order, decided: decided.data, idempotencyKey, requestFingerprint }
  return succeed({ refundId: writeReturn(context, trx, made) })
}

function writeReturn(
  { clock }: Context,
  trx: PipelinedTransaction,
  made: { order: OrderRow; decided: DecidedReturn; idempotencyKey: string; requestFingerprint: string },
): string {
  const { order, decided, idempotencyKey, requestFingerprint } = made
  const { shares, kept, tickets } = decided.plan
  const { split } = decided
  const { id: orderId, promoterId, number, currency } = order
  const refundId = crypto.randomUUID()
  const amountCents = sumShares(shares)
  const now = new Date(clock.now())
  const ticketIds = tickets.map(({ id }) => id)
  trx.send(
    insertRefund(trx, {
      id: refundId,
      promoterId,
      orderId,
      status: 'pending',
      reason: 'requested',
      note: '',
      amountCents,
      ...shares,
      ...split,
      providerRefundId: null,
      idempotencyKey,
      requestFingerprint,
      createdAt: now,
      ticketIds,
    }),
    insertTicketReturn(trx, { refundId, promoterId, orderId, kept }),
    markReturned(trx, { ticketIds, now }),
    addRefundedAmount(trx, { orderId, cents: amountCents }),
    recordChange(
      trx,
      {
        promoterId,
        // The buyer has no account id here.
        actor: { accountId: null, apiKeyId: null },
        action: 'order.tickets_returned',
        subject: { id: orderId, name: number },
        after: {
          refundId,
          amount: { cents: amountCents, currency },
          kept: { cents: sumShares(kept), currency },
          ...(split.creditCents > 0 && { voucher: { cents: split.creditCents, currency } }),
          tickets: ticketIds.length,
        },
      },
      now,
    ),
  )
  return refundId
}
