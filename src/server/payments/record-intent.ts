import { fail } from '#contracts/errors.ts'
import { processingFeeEntries } from '#model/ledger.ts'
import { isOpen, type OrderStatus } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { transact } from '../db/transact.ts'
import { lockCartOfOrder } from '../inventory/hold-rows.ts'
import { writeLedger } from '../ledger/ledger-rows.ts'
import { lockOrder, type OrderRow } from '../orders/order-rows.ts'
import { readSale, settleOrder, type Sale } from '../orders/settle-order.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { closeUnhonoured } from './close-unhonoured.ts'
import { closeWhenBack, decideGiveBack } from './give-back.ts'
import { findPayment, finishEvent, movePayment, setFee, type PaymentRow } from './payment-rows.ts'
import type { Intent } from './provider.ts'
import { recordAftermath } from './record-aftermath.ts'
import { keepHoldForPayment } from './keep-hold-for-payment.ts'
import { ownerOf } from './settle-refund.ts'
import { tellTroubles } from './trouble.ts'

/** Whether the order is one that was paid, whatever came of it later. */
export interface Recorded {
  isPaid: boolean
}

/**
 * The one way in which news about a payment enters Foyer, whoever brings it and however often: browser, webhook or
 * reconciliation. A payment that can't be honoured is given back in full; that decision is stored before the provider is
 * asked, and from then on the payment can't pay for anything any more. An event that brought the news is processed in the
 * same transaction.
 */
export async function recordIntent(
  context: Context,
  heard: { payment: PaymentRow; intent: Intent; event?: { id: string } },
): Promise<Result<Recorded, 'PAYMENT_PROVIDER_FAILED'>> {
  const { payment, intent, event } = heard
  if (isKnown(payment, intent)) {
    if (event) await finishEvent(context.db, ofProvider(context, event))
    return succeed({ isPaid: true })
  }
  const recorded = await recordOrGiveBack(context, {
    payment,
    intent,
    event,
    mayBuy: isWhole(payment, intent),
  })
  if (!recorded.success) return succeed({ isPaid: false })
  const { refundId, isPaid, troubles = [] } = recorded.data
  tellTroubles(context, payment.orderId, troubles)
  if (!refundId) return succeed({ isPaid })
  context.log.warn({ orderId: payment.orderId }, 'A payment can’t be honoured and is refunded')
  const refunded = await carryOutRefund(context, refundId)
  return refunded.success ? succeed({ isPaid }) : refunded
}

/** That nothing is left is found out by the database when all is written: then it is recorded once more, without the sale. */
async function recordOrGiveBack(context: Context, news: News): Promise<Result<Outcome, Unrecorded>> {
  const recorded = await transact(context.db, (trx) => record(context, trx, news), SOLD_OUT)
  return !recorded.success && recorded.error.code === 'SOLD_OUT'
    ? transact(context.db, (trx) => record(context, trx, { ...news, mayBuy: false }))
    : recorded
}

/** A payment that succeeded has paid for its order in the same transaction: hearing no more than that again changes nothing. */
const isKnown = (payment: PaymentRow, intent: Intent): boolean =>
  payment.status === 'succeeded' &&
  intent.status === 'succeeded' &&
  intent.refunds.length + intent.disputes.length === 0 &&
  (intent.feeCents === null || payment.feeCents !== null)

/** The rule that a sale breaks when nothing is left for it. */
const SOLD_OUT = { never_oversold: 'SOLD_OUT' } as const

interface News {
  payment: PaymentRow
  intent: Intent
  event: { id: string } | undefined
  mayBuy: boolean
}

/** Its order is gone, or nothing is left for it. */
type Unrecorded = 'NOT_FOUND' | 'SOLD_OUT'

/** `refundId` when the payment is to be given back, `troubles` what people have to settle and did not know. */
type Outcome = Recorded & { refundId?: string; troubles?: string[] }

