import { NO_SHARES } from '#model/ledger.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { closeUnhonoured } from './close-unhonoured.ts'
import { movePayment } from './payment-rows.ts'
import { insertRefund, listRefunds, sumTaken } from './refund-rows.ts'

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
  const { order, amountCents, now } = unhonoured
  const refunds = await listRefunds(trx, order.id)
  const own = refunds.filter((refund) => refund.reason === 'not_honoured')
  const pending = own.find((refund) => refund.status === 'pending')
  if (pending) return pending.id
  const given = refunds.filter((refund) => refund.status !== 'failed')
  const leftCents = amountCents - given.reduce((sum, refund) => sum + refund.amountCents, 0)
  const refused = own.filter((refund) => refund.status === 'failed').map((refund) => refund.amountCents)
  if (leftCents <= 0 || leftCents >= Math.min(...refused)) return undefined
  const id = crypto.randomUUID()
  await insertRefund(trx, {
    id,
    promoterId: order.promoterId,
    orderId: order.id,
    status: 'pending',
    reason: 'not_honoured',
    note: '',
    amountCents: leftCents,
    ...NO_SHARES,
    providerRefundId: null,
    idempotencyKey: null,
    createdAt: now,
  })
  return id
}

/** Such a payment and its order are over once all of it has gone back. */
export async function closeWhenBack(trx: PipelinedTransaction, unhonoured: Unhonoured): Promise<void> {
  const { order, amountCents, now } = unhonoured
  if ((await sumTaken(trx, order.id)) < amountCents) return
  trx.send(movePayment(trx, { orderId: order.id, to: 'refunded', now }))
  await closeUnhonoured(trx, order, 'refunded')
}
