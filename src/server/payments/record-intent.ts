import type { Transaction } from 'kysely'
import { fail, type ErrorCode } from '#contracts/errors.ts'
import { isOpen, type OrderStatus } from '#model/orders.ts'
import type { PaymentStatus } from '#model/payments.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { transact } from '../db/transact.ts'
import { lockCartOfOrder } from '../inventory/hold-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { orderRefundedFact } from '../mail/order-facts.ts'
import { lockOrder, moveOrders, type OrderRow } from '../orders/order-rows.ts'
import { readSale, settleOrder } from '../orders/settle-order.ts'
import { takeBackTickets } from '../orders/take-back-tickets.ts'
import { releasePromoUse } from '../promo/promo-rows.ts'
import { askProvider } from './ask-provider.ts'
import { findPayment, movePayment, type PaymentRow } from './payment-rows.ts'
import type { Intent } from './provider.ts'

/**
 * The one way in which news about a payment enters Foyer, whoever brings it and however often: browser, webhook or
 * reconciliation. A payment that can't be honoured is given back in full; that decision is stored before the provider is
 * asked, and from then on the payment can't pay for anything any more.
 */
export async function recordIntent(
  context: Context,
  payment: PaymentRow,
  intent: Intent,
): Promise<Result<Recorded, 'PAYMENT_PROVIDER_FAILED'>> {
  // A payment that succeeded has paid for its order in the same transaction: hearing of it again changes nothing.
  if (payment.status === 'succeeded' && intent.status === 'succeeded') return succeed({ isPaid: true })
  const news = { payment, intent, mayBuy: isWhole(payment, intent) }
  let recorded = await transact(context.db, (trx) => record(context, trx, news), SOLD_OUT)
  if (!recorded.success && recorded.error.code === 'SOLD_OUT')
    recorded = await transact(context.db, (trx) => record(context, trx, { ...news, mayBuy: false }))
  if (!recorded.success) return succeed({ isPaid: false })
  if (recorded.data !== 'to refund') return succeed(recorded.data)
  context.log.warn({ orderId: payment.orderId }, 'A payment can’t be honoured and is refunded')
  // The same key each time: money goes back once, however often a crash in between has it tried again.
  const refunded = await askProvider(context, () =>
    context.payments.refundIntent(intent.id, `refund:${payment.orderId}`),
  )
  if (!refunded.success) return refunded
  if (refunded.data.status === 'refunded') return recordIntent(context, payment, refunded.data)
  return succeed({ isPaid: false })
}

/** The rule that a sale breaks when nothing is left for it. */
const SOLD_OUT = { never_oversold: 'SOLD_OUT' } as const

/** Whether the order is one that was paid, whatever came of it later. */
export interface Recorded {
  isPaid: boolean
}

async function record(
  context: Context,
  trx: PipelinedTransaction,
  news: { payment: PaymentRow; intent: Intent; mayBuy: boolean },
): Promise<Result<Recorded | 'to refund', ErrorCode>> {
  const { payment, intent } = news
  const [, order, standing, sale] = await Promise.all([
    lockCartOfOrder(trx, payment.orderId),
    lockOrder(trx, payment.orderId),
    findPayment(trx, payment.orderId),
    intent.status === 'succeeded' ? readSale(trx, payment.orderId) : undefined,
  ])
  if (!order || !standing) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const settled = succeed({ isPaid: order.paidAt !== null })
  if (!sale) {
    await recordOther(trx, { order, to: intent.status, now })
    return settled
  }
  // Somebody else's news may have settled it since this was sent, or since it was sold out.
  if (standing.status === 'refunded' || standing.status === 'succeeded') return settled
  if (standing.status === 'refunding') return succeed('to refund')
  trx.send(movePayment(trx, { orderId: order.id, to: 'succeeded', now }))
  if (news.mayBuy) {
    const sold = await settleOrder(context, trx, { order, ...sale })
    if (sold.success) return succeed({ isPaid: true })
  }
  trx.send(movePayment(trx, { orderId: order.id, to: 'refunding', now }))
  await closeOrder(trx, order, 'expired')
  return succeed('to refund')
}

/** News of anything but success. */
async function recordOther(
  trx: PipelinedTransaction,
  move: { order: OrderRow; to: PaymentStatus; now: Date },
): Promise<void> {
  const { order, to, now } = move
  if (to === 'refunded') await takeBackTickets(trx, { order, now })
  trx.send(movePayment(trx, { orderId: order.id, to, now }))
  if (to !== 'refunded') return
  trx.send(writeMails(trx, [orderRefundedFact(order)], now))
  await closeOrder(trx, order, 'refunded')
}

/** What is given back must not look payable, and keeps no claim on a promo code. */
async function closeOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  to: 'expired' | 'refunded',
): Promise<void> {
  const [closed] = await moveOrders(trx, {
    orderIds: [order.id],
    to: order.status === 'pending' ? 'expired' : to,
  })
  if (closed && order.status === 'pending' && order.promoCodeId)
    await releasePromoUse(trx, [order.promoCodeId])
  if (order.status === 'pending' && to === 'refunded') await moveOrders(trx, { orderIds: [order.id], to })
}

const isWhole = (payment: PaymentRow, intent: Intent): boolean =>
  payment.amountCents === intent.amountCents && payment.currency === intent.currency

/** True while the buyer may still pay: the order is pending and its time has not passed. */
export const isPayable = (order: { status: OrderStatus; expiresAt: Date }, now: number): boolean =>
  isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, now)
