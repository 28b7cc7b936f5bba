import { fail } from '#contracts/platform/errors.ts'
import { NO_SHARES } from '#model/money/ledger.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { closeOrderOfRefusedPayment } from '#server/money/payments/close-refused-payment.ts'
import { clearPaymentProblem, findPayment, changePaymentStatus } from '#server/money/payments/payment-rows.ts'
import { insertRefund, listRefunds, sumSucceededRefunds, type RefundRow } from './refund-rows.ts'

/** A payment that paid no order is refunded to the card only. */
const NO_VOUCHERS = { voucherCents: 0, creditCents: 0 }

/** A payment that couldn't be accepted. `amountCents`: charged amount. */
interface UnacceptedPayment {
  order: OrderRow
  amountCents: number
  now: Date
}

/**
 * Returns the id of the pending or new automatic refund. Undefined if nothing is left to refund, or if the provider has
 * already refused to refund this amount or less; a person must then resolve it. If another refund has reduced the amount
 * since, the refund is requested again. The caller must hold the order's lock.
 */
export async function decideAutoRefund(
  trx: PipelinedTransaction,
  unhonoured: UnacceptedPayment,
): Promise<string | undefined> {
  const { order, amountCents } = unhonoured
  const refunds = await listRefunds(trx, order.id)
  const own = refunds.filter((refund) => refund.reason === 'not_honoured')
  const pending = own.find((refund) => refund.status === 'pending')
  if (pending) return pending.id
  const leftCents = amountCents - sumGiven(refunds)
  const refused = own.filter((refund) => refund.status === 'failed').map((refund) => refund.amountCents)
  if (leftCents <= 0 || leftCents >= Math.min(...refused)) return undefined
  return writeAutoRefund(trx, { ...unhonoured, leftCents })
}

/** Retries, on a person's request, a refund that was refused or has failed. The caller must hold the order's lock. */
export async function retryAutoRefund(
  trx: PipelinedTransaction,
  retry: { order: OrderRow; refunds: readonly RefundRow[]; now: Date; request: AutoRefundRequest },
): Promise<Result<{ refundId: string; amountCents: number }, 'ORDER_NOT_PAID' | 'REFUND_NOTHING_LEFT'>> {
  const { order, refunds, now, request } = retry
  const payment = await findPayment(trx, order.id)
  if (payment?.status !== 'refunding' && payment?.status !== 'refunded') return fail('ORDER_NOT_PAID')
  const pending = refunds.find((refund) => refund.status === 'pending')
  if (pending) return succeed({ refundId: pending.id, amountCents: pending.amountCents })
  const { amountCents } = payment
  const leftCents = amountCents - sumGiven(refunds)
  if (leftCents <= 0) return fail('REFUND_NOTHING_LEFT')
  const refundId = await writeAutoRefund(trx, { order, amountCents, now, leftCents, request })
  return succeed({ refundId, amountCents: leftCents })
}

interface AutoRefundRequest {
  idempotencyKey: string
  askedBy: string | null
  note: string
}

const sumGiven = (refunds: readonly RefundRow[]): number =>
  refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amountCents, 0)

async function writeAutoRefund(
  trx: PipelinedTransaction,
  { order, leftCents, now, request }: UnacceptedPayment & { leftCents: number; request?: AutoRefundRequest },
): Promise<string> {
  const id = crypto.randomUUID()
  await insertRefund(trx, {
    id,
    promoterId: order.promoterId,
    orderId: order.id,
    status: 'pending',
    reason: 'not_honoured',
    amountCents: leftCents,
    ...NO_SHARES,
    ...NO_VOUCHERS,
    providerRefundId: null,
    createdAt: now,
    ...(request ?? { note: '', idempotencyKey: null }),
  })
  return id
}

export async function closeWhenRefunded(
  trx: PipelinedTransaction,
  unhonoured: UnacceptedPayment,
): Promise<void> {
  const { order, amountCents, now } = unhonoured
  if ((await sumSucceededRefunds(trx, order.id)) < amountCents) return
  trx.send(
    changePaymentStatus(trx, { orderId: order.id, to: 'refunded', now }),
    clearPaymentProblem(trx, order.id),
  )
  await closeOrderOfRefusedPayment(trx, order, 'refunded')
}
