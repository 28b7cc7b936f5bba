import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { calculatePlatformShare } from '#model/pricing/platform-terms.ts'
import { holdExpiry } from '#model/catalog/inventory/inventory.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { RUN_ALONE, type Batch, type BatchVerdict } from '#server/platform/db/batches/transaction-batcher.ts'
import { lockCarts, type LockedCart } from '#server/catalog/inventory/hold-rows.ts'
import { lockPromosOfCart } from '#server/sales/promo/promo-rows.ts'
import { attributeOrder } from '#server/sales/attribution/attribute-order.ts'
import type { BuyerLegalRow } from '#server/sites/legal/buyer-legal-rows.ts'
import { checkAnswers, type CheckedAnswers, type CheckoutBody } from '#server/sales/checkout/check-answers.ts'
import { checkAcceptedTerms, readTermsInForce } from '#server/sales/checkout/check-terms.ts'
import { toOrderItems, toOrderRow } from './new-order-row.ts'
import { listPurchaseLines, type PurchaseLineRow } from '#server/sales/checkout/purchase-rows.ts'
import { toPurchase, type Purchase } from '#server/sales/checkout/read-purchase.ts'
import { cancelLockedOrder } from '#server/sales/orders/cancel-pending-order.ts'
import { repeatedOrderOf } from '#server/sales/orders/order-access.ts'
import { listOrdersByKey, type OrderRow } from '#server/sales/orders/order-rows.ts'
import {
  listCartsWithPendingOrder,
  lockPendingOrders,
  type PendingOrder,
} from '#server/sales/orders/pending-order-rows.ts'
import { readSale, settleOrder } from '#server/sales/orders/settle-order.ts'
import { needsPayment, toPlacedOrder, writeOrders, type NewOrder, type PlacedOrder } from './new-orders.ts'
import { priceOrder, type ValidatedOrder, type PlaceRequest } from './price-order.ts'

type Code = CodeOf<typeof contract>

/**
 * Places the orders of several carts. An order runs alone if it needs more locks than those of its cart and inventory (for a
 * promo code, vouchers or a customer limit), replaces the cart's pending order, or is paid at once.
 */
export async function placeOrders(
  context: Context,
  trx: PipelinedTransaction,
  batch: Batch<PlaceRequest>,
): Promise<BatchVerdict<PlacedOrder, Code>[]> {
  const found = await readCarts(context, trx, batch)
  const isOnly = found.length === 1
  const planned = await Promise.all(
    found.map(async (each) => {
      if (!batch.waits && !(each.cart && each.isOrderLocked)) return RUN_ALONE
      return isOnly ? plan(context, trx, each) : planPlain(context, trx, each)
    }),
  )
  const fresh = planned.filter(isNewOrder)
  if (fresh.length > 0) writeOrders(trx, fresh, new Date(context.clock.now()))
  const verdicts = planned.map((each) => (isNewOrder(each) ? succeed(toPlacedOrder(each)) : each))
  const [first] = fresh
  if (!first || needsPayment(first)) return verdicts
  const { order } = first
  const settled = await settleOrder(context, trx, { order, ...(await readSale(trx, order.id)) })
  return [settled.success ? succeed({ orderId: order.id }) : settled]
}

type Planned = NewOrder | BatchVerdict<PlacedOrder, Code>

const isNewOrder = (planned: Planned): planned is NewOrder =>
  typeof planned === 'object' && 'order' in planned

/** A request with the data that was read after locking its cart. */
interface Found {
  request: PlaceRequest
  cart: LockedCart | undefined
  placedBefore: OrderRow | undefined
  pending: PendingOrder | undefined
  /** False if the cart has a pending order that another transaction has locked. */
  isOrderLocked: boolean
  rows: readonly PurchaseLineRow[]
  inForce: BuyerLegalRow[] | undefined
  now: number
}

async function readCarts(
  context: Context,
  trx: PipelinedTransaction,
  batch: Batch<PlaceRequest>,
): Promise<Found[]> {
  const { requests } = batch
  const keys = requests.map(({ body: { cartId }, idempotencyKey }) => ({ cartId, idempotencyKey }))
  const cartIds = keys.map(({ cartId }) => cartId)
  const [carts, placed, pending, withPending, lines, inForce] = await Promise.all([
    lockCarts(trx, cartIds, batch),
    listOrdersByKey(trx, keys),
    lockPendingOrders(trx, cartIds, batch),
    listCartsWithPendingOrder(trx, cartIds),
    listPurchaseLines(trx, { cartIds, now: new Date(context.clock.now()) }),
    Promise.all(requests.map(({ body }) => readTermsInForce(trx, body))),
  ])
  const now = context.clock.now()
  return requests.map((request, index) => {
    const { cartId } = request.body
    return {
      request,
      cart: carts.get(cartId),
      placedBefore: placed.get(cartId),
      pending: pending.get(cartId),
      isOrderLocked: pending.has(cartId) || !withPending.has(cartId),
      rows: lines.get(cartId) ?? [],
      inForce: inForce[index],
      now,
    }
  })
}

