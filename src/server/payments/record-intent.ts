import type { Transaction } from 'kysely'
import { fail, type ErrorCode } from '#contracts/errors.ts'
import { isOpen, type OrderStatus } from '#model/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import { lockCart } from '../inventory/hold-rows.ts'
import { findOrderRow, lockOrder, moveOrders, type OrderRow } from '../orders/order-rows.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { releasePromoUse } from '../promo/promo-rows.ts'
import { movePayment, type PaymentRow } from './payment-rows.ts'
import type { Intent } from './provider.ts'

/**
 * The one way in which news about a payment enters Foyer, whoever brings it and however often: browser, webhook or
 * reconciliation. A payment that can no longer be honoured is given back in full.
 */
export async function recordIntent(context: Context, payment: PaymentRow, intent: Intent): Promise<void> {
  const recorded = await transact(
    context.db,
    async (trx): Promise<Result<'settled' | 'refund' | 'none', ErrorCode>> => {
      const found = await findOrderRow(trx, payment.orderId)
      if (!found) return fail('NOT_FOUND')
      await lockCart(trx, found.cartId)
      const order = await lockOrder(trx, payment.orderId)
      if (!order) return fail('NOT_FOUND')
      await movePayment(trx, { orderId: order.id, to: intent.status, now: new Date(context.clock.now()) })
      if (intent.status === 'refunded') {
        await moveOrders(trx, { orderIds: [order.id], to: 'refunded' })
        return succeed('none')
      }
      if (intent.status !== 'succeeded') return succeed('none')
      const settled = isWhole(payment, intent) && (await settleOrder(context, trx, order)).success
      if (settled) return succeed('settled')
      await closeLapsed(trx, order)
      return succeed('refund')
    },
  )
  if (recorded.success && recorded.data === 'refund') await giveBack(context, payment, intent)
}

/** Nobody has written down yet that this order is over; what is refunded must not look payable. */
async function closeLapsed(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  const [closed] = await moveOrders(trx, { orderIds: [order.id], to: 'expired' })
  if (closed && order.promoCodeId) await releasePromoUse(trx, [order.promoCodeId])
}

const isWhole = (payment: PaymentRow, intent: Intent): boolean =>
  payment.amountCents === intent.amountCents && payment.currency === intent.currency

/** The same key each time: a crash in between is picked up by the reconciliation, and money goes back once. */
async function giveBack(context: Context, payment: PaymentRow, intent: Intent): Promise<void> {
  context.log.warn({ orderId: payment.orderId }, 'A payment came too late to be honoured and is refunded')
  const refunded = await context.payments.refundIntent(intent.id, `refund:${payment.orderId}`)
  if (refunded.status === 'refunded') await recordIntent(context, payment, refunded)
}

/** True while the buyer may still pay: the order is pending and its time has not passed. */
export const isPayable = (order: { status: OrderStatus; expiresAt: Date }, now: number): boolean =>
  isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, now)
