import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { platformShare } from '#model/pricing/platform-terms.ts'
import { holdExpiry } from '#model/catalog/inventory/inventory.ts'
import { toMajor } from '#model/platform/money.ts'
import { quote, type Quote } from '#model/pricing/quote.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInScope, scopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockCart, type LockedCart } from '#server/catalog/inventory/hold-rows.ts'
import { extendHoldsForOrder } from '#server/catalog/inventory/sale-rows.ts'
import { lockPromosOfCart } from '#server/sales/promo/promo-rows.ts'
import { insertOrderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import {
  attributeOrder,
  readVisitsOfBuyer,
  type VisitsOfBuyer,
} from '#server/sales/attribution/attribute-order.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { checkAnswers, type Answered, type CheckoutBody } from './check-answers.ts'
import { checkTerms, readTermsInForce } from './check-terms.ts'
import { checkCustomerLimit } from './check-customer-limit.ts'
import { countCheckoutTries } from './count-checkout-tries.ts'
import { dropOrder } from '#server/sales/orders/drop-open-order.ts'
import { repeatedOrderOf, mayOpenOrder } from '#server/sales/orders/order-access.ts'
import {
  findOrderByKey,
  insertAttendees,
  insertOrder,
  insertOrderItems,
  lockPendingOrder,
  type OrderRow,
  type OrderViewRow,
} from '#server/sales/orders/order-rows.ts'
import { insertOrderReturnRules } from '#server/sales/orders/return-rule-rows.ts'
import { insertOrderLegalTexts } from '#server/sales/orders/order-legal-rows.ts'
import { countFreeMail, isLimited } from '#server/sales/order-management/order-mail-limits.ts'
import { toOrder, toOrderQuote, viewOrder } from '#server/sales/orders/order-view.ts'
import { listPurchaseLines } from './purchase-rows.ts'
import { toItems, toOrderRow } from './new-order-row.ts'
import { checkPayable, toPurchase, type Purchase } from './read-purchase.ts'
import { reservePromo } from '#server/sales/promo/reserve-promo.ts'
import { reserveVouchers, type ReservedVouchers } from '#server/sales/vouchers/reserve-vouchers.ts'
import { insertOrderVouchers } from '#server/sales/vouchers/voucher-rows.ts'
import { readSale, settleOrder } from '#server/sales/orders/settle-order.ts'

/**
 * Places an order at current prices. A free order, and one that vouchers pay, is paid at once. A repeated Idempotency-Key with the same cart returns the
 * same order. PRICE_CHANGED returns the new quote and changes nothing.
 */
export const placeOrder: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, idempotencyKey, client },
) => {
  const arrival = await readVisitsOfBuyer(context, client)
  const request: PlaceRequest = {
    site,
    body: { ...body, cartId: body.cartId.toLowerCase() },
    idempotencyKey,
    arrival,
  }
  const checkout = { body: request.body, client, accountId: arrival.accountId }
  const placed = await countCheckoutTries(context, checkout, () => placeCounted(context, request))
  if (!placed.success) return placed
  const { orderId, view, repeated } = placed.data
  if (repeated && !(await mayOpenOrder(context, repeated, client))) return fail('ORDER_SIGN_IN')
  return succeed({ order: await (view ? toOrder(context, view) : viewOrder(context, orderId)) })
}

/** Limits orders that are free or paid by vouchers alone, because they send emails to arbitrary addresses at no cost. */
async function placeCounted(
  context: Context,
  request: PlaceRequest,
): Promise<Result<Placed, CodeOf<typeof contract>>> {
  const placeNow = () => transact(context.db, (trx) => place(context, trx, request), REFUSALS)
  const { body, idempotencyKey } = request
  const byVouchers = (body.vouchers ?? []).reduce((sum, { amount }) => sum + amount, 0)
  if (body.expectedTotal - byVouchers > LESS_THAN_A_COIN) return placeNow()
  // A repeated request must not count again, because it sends no second email.
  if (await findOrderByKey(context.db, { cartId: body.cartId, idempotencyKey })) return placeNow()
  const counted = await countFreeMail(context, body.customer.email)
  if (isLimited(counted)) return counted
  const placed = await placeNow()
  if (!placed.success) await counted.giveBack()
  return placed
}

/** Sums of major units aren't exact. */
const LESS_THAN_A_COIN = 0.0005

/** `view` is set when everything shown to the buyer is already loaded; `repeated` is set when the order existed before. */
interface Placed {
  orderId: string
  repeated?: OrderRow
  view?: OrderViewRow
}

const REFUSALS = { holds_are_whole: 'CART_EXPIRED', never_oversold: 'SOLD_OUT' } as const

interface PlaceRequest {
  site: Site
  body: CheckoutBody
  idempotencyKey: string
  arrival: VisitsOfBuyer
}

