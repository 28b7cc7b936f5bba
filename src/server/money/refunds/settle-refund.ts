import { NO_SHARES, outsideEntries, refundEntries, saleShares, type Shares } from '#model/money/ledger.ts'
import { add, covers, shareAmount, subtract, sumOf, turnOf } from '#model/money/refunds.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { clawBack } from '#server/money/earnings/claw-back.ts'
import { lockInventory, writeCounters } from '#server/catalog/inventory/hold-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { orderRefundedFact } from '#server/platform/outbox/order-facts.ts'
import { listOrderItems, moveOrders, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { closeWhenRefunded } from './auto-refund.ts'
import { schedulePaymentCheck } from '#server/money/payments/look-rows.ts'
import { clearPaymentProblem, findPayment, movePayment } from '#server/money/payments/payment-rows.ts'
import type { ProviderRefund } from '#server/money/providers/provider.ts'
import {
  addRefunded,
  hasGoodTickets,
  insertRefund,
  listRefunds,
  moveRefund,
  sumTaken,
  voidRefunded,
  type RefundRow,
} from './refund-rows.ts'
import { raisePaymentProblem } from '#server/money/payments/trouble.ts'

/** State of a refund at the provider. Without an id it was never created there. */
export type ReportedRefund = Pick<ProviderRefund, 'status'> & { id: string | null; why?: string }

/**
 * Once: when the provider has accepted the refund, its tickets become void and are on sale again, order and ledger are
 * updated, and the buyer gets an email. A refund that fails later is reversed in the ledger and becomes a problem of its
 * payment. Returns new problems. The caller holds the locks of cart and order.
 */
export async function settleRefund(
  trx: PipelinedTransaction,
  news: { order: OrderRow; refund: RefundRow; told: ReportedRefund; now: Date },
): Promise<string[]> {
  switch (turnOf(news.refund, news.told)) {
    case 'fail':
      return failRefund(trx, news)
    case 'take':
      await takeRefund(trx, news)
      return []
    case 'take after all':
      return takeAfterAll(trx, news)
    case 'nothing':
      return []
  }
}

/** A refund reported as refused that exists after all: limited to what the order has left. */
async function takeAfterAll(
  trx: PipelinedTransaction,
  news: { order: OrderRow; refund: RefundRow; told: ReportedRefund; now: Date },
): Promise<string[]> {
  const { order, refund, told } = news
  if (order.paidAt) {
    const left = subtract(saleShares(order), givenOf(await listRefunds(trx, order.id)))
    if (!covers(left, refund)) return waitForOthers(trx, news, told.id ?? refund.id)
    await addRefunded(trx, { orderId: order.id, cents: refund.amountCents })
  }
  trx.send(
    clearPaymentProblem(trx, order.id, unreached(refund, refund.note)),
    clearPaymentProblem(trx, order.id, beyond(told.id ?? refund.id)),
  )
  await takeRefund(trx, news)
  return []
}

/** Reports a dashboard refund instead of guessing its tickets, since a refund of Foyer's that may be refused blocks the amount. */
function waitForOthers(
  trx: PipelinedTransaction,
  { order, now }: { order: OrderRow; now: Date },
  providerRefundId: string,
): Promise<string[]> {
  trx.send(schedulePaymentCheck(trx, { orderId: order.id, now }))
  return raisePaymentProblem(trx, order.id, beyond(providerRefundId))
}

/** Records a refund made in the provider's dashboard, whatever Foyer's own rules. */
export async function adoptRefund(
  trx: PipelinedTransaction,
  news: { order: OrderRow; known: readonly RefundRow[]; told: ProviderRefund; now: Date },
): Promise<string[]> {
  const { order, known, told, now } = news
  if (told.status === 'failed') return []
  const left = order.paidAt ? subtract(saleShares(order), givenOf(known)) : NO_SHARES
  const most = sumOf(left)
  const refund: RefundRow = {
    id: crypto.randomUUID(),
    promoterId: order.promoterId,
    orderId: order.id,
    status: 'pending',
    reason: 'at_provider',
    note: '',
    amountCents: told.amountCents,
    ...(told.amountCents <= most ? shareAmount(told.amountCents, left) : NO_SHARES),
    providerRefundId: told.id,
    idempotencyKey: null,
    createdAt: now,
  }
  if (order.paidAt && told.amountCents > most) return waitForOthers(trx, news, told.id)
  await insertRefund(trx, refund)
  trx.send(clearPaymentProblem(trx, order.id, beyond(told.id)))
  if (order.paidAt) await addRefunded(trx, { orderId: order.id, cents: refund.amountCents })
  await takeRefund(trx, { order, refund, told, now })
  return []
}

const beyond = (providerRefundId: string): string =>
  `The provider gave back ${providerRefundId}, more than the order still had.`

const unreached = ({ id }: RefundRow, why: string): string => `Refund ${id} did not reach the buyer. ${why}`

export const givenOf = (refunds: readonly RefundRow[]): Shares =>
  refunds.filter((refund) => refund.status !== 'failed').reduce<Shares>(add, NO_SHARES)

async function takeRefund(
  trx: PipelinedTransaction,
  take: { order: OrderRow; refund: RefundRow; told: ReportedRefund; now: Date },
): Promise<void> {
  const { order, refund, told, now } = take
  trx.send(
    moveRefund(trx, {
      refundId: refund.id,
      to: 'succeeded',
      providerRefundId: told.id,
      now,
      // An earlier attempt failed, and the note says why.
      ...(refund.status === 'failed' ? { note: '' } : {}),
    }),
    writeMails(trx, mailsOf(order, refund), now),
    // The refund can still fail.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  if (!order.paidAt) {
    const payment = await findPayment(trx, order.id)
    if (payment) await closeWhenRefunded(trx, { order, amountCents: payment.amountCents, now })
    return
  }
  const entries = order.takenOutside ? outsideEntries(-refund.amountCents) : refundEntries(refund)
  const fact = { fact: `refund:${refund.id}`, kind: 'refund', entries } as const
  trx.send(writeLedger(trx, [{ ...fact, ...ownerOf(order) }], now))
  await clawBack(trx, { order, fact: fact.fact, now })
  // When everything is refunded, all tickets become void, even for refunds by amount. Pending refunds can still be refused.
  const all = order.totalCents > 0 && (await sumTaken(trx, order.id)) >= order.totalCents
  if (all) trx.send(clearPaymentProblem(trx, order.id))
  await takeBack(trx, { orderId: order.id, refundId: refund.id, all, now })
  const isOver = !(await hasGoodTickets(trx, order.id))
  await moveOrders(trx, { orderIds: [order.id], to: isOver ? 'refunded' : 'partially_refunded' })
  if (isOver) trx.send(movePayment(trx, { orderId: order.id, to: 'refunded', now }))
}

/** Refunds of a cancelled event are part of its cancellation email; orders without an address get none. */
const mailsOf = (order: OrderRow, refund: RefundRow): MailFact[] =>
  refund.reason === 'event_cancelled' || order.email === '' ? [] : [orderRefundedFact(order, refund.id)]

async function takeBack(
  trx: PipelinedTransaction,
  take: { orderId: string; refundId: string; all: boolean; now: Date },
): Promise<void> {
  const items = await listOrderItems(trx, take.orderId)
  const { counters } = await lockInventory(trx, {
    ticketTypeIds: items.map((item) => item.ticketTypeId),
    now: take.now,
  })
  for (const { ticketTypeId, count } of await voidRefunded(trx, take)) {
    const row = counters.get(ticketTypeId)
    if (row) row.sold -= count
  }
  await writeCounters(trx, [...counters.values()])
}

async function failRefund(
  trx: PipelinedTransaction,
  news: { order: OrderRow; refund: RefundRow; told: ReportedRefund; now: Date },
): Promise<string[]> {
  const { order, refund, told, now } = news
  const why = told.why ?? 'The provider says that the refund has failed.'
  trx.send(
    moveRefund(trx, { refundId: refund.id, to: 'failed', providerRefundId: told.id, note: why, now }),
    // The money may have been refunded at the provider instead.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  if (order.paidAt) await takeBackWhatFailed(trx, news)
  return raisePaymentProblem(trx, order.id, unreached(refund, why))
}

async function takeBackWhatFailed(
  trx: PipelinedTransaction,
  { order, refund, now }: { order: OrderRow; refund: RefundRow; now: Date },
): Promise<void> {
  trx.send(addRefunded(trx, { orderId: order.id, cents: -refund.amountCents }))
  if (refund.status !== 'succeeded') return
  const entries = refundEntries(refund).map((entry) => ({ ...entry, amountCents: -entry.amountCents }))
  const fact = { fact: `refund_failed:${refund.id}`, kind: 'refund_failed', entries } as const
  trx.send(writeLedger(trx, [{ ...fact, ...ownerOf(order) }], now))
  await clawBack(trx, { order, fact: fact.fact, now })
}

export const ownerOf = (order: OrderRow): { promoterId: string; orderId: string; currency: string } => ({
  promoterId: order.promoterId,
  orderId: order.id,
  currency: order.currency,
})
