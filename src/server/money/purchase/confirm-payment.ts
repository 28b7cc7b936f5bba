import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { DECLINES } from '#contracts/platform/declines.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { confirmPayment as contract } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Card } from '#model/money/payments.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { openPayableOrder } from './get-order.ts'
import type { Caller, UseCase, VisitorCall } from '#server/use-case.ts'
import { callProviderAbout, callProvider } from '#server/money/payments/call-provider.ts'
import { recordChargeStart } from './record-charge-start.ts'
import { openPaymentIntent, toPaymentRow } from './create-intent.ts'
import { insertPayment, type PayableOrderRow, type PaymentRow } from '#server/money/payments/payment-rows.ts'
import { isProviderError, type Intent } from '#server/money/providers/provider.ts'
import { isOrderPayable, recordIntent } from '#server/money/payments/record-intent.ts'

/**
 * Charges the card. Without a card, returns the payment's state. A declined card isn't an error: the status is `failed`,
 * with the reason.
 */
export const confirmPayment: UseCase<typeof contract, ConfirmCall> = async (
  context,
  { site, body, client },
) => {
  const { orderId, paymentMethod: card } = body
  const found = await openPayableOrder(context, { site, id: orderId, client })
  if (!found.success) return found
  const order = found.data
  if (order.paidAt) return succeed({ status: 'succeeded' })
  const refusal = card
    ? chargeRefusal(order, context.clock.now())
    : !order.payment && 'PAYMENT_METHOD_REQUIRED'
  if (refusal) return fail(refusal)
  const returnUrl = client && client.origin + urls.order(order.id)
  const answer = await advance(context, order, card && { card, returnUrl })
  return answer.success ? recordOutcome(context, answer.data) : answer
}

/**
 * Returns why a card can't be charged now. A payment that a browser started before the shop closed is refunded instead
 * (`settleOrder`).
 */
function chargeRefusal(order: PayableOrderRow, now: number): 'ORDER_NOT_PAYABLE' | 'SHOP_CLOSED' | undefined {
  if (!isOrderPayable(order, now)) return 'ORDER_NOT_PAYABLE'
  return order.isPromoterActive ? undefined : 'SHOP_CLOSED'
}

/**
 * `client` determines the URL to which a bank's challenge returns. Undefined when a page makes the call for a browser
 * without JavaScript.
 */
type ConfirmCall = Caller & Partial<Pick<VisitorCall, 'client'>>

interface Charge {
  card: Card
  returnUrl: string | undefined
}

interface Standing {
  payment: PaymentRow
  intent: Intent
}

/**
 * Charges the card if the payment can be charged. Otherwise, and without a card, reads the payment's state. Returns `paid` if
 * another request has paid the order meanwhile.
 */
async function advance(
  context: Context,
  order: PayableOrderRow,
  charge: Charge | undefined,
): Promise<Result<Standing | 'paid', CodeOf<typeof contract>>> {
  const { payment: present } = order
  const standing = present
    ? await callProviderAbout(context, present, () => context.payments.fetchIntent(present.intentId))
    : await openPaymentIntent(context, order)
  if (!standing.success) return standing
  const intent = standing.data
  const payment = present ?? toPaymentRow(context, order, intent)
  const isChargeable = intent.status === 'open' || intent.status === 'requires_action'
  if (charge && isChargeable) return chargeCard(context, { payment, intent }, charge)
  if (!present) await insertPayment(context.db, payment, new Date(context.clock.now()))
  return succeed({ payment, intent })
}

async function chargeCard(
  context: Context,
  { payment, intent }: Standing,
  { card, returnUrl }: Charge,
): Promise<Result<Standing | 'paid', CodeOf<typeof contract>>> {
  const begun = await recordChargeStart(context, payment)
  if (!begun.success) return begun
  if (begun.data === 'paid') return succeed(begun.data)
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

async function recordOutcome(context: Context, reached: Standing | 'paid'): Promise<Outcome> {
  if (reached === 'paid') return succeed({ status: 'succeeded' })
  const recorded = await recordIntent(context, reached)
  return recorded.success ? toOutcome(reached.intent, recorded.data) : recorded
}

type Outcome = Awaited<ReturnType<UseCase<typeof contract>>>

function toOutcome(intent: Intent, { isPaid }: { isPaid: boolean }): Outcome {
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