async function place(
  context: Context,
  trx: PipelinedTransaction,
  request: PlaceRequest,
): Promise<Result<Placed, CodeOf<typeof contract>>> {
  const { body, site, idempotencyKey } = request
  const { cartId } = body
  const [cart, placedBefore, pending, rows, inForce] = await Promise.all([
    lockCart(trx, cartId),
    findOrderByKey(trx, { cartId, idempotencyKey }),
    lockPendingOrder(trx, cartId),
    listPurchaseLines(trx, { cartId, now: new Date(context.clock.now()) }),
    readTermsInForce(trx, body),
  ])
  const now = context.clock.now()
  const repeated = placedBefore && repeatedOrderOf(placedBefore, site)
  if (repeated) return repeated
  const found = readCart({ cart, site, now })
  if (!found.success) return found
  const purchase = toPurchase(found.data, rows)
  const answered = checkPurchase(purchase, body)
  if (!answered.success) return answered
  const accepted = checkTerms(body, inForce)
  if (!accepted.success) return accepted
  if (body.promoCode || pending?.promoCodeId)
    await lockPromosOfCart(trx, { ...purchase.cart, code: body.promoCode, cartId })
  const dropped = await dropOrder(context, trx, pending)
  if (!dropped.success) return dropped
  const checked = { request, purchase, answered: answered.data, legalTextIds: accepted.data, now }
  return keepOrder(context, trx, checked)
}

function checkPurchase(purchase: Purchase, body: CheckoutBody): Result<Answered, CodeOf<typeof contract>> {
  if (purchase.lines.length === 0) return fail('CART_EMPTY')
  if (!purchase.isShopOpen) return fail('SHOP_CLOSED')
  return purchase.isOnSale ? checkAnswers(purchase, body) : fail('NOT_ON_SALE')
}

interface Checked {
  request: PlaceRequest
  purchase: Purchase
  answered: Answered
  legalTextIds: readonly string[]
  now: number
}

/** Writes the order. The caller has locked the cart and promo codes, and the cart has no pending order. */
async function keepOrder(
  context: Context,
  trx: PipelinedTransaction,
  checked: Checked,
): Promise<Result<Placed, CodeOf<typeof contract>>> {
  const { request, purchase, answered, now } = checked
  const priced = await priceOrder(context, trx, checked)
  if (!priced.success) return priced
  const { price, promo, uses, voucherCents } = priced.data
  // Placing the order extends the hold, because the buyer is about to pay.
  const expiresAt = new Date(holdExpiry(purchase.cart.firstHeldAt.getTime(), now))
  const visit = await attributeOrder(trx, { ...request, cart: purchase.cart, now })
  const share = platformShare(price, purchase.terms)
  const parts = { request, purchase, price, voucherCents, share, promo, visit, expiresAt, now }
  const order = toOrderRow(parts)
  const items = toItems(purchase, price, share)
  trx.send(
    insertOrder(trx, order),
    insertOrderItems(trx, order, items),
    insertOrderVouchers(trx, order, uses),
    insertOrderReturnRules(trx, order.id),
    insertOrderTaxes(trx, { ...order, taxes: price.tax.rates }),
    insertAttendees(trx, order, answered.attendees),
    insertOrderLegalTexts(trx, { ...order, legalTextIds: checked.legalTextIds }),
  )
  // This lock is the most contended, so it is taken last.
  const { cart, lines } = purchase
  trx.send(...extendHoldsForOrder(trx, { cartId: cart.id, lines, expiresAt, now: new Date(now) }))
  const { id: orderId, totalCents } = order
  if (totalCents > voucherCents) {
    const shown = { items, tickets: [], paymentStatus: null, vouchers: uses, taxes: price.tax.rates }
    return succeed({ orderId, view: { ...order, linkId: orderId, ...shown } })
  }
  const settled = await settleOrder(context, trx, { order, ...(await readSale(trx, orderId)) })
  return settled.success ? succeed({ orderId }) : settled
}

interface Priced extends ReservedVouchers {
  price: Quote
  promo: { id: string; code: string } | undefined
}

/** Prices the order. Its promo code and vouchers are reserved, and their locks held. */
async function priceOrder(
  context: Context,
  trx: PipelinedTransaction,
  { request, purchase, answered, now }: Checked,
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
  const price = quote({
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

/** Returns a cart that this site may sell. CART_EXPIRED when the cart has expired and its tickets are on sale again. */
function readCart(find: {
  cart: LockedCart | undefined
  site: Site
  now: number
}): Result<LockedCart, CodeOf<typeof contract>> {
  const { cart, now } = find
  if (!cart || !isInScope(scopeOf(find.site), cart.promoterId)) return fail('CART_EMPTY')
  if (cart.expiresAt.getTime() <= now) return fail('CART_EXPIRED')
  return succeed(cart)
}
