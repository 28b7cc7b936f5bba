import {
  NO_SHARES,
  outsideRefundEntries,
  refundEntries,
  saleShares,
  withVoucherPart,
  type Shares,
} from '#model/money/ledger.ts'
import { refundedTooMuchMessage, refundFailedMessage } from '#model/money/payment-problems.ts'
import {
  addShares,
  areSharesCovered,
  divideAmount,
  splitRefund,
  subtractShares,
  sumShares,
  decideRefundUpdate,
} from '#model/money/refunds.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { clawBack } from '#server/money/earnings/claw-back.ts'
import { lockInventory, writeCounters } from '#server/catalog/inventory/hold-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { orderRefundedFact } from '#server/platform/outbox/order-facts.ts'
import {
  debitSoldVoucher,
  updateSoldVoucher,
  type SoldVoucherPart,
} from '#server/sales/voucher-sales/sold-voucher-part.ts'
import { creditVouchers } from '#server/sales/vouchers/credit-vouchers.ts'
import { endTransfers } from '#server/sales/transfers/end-transfers.ts'
import { listOrderItems } from '#server/sales/orders/order-line-rows.ts'
import { changeOrderStatus, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { closeWhenRefunded } from './auto-refund.ts'
import { schedulePaymentCheck } from '#server/money/payments/payment-check-rows.ts'
import { clearPaymentProblem, findPayment, changePaymentStatus } from '#server/money/payments/payment-rows.ts'
import type { ProviderRefund } from '#server/money/providers/provider.ts'
import {
  addRefundedAmount,
  hasValidTickets,
  insertRefund,
  listRefunds,
  changeRefundStatus,
  sumSucceededRefunds,
  voidRefundedTickets,
  type RefundRow,
} from './refund-rows.ts'
import { failRefund } from './fail-refund.ts'
import { ledgerOwnerOf, type RefundUpdate } from './refund-update.ts'
import { raisePaymentProblem } from '#server/money/payments/payment-problems.ts'

/**
 * Records the provider's state of a refund, once. When the refund is accepted, its tickets become void and available for
 * sale, order and ledger are updated, and the buyer is emailed. A refund that fails later is reversed in the ledger and
 * becomes a problem of its payment. Returns new problems. The caller must hold the locks of cart and order.
 */
export async function recordRefundUpdate(
  context: Context,
  trx: PipelinedTransaction,
  update: RefundUpdate,
): Promise<string[]> {
  switch (decideRefundUpdate(update.refund, update.reported)) {
    case 'fail':
      return failRefund(context, trx, update)
    case 'record':
      await takeRefund(context, trx, update)
      return []
    case 'record after all':
      return recordLateRefund(context, trx, update)
    case 'nothing':
      return []
  }
}

/**
 * Records a refund that the provider first reported as refused and later as made. If it exceeds the order's remaining
 * amount, raises a payment problem instead.
 */
async function recordLateRefund(
  context: Context,
  trx: PipelinedTransaction,
  update: RefundUpdate,
): Promise<string[]> {
  const { order, refund, reported } = update
  if (order.paidAt) {
    const others = (await listRefunds(trx, order.id)).filter(({ status }) => status !== 'failed')
    const left = subtractShares(saleShares(order), sumRefundedShares(others))
    const isSplitAlike =
      splitRefund(refund.amountCents, order, { before: others }).voucherCents <= refund.voucherCents
    if (!areSharesCovered(left, refund) || !isSplitAlike)
      return reportDashboardRefund(trx, update, reported.id ?? refund.id)
    await addRefundedAmount(trx, { orderId: order.id, cents: refund.amountCents })
  }
  trx.send(
    clearPaymentProblem(trx, order.id, refundFailedMessage(refund.id, refund.note)),
    clearPaymentProblem(trx, order.id, refundedTooMuchMessage(reported.id ?? refund.id)),
  )
  await takeRefund(context, trx, update)
  return []
}

/**
 * Raises a problem for a refund from the dashboard that exceeds the remaining amount, because a pending refund of Foyer's
 * own may still be refused. Records no refund and voids no tickets.
 */
function reportDashboardRefund(
  trx: PipelinedTransaction,
  { order, now }: { order: OrderRow; now: Date },
  providerRefundId: string,
): Promise<string[]> {
  trx.send(schedulePaymentCheck(trx, { orderId: order.id, now }))
  return raisePaymentProblem(trx, {
    orderId: order.id,
    message: refundedTooMuchMessage(providerRefundId),
    now,
  })
}

/** Records a refund made in the provider's dashboard, where Foyer's rules don't apply. */
export async function recordDashboardRefund(
  context: Context,
  trx: PipelinedTransaction,
  update: { order: OrderRow; known: readonly RefundRow[]; reported: ProviderRefund; now: Date },
): Promise<string[]> {
  const { order, known, reported, now } = update
  if (reported.status === 'failed') return []
  const left = order.paidAt ? subtractShares(saleShares(order), sumRefundedShares(known)) : NO_SHARES
  const most = sumShares(left)
  const live = known.filter(({ status }) => status !== 'failed')
  const isOfCard = splitRefund(reported.amountCents, order, { before: live }).voucherCents === 0
  const refund: RefundRow = {
    requestFingerprint: null,
    id: crypto.randomUUID(),
    promoterId: order.promoterId,
    orderId: order.id,
    status: 'pending',
    reason: 'at_provider',
    note: '',
    amountCents: reported.amountCents,
    // The provider refunds only its own payment, so vouchers get no part.
    voucherCents: 0,
    creditCents: 0,
    ...(reported.amountCents <= most ? divideAmount(reported.amountCents, left) : NO_SHARES),
    providerRefundId: reported.id,
    idempotencyKey: null,
    createdAt: now,
  }
  if (order.paidAt && (reported.amountCents > most || !isOfCard))
    return reportDashboardRefund(trx, update, reported.id)
  await insertRefund(trx, refund)
  trx.send(clearPaymentProblem(trx, order.id, refundedTooMuchMessage(reported.id)))
  if (order.paidAt) await addRefundedAmount(trx, { orderId: order.id, cents: refund.amountCents })
  await takeRefund(context, trx, { order, refund, reported, now })
  return []
}

export const sumRefundedShares = (refunds: readonly RefundRow[]): Shares =>
  refunds.filter((refund) => refund.status !== 'failed').reduce<Shares>(addShares, NO_SHARES)

async function takeRefund(context: Context, trx: PipelinedTransaction, take: RefundUpdate): Promise<void> {
  const { order, refund, reported, now } = take
  trx.send(
    changeRefundStatus(trx, {
      refundId: refund.id,
      to: 'succeeded',
      providerRefundId: reported.id,
      now,
      // Clears the note with the reason why an earlier attempt failed.
      ...(refund.status === 'failed' ? { note: '' } : {}),
    }),
    writeMails(trx, mailsOf(order, refund), now),
    // The refund can still fail, so the payment is checked again.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  if (!order.paidAt) {
    const payment = await findPayment(trx, order.id)
    if (payment) await closeWhenRefunded(trx, { order, amountCents: payment.amountCents, now })
    return
  }
  // When everything is refunded, all tickets become void, even after refunds by amount. Pending refunds don't count, because
  // they can still be refused.
  const all = order.totalCents > 0 && (await sumSucceededRefunds(trx, order.id)) >= order.totalCents
  const sold = await bookRefund(context, trx, take)
  if (all) trx.send(clearPaymentProblem(trx, order.id))
  await takeBack(trx, { orderId: order.id, refundId: refund.id, all, now })
  const isOver = sold ? all : !(await hasValidTickets(trx, order.id))
  await changeOrderStatus(trx, { orderIds: [order.id], to: isOver ? 'refunded' : 'partially_refunded' })
  if (isOver) trx.send(changePaymentStatus(trx, { orderId: order.id, to: 'refunded', now }))
}

/** Writes the ledger transaction. Returns the part that is deducted from a bought voucher; undefined for an order of tickets. */
async function bookRefund(
  context: Context,
  trx: PipelinedTransaction,
  { order, refund, now }: RefundUpdate,
): Promise<SoldVoucherPart | undefined> {
  const { parts, withheld } = await creditVouchers(context, trx, { order, refund })
  const entries = order.takenOutside
    ? outsideRefundEntries(refund, order.taxesRemittedBy)
    : refundEntries(refund, order.taxesRemittedBy, parts)
  const sold = await debitSoldVoucher(trx, order, refund.amountCents)
  if (sold) await updateSoldVoucher(context, trx, sold)
  const fact = `refund:${refund.id}`
  const booked = { fact, kind: 'refund', entries: sold ? withVoucherPart(entries, sold) : entries } as const
  // The refund is written first, because it credits the amounts to the vouchers that the second transaction deducts.
  trx.send(writeLedger(trx, [{ ...booked, ...ledgerOwnerOf(order) }], now), writeLedger(trx, withheld, now))
  await clawBack(trx, { order, fact, now })
  return sold
}

/** Returns the email about the refund, unless the order has no address or the event's cancellation email contains the refund. */
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
  for (const { ticketTypeId, count } of await voidRefundedTickets(trx, take)) {
    const row = counters.get(ticketTypeId)
    if (row) row.sold -= count
  }
  await writeCounters(trx, [...counters.values()])
  await endTransfers(trx, take)
}