/** Plans an order in a batch. Returns `RUN_ALONE` if it needs writes or locks that a batch doesn't allow. */
async function planPlain(context: Context, trx: PipelinedTransaction, found: Found): Promise<Planned> {
  const { promoCode, vouchers = [] } = found.request.body
  const isReplacing = found.pending !== undefined && found.pending.id !== found.placedBefore?.id
  if (promoCode || vouchers.length > 0 || isReplacing) return RUN_ALONE
  if (found.rows.some((row) => row.maxPerCustomer !== null)) return RUN_ALONE
  const planned = await plan(context, trx, found)
  return isNewOrder(planned) && !needsPayment(planned) ? RUN_ALONE : planned
}

/**
 * Returns the order of an earlier request with the same key. KEY_REUSED if the order is unpaid and the request has
 * another email address, because the tickets would be sent to the first address. The address of a paid order may have
 * been corrected since.
 */
function repeatOf(order: OrderRow, { site, body }: PlaceRequest) {
  if (order.status === 'pending' && order.email !== body.customer.email) return fail('KEY_REUSED')
  return repeatedOrderOf(order, site)
}

async function plan(context: Context, trx: PipelinedTransaction, found: Found): Promise<Planned> {
  const { request, placedBefore, pending, now } = found
  const { body, site } = request
  const repeated = placedBefore && repeatOf(placedBefore, request)
  if (repeated) return repeated
  const cart = readCart({ cart: found.cart, site, now })
  if (!cart.success) return cart
  const purchase = toPurchase(cart.data, found.rows)
  const answered = checkPurchase(purchase, body)
  if (!answered.success) return answered
  const accepted = checkAcceptedTerms(body, found.inForce)
  if (!accepted.success) return accepted
  if (body.promoCode || pending?.promoCodeId)
    await lockPromosOfCart(trx, { ...purchase.cart, code: body.promoCode, cartId: body.cartId })
  const dropped = await cancelLockedOrder(context, trx, pending)
  if (!dropped.success) return dropped
  return planChecked(context, trx, {
    request,
    purchase,
    answered: answered.data,
    legalTextIds: accepted.data,
    now,
  })
}

function checkPurchase(purchase: Purchase, body: CheckoutBody): Result<CheckedAnswers, Code> {
  if (purchase.lines.length === 0) return fail('CART_EMPTY')
  if (!purchase.isShopOpen) return fail('SHOP_CLOSED')
  return purchase.isOnSale ? checkAnswers(purchase, body) : fail('NOT_ON_SALE')
}

/**
 * Computes the order's price and attribution. The caller must have locked the cart and the promo codes and cancelled the
 * cart's pending order.
 */
async function planChecked(
  context: Context,
  trx: PipelinedTransaction,
  checked: ValidatedOrder,
): Promise<Result<never, Code> | NewOrder> {
  const { request, purchase, now } = checked
  const priced = await priceOrder(context, trx, checked)
  if (!priced.success) return priced
  const { price, promo, uses, voucherCents } = priced.data
  // Placing the order extends the hold, because the buyer is about to pay.
  const expiresAt = new Date(holdExpiry(purchase.cart.firstHeldAt.getTime(), now))
  const visit = await attributeOrder(trx, { ...request, cart: purchase.cart, now })
  const share = calculatePlatformShare(price, purchase.terms)
  const order = toOrderRow({ request, purchase, price, voucherCents, share, promo, visit, expiresAt, now })
  return { order, items: toOrderItems(purchase, price, share), checked, price, uses }
}

/** Returns the cart if this site may sell it. CART_EXPIRED when its tickets are on sale again. */
function readCart(find: { cart: LockedCart | undefined; site: Site; now: number }): Result<LockedCart, Code> {
  const { cart, now } = find
  if (!cart || !isInSiteScope(siteScopeOf(find.site), cart.promoterId)) return fail('CART_EMPTY')
  if (cart.expiresAt.getTime() <= now) return fail('CART_EXPIRED')
  return succeed(cart)
}
