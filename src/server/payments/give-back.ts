import { fail } from '#contracts/errors.ts'
import { NO_SHARES } from '#model/ledger.ts'
import { succeed, type Result } from '#model/result.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { closeUnhonoured } from './close-unhonoured.ts'
import { clearTrouble, findPayment, movePayment } from './payment-rows.ts'
import { insertRefund, listRefunds, sumTaken, type RefundRow } from './refund-rows.ts'

/** A payment that pays for nothing. `amountCents` is what was taken. */
interface Unhonoured {
  order: OrderRow
  amountCents: number
  now: Date
}

/**
 * Decides to give back what is not on its way back yet. Answers the refund that does it; undefined when nothing is left, and
 * when the provider has refused as much already: that is for people. Less than it refused it is asked for again, since
 * somebody else has given the rest. The caller has the order's lock.
 */
export async function decideGiveBack(
  trx: PipelinedTransaction,
  unhonoured: Unhonoured,
): Promise<string | undefined> {
  const { order, amountCents } = unhonoured
  const refunds = await listRefunds(trx, order.id)
  const own = refunds.filter((refund) => refund.reason === 'not_honoured')
  const pending = own.find((refund) => refund.status === 'pending')
  if (pending) return pending.id
  const leftCents = amountCents - sumGiven(refunds)
  const refused = own.filter((refund) => refund.status === 'failed').map((refund) => refund.amountCents)
  if (leftCents <= 0 || leftCents >= Math.min(...refused)) return undefined
  return writeGiveBack(trx, { ...unhonoured, leftCents })
}

/** Somebody has it tried again that the provider refused, or that came back to it. The caller has the order's lock. */
export async function giveBackAgain(
  trx: PipelinedTransaction,
  asked: { order: OrderRow; refunds: readonly RefundRow[]; now: Date; wish: GiveBackWish },
): Promise<Result<{ refundId: string }, 'ORDER_NOT_PAID' | 'REFUND_NOTHING_LEFT'>> {
  const { order, refunds, now, wish } = asked
  const payment = await findPayment(trx, order.id)
  if (payment?.status !== 'refunding' && payment?.status !== 'refunded') return fail('ORDER_NOT_PAID')
  const pending = refunds.find((refund) => refund.status === 'pending')
  if (pending) return succeed({ refundId: pending.id })
  const { amountCents } = payment
  const leftCents = amountCents - sumGiven(refunds)
  if (leftCents <= 0) return fail('REFUND_NOTHING_LEFT')
  return succeed({ refundId: await writeGiveBack(trx, { order, amountCents, now, leftCents, wish }) })
}

/** Who asks, with which key. */
interface GiveBackWish {
  idempotencyKey: string
  askedBy: string | null
  note: string
}

const sumGiven = (refunds: readonly RefundRow[]): number =>
  refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amountCents, 0)

async function writeGiveBack(
  trx: PipelinedTransaction,
  { order, leftCents, now, wish }: Unhonoured & { leftCents: number; wish?: GiveBackWish },
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
    providerRefundId: null,
    createdAt: now,
    ...(wish ?? { note: '', idempotencyKey: null }),
  })
  return id
}

/** Such a payment and its order are over once all of it has gone back. */
export async function closeWhenBack(trx: PipelinedTransaction, unhonoured: Unhonoured): Promise<void> {
  const { order, amountCents, now } = unhonoured
  if ((await sumTaken(trx, order.id)) < amountCents) return
  trx.send(movePayment(trx, { orderId: order.id, to: 'refunded', now }), clearTrouble(trx, order.id))
  await closeUnhonoured(trx, order, 'refunded')
}
