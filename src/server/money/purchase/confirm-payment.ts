import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { DECLINES, fail } from '#contracts/platform/errors.ts'
import type { confirmPayment as contract } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Card } from '#model/money/payments.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { openPayable } from './get-order.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import type { Caller, UseCase, VisitorCall } from '#server/use-case.ts'
import { callProviderAbout, callProvider } from '#server/money/payments/call-provider.ts'
import { keepHoldForPayment } from './keep-hold-for-payment.ts'
import { openIntent, toPayment } from './create-intent.ts'
import {
  insertPayment,
  movePayment,
  type PayableRow,
  type PaymentRow,
} from '#server/money/payments/payment-rows.ts'
import { isProviderError, type Intent } from '#server/money/providers/provider.ts'
import { isPayable, recordIntent } from '#server/money/payments/record-intent.ts'

/** Without a card, returns the payment's state. A declined card is no error: the response is `failed` with the reason. */
export const confirmPayment: UseCase<typeof contract, ConfirmCall> = async (
  context,
  { site, body, client },
) => {
  const { orderId, paymentMethod: card } = body
  const found = await openPayable(context, { site, id: orderId, client })
  if (!found.success) return found
  const order = found.data
  if (order.paidAt) return succeed({ status: 'succeeded' })
  if (card ? !isPayable(order, context.clock.now()) : !order.payment)
    return fail(card ? 'ORDER_NOT_PAYABLE' : 'PAYMENT_METHOD_REQUIRED')
  const returnUrl = client && client.origin + urls.order(order.id)
  const asked = await advance(context, order, card && { card, returnUrl })
  if (!asked.success) return asked
  const recorded = await recordIntent(context, asked.data)
  return recorded.success ? toOutcome(asked.data.intent, recorded.data) : recorded
}

/** `client` provides the return URL after a bank's challenge; absent when a page calls on behalf of the browser. */
type ConfirmCall = Caller & Partial<Pick<VisitorCall, 'client'>>

interface Charge {
  card: Card
  returnUrl: string | undefined
}

interface Standing {
  payment: PaymentRow
  intent: Intent
}

/** Charges when a card is given and the payment waits for one; otherwise only reads the state. */
async function advance(
  context: Context,
  order: PayableRow,
  charge: Charge | undefined,
): Promise<Result<Standing, CodeOf<typeof contract>>> {
  const { payment: present } = order
  const standing = present
    ? await callProviderAbout(context, present, () => context.payments.fetchIntent(present.intentId))
    : await openIntent(context, order)
  if (!standing.success) return standing
  const intent = standing.data
  const payment = present ?? toPayment(context, order, intent)
  const isChargeable = intent.status === 'open' || intent.status === 'requires_action'
  if (charge && isChargeable) return chargeCard(context, { payment, intent }, charge)
  if (!present) await insertPayment(context.db, payment, new Date(context.clock.now()))
  return succeed({ payment, intent })
}

async function chargeCard(
  context: Context,
  { payment, intent }: Standing,
  { card, returnUrl }: Charge,
): Promise<Result<Standing, CodeOf<typeof contract>>> {
  const begun = await transact(context.db, (trx) => beginCharge(context, trx, payment))
  if (!begun.success) return begun
  if (begun.data === 'too late') return fail('ORDER_NOT_PAYABLE')
  const charged = await callProvider(context, () =>
    context.payments.confirmIntent(intent.id, card, returnUrl).catch(unlessNotTaken),
  )
  if (!charged.success) return charged
  if (charged.data) return succeed({ payment, intent: charged.data })
  await recordIntent(context, { payment, intent })
  return fail('CARD_NOT_TAKEN')
}

function unlessNotTaken(error: unknown): undefined {
  if (!isProviderError(error, 'CardNotTaken')) throw error
}

/**
 * Recorded before the provider is called: if the response is lost, the order can't be replaced and reconciliation fetches
 * the result. A payment that is too late is recorded too, and cancelled at the provider.
 */
async function beginCharge(
  context: Context,
  trx: PipelinedTransaction,
  payment: PaymentRow,
): Promise<Result<'begun' | 'too late', CodeOf<typeof contract>>> {
  const { orderId } = payment
  const now = new Date(context.clock.now())
  const [, order] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    insertPayment(trx, payment, now),
  ])
  if (!order || !isPayable(order, context.clock.now())) return succeed('too late')
  trx.send(movePayment(trx, { orderId, to: 'processing', now }))
  await keepHoldForPayment(trx, order, now)
  return succeed('begun')
}

function toOutcome(
  intent: Intent,
  { isPaid }: { isPaid: boolean },
): Awaited<ReturnType<UseCase<typeof contract>>> {
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
  return isPaid ? succeed({ status: 'succeeded' }) : fail('ORDER_NOT_PAYABLE')
}
