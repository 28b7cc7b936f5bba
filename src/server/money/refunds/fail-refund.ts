import { refundEntries, withVoucherPart } from '#model/money/ledger.ts'
import { refundFailedMessage } from '#model/money/payment-problems.ts'
import { cardPartOf, divideAmount, subtractShares } from '#model/money/refunds.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { refundFailedFact, returnFailedFact } from '#server/platform/outbox/order-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { clawBack } from '#server/money/earnings/claw-back.ts'
import { schedulePaymentCheck } from '#server/money/payments/payment-check-rows.ts'
import { raisePaymentProblem } from '#server/money/payments/payment-problems.ts'
import { creditSoldVoucher, updateSoldVoucher } from '#server/sales/voucher-sales/sold-voucher-part.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import {
  addRefundedAmount,
  changeRefundStatus,
  insertRefund,
  reduceRefundToCardPart,
  restoreReturnedTickets,
  type RefundRow,
} from './refund-rows.ts'
import { ledgerOwnerOf, type RefundUpdate } from './refund-update.ts'

/**
 * Records that a refund was refused or has failed later. Returns new problems. The caller must hold the locks of cart and
 * order.
 */
export async function failRefund(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  update: RefundUpdate,
): Promise<string[]> {
  const { order, refund, reported, now } = update
  const why = reported.why ?? 'The payment provider reports that the refund failed.'
  const failed = refund.status === 'succeeded' ? keepOnVouchers(trx, update) : refund
  trx.send(
    changeRefundStatus(trx, {
      refundId: refund.id,
      to: 'failed',
      providerRefundId: reported.id,
      note: why,
      now,
    }),
    // The money may have been refunded in the provider's dashboard instead.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  if (order.paidAt) await takeBackWhatFailed(context, trx, { ...update, refund: failed })
  const isReturn = await restoreReturnedTickets(trx, { refundId: refund.id, now })
  const fact = isReturn
    ? returnFailedFact(order, refund.id)
    : // The buyer was told of accepted refunds, and of those for a cancelled event.
      (refund.status === 'succeeded' || refund.reason === 'event_cancelled') &&
      refundFailedFact(order, refund.id)
  if (fact && order.email !== '') trx.send(writeMails(trx, [fact], now))
  return raisePaymentProblem(trx, { orderId: order.id, message: refundFailedMessage(refund.id, why), now })
}

/**
 * Splits a refund that failed after it was accepted: the vouchers' part becomes a refund of its own, because it may have
 * been spent. Returns the card's part, which has failed.
 */
function keepOnVouchers(trx: PipelinedTransaction, { refund }: { refund: RefundRow }): RefundRow {
  const { voucherCents } = refund
  if (voucherCents === 0) return refund
  const cardCents = cardPartOf(refund)
  const shares = divideAmount(cardCents, refund)
  const { promoterCents, taxesCents, feesCents, platformCents } = subtractShares(refund, shares)
  const kept = { promoterCents, taxesCents, feesCents, platformCents, amountCents: voucherCents }
  trx.send(
    reduceRefundToCardPart(trx, { refundId: refund.id, ...shares }),
    insertRefund(trx, {
      ...refund,
      ...kept,
      id: crypto.randomUUID(),
      splitFrom: refund.id,
      providerRefundId: null,
      idempotencyKey: null,
    }),
  )
  return { ...refund, ...shares, amountCents: cardCents, voucherCents: 0 }
}

async function takeBackWhatFailed(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { order, refund, now }: { order: OrderRow; refund: RefundRow; now: Date },
): Promise<void> {
  trx.send(addRefundedAmount(trx, { orderId: order.id, cents: -refund.amountCents }))
  if (refund.status !== 'succeeded') return
  const entries = refundEntries(refund, order.taxesRemittedBy).map((entry) => ({
    ...entry,
    amountCents: -entry.amountCents,
  }))
  const sold = await creditSoldVoucher(trx, order, refund.amountCents)
  if (sold) await updateSoldVoucher(context, trx, sold)
  const fact = {
    fact: `refund_failed:${refund.id}`,
    kind: 'refund_failed',
    entries: sold ? withVoucherPart(entries, sold) : entries,
  } as const
  trx.send(writeLedger(trx, [{ ...fact, ...ledgerOwnerOf(order) }], now))
  await clawBack(trx, { order, fact: fact.fact, now })
}
