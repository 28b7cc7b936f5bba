import { outsideEntries, refundEntries, saleShares, type Shares } from '#model/ledger.ts'
import { add, shareAmount, subtract, sumOf } from '#model/refunds.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { clawBack } from '../earnings/claw-back.ts'
import { lockInventory, writeCounters } from '../inventory/hold-rows.ts'
import { writeLedger } from '../ledger/ledger-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { orderRefundedFact } from '../mail/order-facts.ts'
import { listOrderItems, moveOrders, type OrderRow } from '../orders/order-rows.ts'
import { closeUnhonoured } from './close-unhonoured.ts'
import { lookSoon, movePayment, setTrouble } from './payment-rows.ts'
import type { ProviderRefund } from './provider.ts'
import {
  addRefunded,
  hasGoodTickets,
  insertRefund,
  moveRefund,
  voidRefunded,
  type RefundRow,
} from './refund-rows.ts'

/** How a refund stands at the provider. Without an id it was never made there. */
export type ToldRefund = Pick<ProviderRefund, 'status'> & { id: string | null; why?: string }

/**
 * What a refund does, once: when the provider has taken it, its admissions are void and on sale again, the order moves on,
 * the ledger says who gave how much, and the buyer is told. One that fails afterwards is taken back in the ledger, and
 * stands as trouble of its payment for people to settle. The caller has the locks of cart and order.
 */
export async function settleRefund(
  trx: PipelinedTransaction,
  news: { order: OrderRow; refund: RefundRow; told: ToldRefund; now: Date },
): Promise<void> {
  const { refund, told } = news
  if (told.status === 'failed') return refund.status === 'failed' ? undefined : failRefund(trx, news)
  if (refund.status !== 'pending') return
  const { order } = news
  // Money that is all gone leaves nobody admitted, even if it was asked for as an amount.
  const takesAll = order.totalCents > 0 && order.refundedCents >= order.totalCents
  await takeRefund(trx, { ...news, takesAll })
}

/** Money that somebody gave back in the provider's own dashboard: written down as it is, whatever Foyer would have said. */
export async function adoptRefund(
  trx: PipelinedTransaction,
  news: { order: OrderRow; known: readonly RefundRow[]; told: ProviderRefund; now: Date },
): Promise<void> {
  const { order, known, told, now } = news
  if (told.status === 'failed') return
  const left = order.paidAt ? subtract(saleShares(order), givenOf(known)) : NOTHING
  const most = sumOf(left)
  const refund: RefundRow = {
    id: crypto.randomUUID(),
    promoterId: order.promoterId,
    orderId: order.id,
    status: 'pending',
    reason: 'at_provider',
    note: '',
    amountCents: told.amountCents,
    ...(told.amountCents <= most ? shareAmount(told.amountCents, left) : NOTHING),
    providerRefundId: told.id,
    idempotencyKey: null,
    createdAt: now,
  }
  if (order.paidAt && told.amountCents > most) {
    // Nobody can say whose money this is: it is told, not guessed.
    trx.send(setTrouble(trx, order.id, `The provider gave back ${told.id}, more than the order still had.`))
    return
  }
  await insertRefund(trx, refund)
  if (order.paidAt) await addRefunded(trx, { orderId: order.id, cents: refund.amountCents })
  const takesAll = order.paidAt !== null && told.amountCents === most
  await takeRefund(trx, { order, refund, told, now, takesAll })
}

export const NOTHING: Shares = { promoterCents: 0, taxesCents: 0, feesCents: 0 }

export const givenOf = (refunds: readonly RefundRow[]): Shares =>
  refunds.filter((refund) => refund.status !== 'failed').reduce<Shares>(add, NOTHING)

/** `takesAll`: every admission, not only those that the refund names. */
async function takeRefund(
  trx: PipelinedTransaction,
  take: { order: OrderRow; refund: RefundRow; told: ToldRefund; now: Date; takesAll: boolean },
): Promise<void> {
  const { order, refund, told, now, takesAll } = take
  trx.send(
    moveRefund(trx, { refundId: refund.id, to: 'succeeded', providerRefundId: told.id, now }),
    writeMails(trx, order.email === '' ? [] : [orderRefundedFact(order, refund.id)], now),
    // It may come back.
    lookSoon(trx, { orderId: order.id, now }),
  )
  if (!order.paidAt) {
    trx.send(movePayment(trx, { orderId: order.id, to: 'refunded', now }))
    await closeUnhonoured(trx, order, 'refunded')
    return
  }
  const entries = order.takenOutside ? outsideEntries(-refund.amountCents) : refundEntries(refund)
  const fact = { fact: `refund:${refund.id}`, kind: 'refund', entries } as const
  trx.send(writeLedger(trx, [{ ...fact, ...ownerOf(order) }], now))
  await clawBack(trx, { order, fact: fact.fact, now })
  await takeBack(trx, { orderId: order.id, refundId: refund.id, all: takesAll, now })
  const isOver = !(await hasGoodTickets(trx, order.id))
  await moveOrders(trx, { orderIds: [order.id], to: isOver ? 'refunded' : 'partially_refunded' })
  if (isOver) trx.send(movePayment(trx, { orderId: order.id, to: 'refunded', now }))
}

/** Admissions that admit nobody any more; their places are on sale again. */
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
  news: { order: OrderRow; refund: RefundRow; told: ToldRefund; now: Date },
): Promise<void> {
  const { order, refund, told, now } = news
  const why = told.why ?? 'The provider says that the refund has failed.'
  trx.send(
    moveRefund(trx, { refundId: refund.id, to: 'failed', providerRefundId: told.id, note: why, now }),
    setTrouble(trx, order.id, `Refund ${refund.id} did not reach the buyer. ${why}`),
  )
  if (!order.paidAt) return
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
