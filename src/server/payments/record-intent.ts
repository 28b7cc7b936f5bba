import type { Transaction } from 'kysely'
import { fail, type ErrorCode } from '#contracts/errors.ts'
import { isOpen, type OrderStatus } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import { lockCartOfOrder } from '../inventory/hold-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { orderRefundedFact } from '../mail/order-facts.ts'
import { lockOrder, moveOrders, type OrderRow } from '../orders/order-rows.ts'
import { settleOrder } from '../orders/settle-order.ts'
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
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const recorded = await transact(context.db, (trx) => record(context, trx, { payment, intent }))
  if (!recorded.success || recorded.data === 'settled') return succeed(null)
  context.log.warn({ orderId: payment.orderId }, 'A payment can’t be honoured and is refunded')
  // The same key each time: money goes back once, however often a crash in between has it tried again.
  const refunded = await askProvider(context, () =>
    context.payments.refundIntent(intent.id, `refund:${payment.orderId}`),
  )
  if (!refunded.success) return refunded
  return refunded.data.status === 'refunded' ? recordIntent(context, payment, refunded.data) : succeed(null)
}

async function record(
  context: Context,
  trx: Transaction<Database>,
  news: { payment: PaymentRow; intent: Intent },
): Promise<Result<'settled' | 'to refund', ErrorCode>> {
  const { payment, intent } = news
  await lockCartOfOrder(trx, payment.orderId)
  const order = await lockOrder(trx, payment.orderId)
  const standing = await findPayment(trx, payment.orderId)
  if (!order || !standing) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  if (intent.status === 'refunded') {
    await takeBackTickets(trx, { order, now })
    await movePayment(trx, { orderId: order.id, to: 'refunded', now })
    await closeOrder(trx, order, 'refunded')
    await writeMails(trx, [orderRefundedFact(order)], now)
    return succeed('settled')
  }
  if (intent.status !== 'succeeded') {
    await movePayment(trx, { orderId: order.id, to: intent.status, now })
    return succeed('settled')
  }
  if (standing.status === 'refunded') return succeed('settled')
  if (standing.status === 'refunding') return succeed('to refund')
  await movePayment(trx, { orderId: order.id, to: 'succeeded', now })
  if (isWhole(payment, intent) && (await settleOrder(context, trx, order)).success) return succeed('settled')
  await movePayment(trx, { orderId: order.id, to: 'refunding', now })
  await closeOrder(trx, order, 'expired')
  return succeed('to refund')
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