async function record(
  context: Context,
  trx: PipelinedTransaction,
  news: News,
): Promise<Result<Outcome, Unrecorded>> {
  const { payment, intent, event } = news
  const { orderId } = payment
  const [, order, standing, sale] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    findPayment(trx, orderId),
    intent.status === 'succeeded' ? readSale(trx, orderId) : undefined,
  ])
  if (!order || !standing) return fail('NOT_FOUND')
  const known = { order, standing, now: new Date(context.clock.now()) }
  if (event) trx.send(finishEvent(trx, ofProvider(context, event)))
  sendFee(trx, known, intent)
  if (!sale) {
    await recordUnpaid(trx, { ...known, intent })
    return succeed({ isPaid: order.paidAt !== null })
  }
  const { isPaid, isUnhonoured } = await recordPaid(context, trx, { ...known, news, sale })
  const troubles = await recordRest(trx, { ...known, news, isPaid })
  if (!isUnhonoured) return succeed({ isPaid, troubles })
  // What was given back already is known by now.
  const unhonoured = { order, amountCents: intent.amountCents, now: known.now }
  const refundId = await decideGiveBack(trx, unhonoured)
  if (!refundId) await closeWhenBack(trx, unhonoured)
  return succeed({ isPaid, troubles, ...(refundId ? { refundId } : {}) })
}

interface Known {
  order: OrderRow
  standing: PaymentRow
  now: Date
}

/** News of anything but success: the tickets of a payment that is under way stay its buyer's for a while. */
async function recordUnpaid(trx: PipelinedTransaction, known: Known & { intent: Intent }): Promise<void> {
  const { order, intent, now } = known
  trx.send(movePayment(trx, { orderId: order.id, to: intent.status, now }))
  if (intent.status === 'processing' || intent.status === 'requires_action')
    await keepHoldForPayment(trx, order, now)
}

async function recordPaid(
  context: Context,
  trx: PipelinedTransaction,
  parts: Known & { news: News; sale: Pick<Sale, 'items' | 'attendees'> },
): Promise<Recorded & { isUnhonoured: boolean }> {
  const { order, standing } = parts
  const isPaid = order.paidAt !== null
  // Somebody else's news may have settled it since this was sent, or since it was sold out.
  if (standing.status === 'refunded' || standing.status === 'succeeded')
    return { isPaid, isUnhonoured: false }
  const isBought = standing.status !== 'refunding' && (await buy(context, trx, parts))
  return { isPaid: isPaid || isBought, isUnhonoured: !isBought }
}

/** Whether the payment pays for its order. One that can't is closed together with it. */
async function buy(
  context: Context,
  trx: PipelinedTransaction,
  parts: Known & { news: News; sale: Pick<Sale, 'items' | 'attendees'> },
): Promise<boolean> {
  const { order, news, sale, now } = parts
  trx.send(movePayment(trx, { orderId: order.id, to: 'succeeded', now }))
  if (news.mayBuy && !isGoneAgain(news.intent)) {
    const sold = await settleOrder(context, trx, { order, ...sale })
    if (sold.success) return true
  }
  trx.send(movePayment(trx, { orderId: order.id, to: 'refunding', now }))
  await closeUnhonoured(trx, order, 'expired')
  return false
}

/** What came of it since: its order may have been paid a moment ago. */
async function recordRest(
  trx: PipelinedTransaction,
  parts: Known & { news: News; isPaid: boolean },
): Promise<string[]> {
  const { order, news, isPaid, now } = parts
  const { intent, payment } = news
  if (intent.refunds.length + intent.disputes.length === 0) return []
  const isSoldNow = isPaid && order.paidAt === null
  const standing = isSoldNow ? { ...order, status: 'paid' as const, paidAt: now } : order
  return recordAftermath(trx, { order: standing, intent, provider: payment.provider, now })
}

/** The provider's own fee, once it says so, whatever becomes of the payment: its column and its entry are one fact. */
function sendFee(trx: PipelinedTransaction, { order, standing, now }: Known, { feeCents }: Intent): void {
  if (feeCents === null || standing.feeCents !== null) return
  const fact = {
    fact: `fee:${order.id}`,
    kind: 'processing_fee',
    entries: processingFeeEntries(feeCents),
  } as const
  trx.send(
    setFee(trx, { orderId: order.id, cents: feeCents }),
    writeLedger(trx, [{ ...fact, ...ownerOf(order) }], now),
  )
}

/** Somebody has given all of it back at the provider before Foyer heard of it: then there is nothing to honour. */
const isGoneAgain = (intent: Intent): boolean =>
  intent.refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0) >= intent.amountCents

const ofProvider = (
  context: Context,
  event: { id: string },
): { provider: string; id: string; now: Date } => ({
  provider: context.payments.name,
  id: event.id,
  now: new Date(context.clock.now()),
})

const isWhole = (payment: PaymentRow, intent: Intent): boolean =>
  payment.amountCents === intent.amountCents && payment.currency === intent.currency

/** True while the buyer may still pay: the order is pending and its time has not passed. */
export const isPayable = (order: { status: OrderStatus; expiresAt: Date }, now: number): boolean =>
  isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, now)
