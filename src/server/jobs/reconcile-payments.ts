import { isOpen } from '#model/orders.ts'
import type { Context } from '../context.ts'
import { findOrderRow } from '../orders/order-rows.ts'
import { askProvider } from '../payments/ask-provider.ts'
import { takeUnsettled, type PaymentRow } from '../payments/payment-rows.ts'
import { recordIntent } from '../payments/record-intent.ts'
import { batchByBatch, eachAlone } from './each-alone.ts'

/** How long a webhook may take before Foyer asks for itself, and how often it asks again. */
const PATIENCE_MS = 30_000
const BATCH = 50

/** Settles what no webhook told, finishes refunds, and calls off payments whose orders are over. */
export async function reconcilePayments(context: Context): Promise<void> {
  const now = context.clock.now()
  const take = { before: new Date(now - PATIENCE_MS), now: new Date(now), limit: BATCH }
  await batchByBatch(BATCH, async () => {
    const payments = await takeUnsettled(context.db, take)
    await eachAlone(context, payments, (payment) => reconcile(context, payment))
    return payments.length
  })
}

async function reconcile(context: Context, payment: PaymentRow): Promise<void> {
  const order = await findOrderRow(context.db, payment.orderId)
  if (!order) return
  const isOver = !isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, context.clock.now())
  const asked = await askProvider(context, () =>
    isOver ? context.payments.cancelIntent(payment.intentId) : context.payments.fetchIntent(payment.intentId),
  )
  if (asked.success) await recordIntent(context, payment, asked.data)
}
