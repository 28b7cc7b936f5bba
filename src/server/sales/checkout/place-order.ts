import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { platformShare, type PlatformShare } from '#model/pricing/platform-terms.ts'
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
import { newOrderNumber } from '#server/sales/tickets/codes.ts'
import { insertOrderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import {
  attributeOrder,
  readVisitsOfBuyer,
  type VisitsOfBuyer,
  type Attributed,
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
import { checkPayable, orderTermsOf, toPurchase, type Purchase } from './read-purchase.ts'
import { reservePromo } from './reserve-promo.ts'
import { readSale, settleOrder } from '#server/sales/orders/settle-order.ts'

/**
 * Places an order at current prices. A free order is paid at once. A repeated Idempotency-Key with the same cart returns the
 * same order. PRICE_CHANGED returns the new quote and changes nothing.
 */
export const placeOrder: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, idempotencyKey, client },
) => {
  const arrival = await readVisitsOfBuyer(context, client)
  const request: Request = {
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

/** Limits free orders, because they send emails to arbitrary addresses at no cost. */
async function placeCounted(
  context: Context,
  request: Request,
): Promise<Result<Placed, CodeOf<typeof contract>>> {
  const placeNow = () => transact(context.db, (trx) => place(context, trx, request), REFUSALS)
  const { body, idempotencyKey } = request
  if (body.expectedTotal > 0) return placeNow()
  // A repeated request must not count again, because it sends no second email.
  if (await findOrderByKey(context.db, { cartId: body.cartId, idempotencyKey })) return placeNow()
  const counted = await countFreeMail(context, body.customer.email)
  if (isLimited(counted)) return counted
  const placed = await placeNow()
  if (!placed.success) await counted.giveBack()
  return placed
}

/** `view` is set when everything shown to the buyer is already loaded; `repeated` is set when the order existed before. */
interface Placed {
  orderId: string
  repeated?: OrderRow
  view?: OrderViewRow
}

const REFUSALS = { holds_are_whole: 'CART_EXPIRED', never_oversold: 'SOLD_OUT' } as const

interface Request {
  site: Site
  body: CheckoutBody
  idempotencyKey: string
  arrival: VisitsOfBuyer
}

async function place(
  context: Context,
  trx: PipelinedTransaction,
  request: Request,
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
  request: Request
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
  const promo = await reservePromo(trx, { purchase, body: request.body, now })
  if (!promo.success) return promo
  const allowed = await checkCustomerLimit(trx, {
    promoterId: purchase.cart.promoterId,
    customer: { email: request.body.customer.email, accountId: request.arrival.accountId ?? null },
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
  if (toMajor(price.totalCents, purchase.currency) !== request.body.expectedTotal) {
    return fail('PRICE_CHANGED', { quote: toOrderQuote(price, purchase.currency) })
  }
  if (price.totalCents > 0) {
    const payable = await checkPayable(context, trx, { purchase, price })
    if (!payable.success) return payable
  }
  // Placing the order extends the hold, because the buyer is about to pay.
  const expiresAt = new Date(holdExpiry(purchase.cart.firstHeldAt.getTime(), now))
  const visit = await attributeOrder(trx, { ...request, cart: purchase.cart, now })
  const share = platformShare(price, purchase.terms)
  const order = toOrderRow({ request, purchase, price, share, promo: promo.data, visit, expiresAt, now })
  const items = toItems(purchase, price, share)
  trx.send(
    insertOrder(trx, order),
    insertOrderItems(trx, order, items),
    insertOrderReturnRules(trx, order.id),
    insertOrderTaxes(trx, { ...order, taxes: price.tax.rates }),
    insertAttendees(trx, order, answered.attendees),
    insertOrderLegalTexts(trx, { ...order, legalTextIds: checked.legalTextIds }),
  )
  // This lock is the most contended, so it is taken last.
  const { cart, lines } = purchase
  trx.send(...extendHoldsForOrder(trx, { cartId: cart.id, lines, expiresAt, now: new Date(now) }))
  const { id: orderId } = order
  if (price.totalCents > 0)
    return succeed({
      orderId,
      view: { ...order, linkId: orderId, items, tickets: [], paymentStatus: null, taxes: price.tax.rates },
    })
  const settled = await settleOrder(context, trx, { order, ...(await readSale(trx, orderId)) })
  return settled.success ? succeed({ orderId }) : settled
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

function toOrderRow(parts: {
  request: Request
  purchase: Purchase
  price: Quote
  share: PlatformShare
  promo: { id: string; code: string } | undefined
  visit: Attributed
  expiresAt: Date
  now: number
}): OrderRow {
  const { request, purchase, price, share, promo, visit, expiresAt, now } = parts
  const { body } = request
  return {
    id: crypto.randomUUID(),
    number: newOrderNumber(),
    promoterId: purchase.cart.promoterId,
    cartId: body.cartId,
    idempotencyKey: request.idempotencyKey,
    status: 'pending',
    currency: purchase.currency,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    ticketFeesCents: price.fees.ticketFeesCents,
    orderFeesCents: price.fees.orderFeesCents,
    deliveryFeeCents: price.fees.deliveryFeeCents,
    platformShareCents: share.totalCents,
    taxCents: price.tax.taxCents,
    taxIncluded: price.tax.included,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    refundedCents: 0,
    promoCodeId: promo?.id ?? null,
    promoCode: promo?.code ?? null,
    firstName: body.customer.firstName,
    lastName: body.customer.lastName,
    email: body.customer.email,
    phone: body.customer.phone || null,
    delivery: body.delivery ?? { method: 'e_ticket' },
    answers: body.answers ?? {},
    tracking: body.tracking ?? null,
    ...visit,
    buyerAccountId: request.arrival.accountId ?? null,
    createdAt: new Date(now),
    expiresAt,
    paidAt: null,
    takenOutside: null,
    ...orderTermsOf(purchase),
  }
}

const toItems = (purchase: Purchase, price: Quote, share: PlatformShare): OrderViewRow['items'] =>
  price.lines.map((line, index) => {
    const { name = '', eventTitle = '' } = purchase.lines[index] ?? {}
    return { ...line, name, eventTitle, platformShareCents: share.lineCents[index] ?? 0 }
  })
