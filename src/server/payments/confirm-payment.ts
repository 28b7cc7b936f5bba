import type { Transaction } from 'kysely'
import { DECLINES, fail, type ErrorCode } from '#contracts/errors.ts'
import type { confirmPayment as contract } from '#contracts/payments.ts'
import type { Card } from '#model/payments.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import { lockCartOfOrder } from '../inventory/hold-rows.ts'
import { findOrderFor } from '../orders/get-order.ts'
import { findOrderRow, lockOrder } from '../orders/order-rows.ts'
import type { UseCase } from '../use-case.ts'
import { askProvider } from './ask-provider.ts'
import { openPayment } from './create-intent.ts'
import { findPayment, movePayment, type PaymentRow } from './payment-rows.ts'
import type { Intent } from './provider.ts'
import { isPayable, recordIntent } from './record-intent.ts'

/**
 * Pays an order with a card, or asks how its payment stands. A declined card is not an error: the answer says `failed` and
 * why, and another card may be tried.
 */
export const confirmPayment: UseCase<typeof contract> = async (context, { site, body }) => {
  const order = await findOrderFor(context, { site, id: body.orderId })
  if (!order) return fail('NOT_FOUND')
  if (order.paidAt) return succeed({ status: 'succeeded' })
  const begun = await findPayment(context.db, order.id)
  if (!begun && !body.paymentMethod) return fail('PAYMENT_METHOD_REQUIRED')
  if (body.paymentMethod && !isPayable(order, context.clock.now())) return fail('ORDER_NOT_PAYABLE')
  const opened = await askProvider(context, () => openPayment(context, order))
  if (!opened.success) return opened
  const asked = await advance(context, opened.data, body.paymentMethod)
  if (!asked.success) return asked
  const recorded = await recordIntent(context, opened.data, asked.data)
  return recorded.success ? toOutcome(context, order.id, asked.data) : recorded
}

/** Charges when there is a card and the payment still waits for one; else only looks. */
async function advance(
  context: Context,
  payment: PaymentRow,
  card: Card | undefined,
): Promise<Result<Intent, ErrorCode>> {
  const standing = await askProvider(context, () => context.payments.fetchIntent(payment.intentId))
  if (!standing.success || !card) return standing
  const { status } = standing.data
  if (status !== 'open' && status !== 'requires_action') return standing
  const begun = await transact(context.db, (trx) => beginCharge(context, trx, payment.orderId))
  if (!begun.success) return begun
  return askProvider(context, () => context.payments.confirmIntent(payment.intentId, card))
}

/**
 * Written down before the provider is asked: should its answer get lost, the order can't be replaced meanwhile, and
 * reconciliation asks how it went.
 */
async function beginCharge(
  context: Context,
  trx: Transaction<Database>,
  orderId: string,
): Promise<Result<null, 'ORDER_NOT_PAYABLE'>> {
  await lockCartOfOrder(trx, orderId)
  const order = await lockOrder(trx, orderId)
  const now = context.clock.now()
  if (!order || !isPayable(order, now)) return fail('ORDER_NOT_PAYABLE')
  await movePayment(trx, { orderId, to: 'processing', now: new Date(now) })
  return succeed(null)
}

async function toOutcome(
  context: Context,
  orderId: string,
  intent: Intent,
): ReturnType<UseCase<typeof contract>> {
  if (intent.status === 'processing') return succeed({ status: 'processing' })
  if (intent.status === 'requires_action') {
    return succeed({
      status: 'requires_action',
      ...(intent.nextAction ? { nextAction: intent.nextAction } : {}),
    })
  }
  if (intent.status === 'open') {
    return intent.decline
      ? succeed({ status: 'failed', message: DECLINES[intent.decline] })
      : fail('PAYMENT_METHOD_REQUIRED')
  }
  const paid = (await findOrderRow(context.db, orderId))?.paidAt
  return paid ? succeed({ status: 'succeeded' }) : fail('ORDER_NOT_PAYABLE')
}
