import type { Transaction } from 'kysely'
import { fail, type ErrorCode } from '#contracts/errors.ts'
import type { checkout as contract } from '#contracts/orders.ts'
import { holdExpiry } from '#model/inventory.ts'
import { toCents } from '#model/money.ts'
import { quote, type Quote } from '#model/quote.ts'
import { succeed, type Result } from '#model/result.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import { listHolds, lockCart, lockInventory, replaceHolds, type CartRow } from '../inventory/hold-rows.ts'
import { judgePromo } from '../promo/judge-promo.ts'
import { lockPromo, reservePromoUse } from '../promo/promo-rows.ts'
import { newOrderNumber } from '../tickets/codes.ts'
import type { UseCase } from '../use-case.ts'
import { checkAnswers, type CheckoutBody } from './check-answers.ts'
import { dropOpenOrder } from './drop-open-order.ts'
import {
  findOrderByKey,
  insertAttendees,
  insertOrder,
  insertOrderItems,
  type OrderRow,
} from './order-rows.ts'
import { toOrderQuote, viewOrder } from './order-view.ts'
import { readPurchase, type Purchase } from './read-purchase.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Turns a cart's holds into a pending order, priced here and now; a free one is paid at once. The same Idempotency-Key of
 * the same cart gives the same order. PRICE_CHANGED carries the new quote and leaves everything as it was.
 */
export const placeOrder: UseCase<typeof contract> = async (context, { site, body, idempotencyKey }) => {
  if (!idempotencyKey || idempotencyKey.length > 200) {
    return fail('VALIDATION_ERROR', [{ path: 'Idempotency-Key', message: 'Send an Idempotency-Key header.' }])
  }
  const request: Request = { site, body: { ...body, cartId: body.cartId.toLowerCase() }, idempotencyKey }
  const placed = await transact(context.db, (trx) => place(context, trx, request))
  return placed.success ? succeed({ order: await viewOrder(context, placed.data) }) : placed
}

interface Request {
  site: Site
  body: CheckoutBody
  idempotencyKey: string
}

async function place(
  context: Context,
  trx: Transaction<Database>,
  request: Request,
): Promise<Result<string, ErrorCode>> {
  const { body, idempotencyKey } = request
  const now = context.clock.now()
  const cart = await lockCart(trx, body.cartId)
  const placedBefore = await findOrderByKey(trx, { cartId: body.cartId, idempotencyKey })
  if (placedBefore) return succeed(placedBefore.id)
  const found = await readCart(trx, { cart, site: request.site, now })
  if (!found.success) return found
  const purchase = await readPurchase(trx, found.data, now)
  const answered = checkAnswers(purchase, body)
  if (!answered.success) return answered
  const dropped = await dropOpenOrder(context, trx, body.cartId)
  if (!dropped.success) return dropped
  const promo = await reservePromo(trx, { purchase, body, now })
  if (!promo.success) return promo
  const price = quote({
    lines: purchase.lines,
    feeRuleOf: purchase.feeRuleOf,
    discount: promo.data?.discount,
    deliveryCents: answered.data.deliveryCents,
  })
  if (price.totalCents !== toCents(body.expectedTotal, purchase.currency)) {
    return fail('PRICE_CHANGED', { quote: toOrderQuote(price, purchase.currency) })
  }
  if (promo.data) await reservePromoUse(trx, promo.data.id)
  const kept = await keepHolds(trx, { cart: purchase.cart, now })
  const order = toOrderRow({ request, purchase, price, promo: promo.data, expiresAt: kept, now })
  await insertOrder(trx, order)
  await insertOrderItems(trx, order, toItems(purchase, price))
  await insertAttendees(trx, order, answered.data.attendees)
  if (price.totalCents === 0) await settleOrder(context, trx, order)
  return succeed(order.id)
}

/** A cart that this site may sell from. An expired one still says what was in it, but its tickets are on sale again. */
async function readCart(
  trx: Transaction<Database>,
  find: { cart: CartRow | undefined; site: Site; now: number },
): Promise<Result<CartRow, ErrorCode>> {
  const { cart, now } = find
  const scope = scopeOf(find.site)
  if (!cart || scope === 'nobody') return fail('CART_EMPTY')
  if (scope !== 'every promoter' && scope.promoterId !== cart.promoterId) return fail('CART_EMPTY')
  if (cart.expiresAt.getTime() <= now) return fail('CART_EXPIRED')
  return (await listHolds(trx, cart.id)).length > 0 ? succeed(cart) : fail('CART_EMPTY')
}

async function reservePromo(
  trx: Transaction<Database>,
  use: { purchase: Purchase; body: CheckoutBody; now: number },
) {
  const { purchase, body, now } = use
  if (!body.promoCode) return succeed(undefined)
  const promo = await lockPromo(trx, {
    promoterId: purchase.cart.promoterId,
    code: body.promoCode,
    now: new Date(now),
  })
  const judged = await judgePromo(trx, promo, {
    lines: purchase.lines,
    currency: purchase.currency,
    email: body.customer.email,
    now,
  })
  if (!judged.success) return judged
  return succeed(promo && { id: promo.id, code: promo.code, discount: judged.data })
}

/** Placing the order starts the ten minutes anew: the buyer is about to pay. */
async function keepHolds(trx: Transaction<Database>, keep: { cart: CartRow; now: number }): Promise<Date> {
  const { cart, now } = keep
  const holds = await listHolds(trx, cart.id)
  await lockInventory(trx, { ticketTypeIds: holds.map((hold) => hold.ticketTypeId), now: new Date(now) })
  const expiresAt = new Date(holdExpiry(cart.firstHeldAt.getTime(), now))
  await replaceHolds(trx, { ...cart, expiresAt }, holds)
  return expiresAt
}

function toOrderRow(parts: {
  request: Request
  purchase: Purchase
  price: Quote
  promo: { id: string; code: string } | undefined
  expiresAt: Date
  now: number
}): OrderRow {
  const { request, purchase, price, promo, expiresAt, now } = parts
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
    totalCents: price.totalCents,
    promoCodeId: promo?.id ?? null,
    promoCode: promo?.code ?? null,
    firstName: body.customer.firstName,
    lastName: body.customer.lastName,
    email: body.customer.email,
    phone: body.customer.phone || null,
    delivery: body.delivery ?? { method: 'e_ticket' },
    answers: body.answers ?? {},
    tracking: body.tracking ?? null,
    createdAt: new Date(now),
    expiresAt,
    paidAt: null,
  }
}

const toItems = (purchase: Purchase, price: Quote) =>
  price.lines.map((line) => ({ ...line, name: purchase.nameOf(line.ticketTypeId) }))
