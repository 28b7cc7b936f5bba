import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { toMajor } from '#model/platform/money.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { VisitsOfBuyer } from '#server/sales/attribution/attribute-order.ts'
import type { CheckedAnswers, CheckoutBody } from '#server/sales/checkout/check-answers.ts'
import { checkCustomerLimit } from '#server/sales/checkout/check-customer-limit.ts'
import { checkPayable, type Purchase } from '#server/sales/checkout/read-purchase.ts'
import { toOrderQuote } from '#server/sales/orders/order-view.ts'
import { reservePromo } from '#server/sales/promo/reserve-promo.ts'
import { reserveVouchers, type ReservedVouchers } from '#server/sales/vouchers/reserve-vouchers.ts'
import type { Site } from '#model/sites/sites.ts'

export interface PlaceRequest {
  site: Site
  body: CheckoutBody
  idempotencyKey: string
  arrival: VisitsOfBuyer
}

export interface ValidatedOrder {
  request: PlaceRequest
  purchase: Purchase
  answered: CheckedAnswers
  legalTextIds: readonly string[]
  now: number
}

interface Priced extends ReservedVouchers {
  price: Quote
  promo: { id: string; code: string } | undefined
}

/** Computes the order's price. Locks and reserves its promo code and vouchers. */
export async function priceOrder(
  context: Context,
  trx: PipelinedTransaction,
  { request, purchase, answered, now }: ValidatedOrder,
): Promise<Result<Priced, CodeOf<typeof contract>>> {
  const { body, arrival } = request
  const { promoterId } = purchase.cart
  const promo = await reservePromo(trx, { purchase, body, now })
  if (!promo.success) return promo
  const allowed = await checkCustomerLimit(trx, {
    promoterId,
    customer: { email: body.customer.email, accountId: arrival.accountId ?? null },
    lines: purchase.lines,
    now: new Date(now),
  })
  if (!allowed.success) return allowed
  const price = calculateQuote({
    lines: purchase.lines,
    feeRuleOf: purchase.feeRuleOf,
    discount: promo.data?.discount,
    deliveryCents: answered.deliveryCents,
  })
  const { totalCents } = price
  if (toMajor(totalCents, purchase.currency) !== body.expectedTotal) {
    return fail('PRICE_CHANGED', { quote: toOrderQuote(price, purchase.currency) })
  }
  const { currency } = purchase
  const requested = body.vouchers ?? []
  const spent = { promoterId, currency, totalCents, requested, now: new Date(now) }
  const vouchers = await reserveVouchers(trx, spent)
  if (!vouchers.success) return vouchers
  if (totalCents > 0) {
    const dueCents = totalCents - vouchers.data.voucherCents
    const payable = await checkPayable(context, trx, { purchase, dueCents })
    if (!payable.success) return payable
  }
  return succeed({ price, promo: promo.data, ...vouchers.data })
}
