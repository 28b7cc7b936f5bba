import { fail } from '#contracts/platform/errors.ts'
import type { createIntent as contract } from '#contracts/checkout/payments.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { openPayableOrder, type PayableCall } from './get-order.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { insertPayment, type PaymentRow } from '#server/money/payments/payment-rows.ts'
import { callProvider, isOfConfiguredProvider } from '#server/money/payments/call-provider.ts'
import { isProviderError, type Intent, type IntentRequest } from '#server/money/providers/provider.ts'
import { keepHoldForPayment } from './keep-hold-for-payment.ts'
import { isOrderPayable } from '#server/money/payments/record-intent.ts'

export const createIntent: UseCase<typeof contract, PayableCall> = async (
  context,
  { site, body, client },
) => {
  const found = await openPayableOrder(context, { site, id: body.orderId, client })
  if (!found.success) return found
  const order = found.data
  if (!isOrderPayable(order, context.clock.now()) || dueCentsOf(order) === 0) return fail('ORDER_NOT_PAYABLE')
  if (!order.isPromoterActive) return fail('SHOP_CLOSED')
  const payment = order.payment ? succeed(order.payment) : await openPayment(context, order)
  if (!payment.success) return payment
  if (!isOfConfiguredProvider(context, payment.data)) return fail('PAYMENT_PROVIDER_FAILED')
  // From now on the browser can charge the card without a request to Foyer, so the hold is extended.
  if (context.payments.publishableKey) await keepTickets(context, order.id)
  const { provider, clientSecret, amountCents, currency } = payment.data
  const { publishableKey } = context.payments
  return succeed({
    provider,
    clientSecret,
    amount: toMajor(amountCents, currency),
    currency,
    ...(publishableKey === undefined ? {} : { publishableKey }),
  })
}

const keepTickets = (context: Context, orderId: string): Promise<unknown> =>
  transact(context.db, async (trx) => {
    const [, order] = await Promise.all([lockCartOfOrder(trx, orderId), lockOrder(trx, orderId)])
    if (order) await keepHoldForPayment(trx, order, new Date(context.clock.now()))
    return succeed(null)
  })

async function openPayment(context: Context, order: OrderRow): Promise<Result<PaymentRow, OpenFailure>> {
  const answer = await openPaymentIntent(context, order)
  if (!answer.success) return answer
  const payment = toPaymentRow(context, order, answer.data)
  return succeed(await insertPayment(context.db, payment, new Date(context.clock.now())))
}

type OpenFailure = 'PAYMENT_PROVIDER_FAILED' | 'AMOUNT_NOT_CHARGEABLE'

/** Amount to charge: the total minus the vouchers' part. */
const dueCentsOf = ({ totalCents, voucherCents }: OrderRow): number => totalCents - voucherCents

/**
 * Creates the order's payment intent. The order's id is the provider's idempotency key, so that concurrent calls create only
 * one.
 */
export async function openPaymentIntent(
  context: Context,
  order: OrderRow,
): Promise<Result<Intent, OpenFailure>> {
  const request: IntentRequest = {
    idempotencyKey: order.id,
    amountCents: dueCentsOf(order),
    currency: order.currency,
    orderId: order.id,
    orderNumber: order.number,
    descriptor: sellerOf(context, order) ?? order.number,
  }
  const answer = await callProvider(context, () =>
    context.payments.createIntent(request).catch(unlessRefused),
  )
  if (!answer.success) return answer
  return answer.data ? succeed(answer.data) : fail('AMOUNT_NOT_CHARGEABLE')
}

function unlessRefused(error: unknown): undefined {
  if (!isProviderError(error, 'PaymentRefused')) throw error
}

/** Returns the storefront's name for the bank statement, because buyers recognise it more easily than an order number. */
function sellerOf({ sites }: Context, order: OrderRow): string | undefined {
  const host = sites.hostOf(order.promoterId)
  return host === undefined ? undefined : sites.resolve(host).settings.siteName
}

export const toPaymentRow = (context: Context, order: OrderRow, intent: Intent): PaymentRow => ({
  orderId: order.id,
  promoterId: order.promoterId,
  provider: context.payments.name,
  intentId: intent.id,
  clientSecret: intent.clientSecret,
  amountCents: intent.amountCents,
  currency: intent.currency,
  status: intent.status,
  feeCents: null,
})
