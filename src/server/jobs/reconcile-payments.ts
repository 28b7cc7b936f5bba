import { isOpen } from '#model/orders.ts'
import type { Context } from '../context.ts'
import { findOrderRow } from '../orders/order-rows.ts'
import { askProvider } from '../payments/ask-provider.ts'
import { listUnsettled, type PaymentRow } from '../payments/payment-rows.ts'
import { recordIntent } from '../payments/record-intent.ts'

/** How long a webhook may take before Foyer asks for itself. */
const PATIENCE_MS = 30_000
const BATCH = 50

/** Settles what no webhook told, and calls off payments whose orders are over. */
export async function reconcilePayments(context: Context): Promise<void> {
  const now = context.clock.now()
  const find = { before: new Date(now - PATIENCE_MS), now: new Date(now), limit: BATCH }
  for (const payment of await listUnsettled(context.db, find)) await reconcile(context, payment)
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
