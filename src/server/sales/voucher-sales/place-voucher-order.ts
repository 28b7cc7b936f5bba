import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { orderVoucher as contract, VoucherOrderBody } from '#contracts/checkout/voucher-sales.ts'
import { CART_MAX_LIFETIME_MS } from '#model/catalog/inventory/hold-times.ts'
import { isWholeCents, toCents } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { DEFAULT_REMITTANCE } from '#model/pricing/platform-terms.ts'
import {
  voucherAmountRefusal,
  deliveryDayRefusal,
  voucherDeliveryTime,
} from '#model/sales/vouchers/voucher-offers.ts'
import type { Context } from '#server/context.ts'
import {
  consumeLimits,
  hashLimitKey,
  clientNetworkOf,
  restoreLimits,
  type LimitedKey,
} from '#server/people/sessions/limits.ts'
import { derivedId } from '#server/platform/ids/derived-id.ts'
import { fingerprintOf } from '#server/platform/ids/request-fingerprint.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import { hasPlatformTerms } from '#server/pricing/terms/terms-rows.ts'
import { checkAcceptedTerms } from '#server/sales/checkout/check-terms.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import { insertOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { insertOrderLegalTexts } from '#server/sales/orders/order-legal-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'
import { NEW_ORDER_DEFAULTS } from '#server/sales/checkout/placing/new-order-row.ts'
import { newOrderNumber } from '#server/sales/tickets/codes.ts'
import { listBuyerLegalRows } from '#server/sites/legal/buyer-legal-rows.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { findVoucherSeller } from './show-voucher-offer.ts'
import { findActiveOffer, type ActiveOfferRow } from './voucher-offer-rows.ts'
import {
  findOrderOfCart,
  insertVoucherCart,
  insertVoucherSale,
  type VoucherSale,
} from './voucher-sale-rows.ts'

/**
 * Limits for voucher orders, whose number isn't limited by inventory. Enough for a family's presents, too few to test stolen
 * cards, since each order accepts one payment.
 */
const OF_CLIENT: Limit = { name: 'voucher_order_client', points: 20, seconds: 3600 }
const OF_EMAIL: Limit = { name: 'voucher_order_email', points: 20, seconds: 86_400 }

/** Places an order for one voucher. A repeated Idempotency-Key returns the same order if its content is the same. */
export const orderVoucher: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, idempotencyKey, client },
) => {
  const promoterId = findVoucherSeller(site, body.promoterId)
  if (promoterId === undefined) return fail('NOT_FOUND')
  // The id includes the email address, because different clients may choose the same key.
  const cartId = derivedId(
    `voucher order ${promoterId} ${hashLimitKey(body.customer.email)} ${idempotencyKey}`,
  )
  const placing = { promoterId, cartId, fingerprint: fingerprintOfBody(body), body }
  const before = await findRepeated(context.db, placing)
  const placed = before ?? (await placeCounted(context, placing, client))
  if (!placed.success) return placed
  // The order's email address may have been corrected since the first request, so access is checked.
  const opened = await openOrder(context, { site, client, id: placed.data })
  return opened.success ? succeed({ order: await toBuyersOrder(context, opened.data) }) : opened
}

type Code = CodeOf<typeof contract>

interface Placing {
  promoterId: string
  cartId: string
  /** Hash of the request's content. Stored as the order's idempotency key, because the request's key determines the cart's id. */
  fingerprint: string
  body: VoucherOrderBody
}

const fingerprintOfBody = ({
  amount,
  currency,
  customer,
  recipient,
  acceptedLegalTexts,
}: VoucherOrderBody): string => fingerprintOf([amount, currency, customer, recipient, acceptedLegalTexts])

/** Returns the order that an earlier request with the same key placed. */
async function findRepeated(
  db: Context['db'],
  { cartId, fingerprint }: Placing,
): Promise<Result<string, 'KEY_REUSED'> | undefined> {
  const before = await findOrderOfCart(db, cartId)
  if (!before) return undefined
  return before.fingerprint === fingerprint ? succeed(before.id) : fail('KEY_REUSED')
}

/** Places the order within the limits. Only placed orders count. */
async function placeCounted(
  context: Context,
  placing: Placing,
  client: Visitor | undefined,
): Promise<Result<string, Code>> {
  const counted: LimitedKey[] = [
    [OF_CLIENT, clientNetworkOf(client?.address ?? '')],
    [OF_EMAIL, hashLimitKey(placing.body.customer.email)],
  ]
  const tooMany = await consumeLimits(context, counted)
  if (tooMany) return tooMany
  const placed = await transact(context.db, (trx) => place(context, trx, placing))
  if (!placed.success || placed.data.isRepeated) await restoreLimits(context, counted)
  return placed.success ? succeed(placed.data.orderId) : placed
}

async function place(
  context: Context,
  trx: PipelinedTransaction,
  placing: Placing,
): Promise<Result<{ orderId: string; isRepeated: boolean }, Code>> {
  const { promoterId, cartId, body } = placing
  const now = new Date(context.clock.now())
  const expiresAt = new Date(now.getTime() + CART_MAX_LIFETIME_MS)
  const offer = await findActiveOffer(trx, { promoterId, now })
  if (!offer) return fail('NOT_FOUND')
  const checked = await checkOrder(context, trx, { ...placing, offer })
  if (!checked.success) return checked
  // A concurrent request with the same key waits here, and then finds this order.
  await insertVoucherCart(trx, { id: cartId, promoterId, currency: offer.currency, now, expiresAt })
  const before = await findRepeated(trx, placing)
  if (before) return before.success ? succeed({ orderId: before.data, isRepeated: true }) : before
  const order = toOrderRow(placing, { offer, totalCents: checked.data.totalCents, now, expiresAt })
  const { id: orderId } = order
  trx.send(
    insertOrder(trx, order),
    insertVoucherSale(trx, { ...toSale(body, now), orderId, promoterId }),
    insertOrderLegalTexts(trx, [{ ...order, legalTextIds: checked.data.legalTextIds }]),
  )
  return succeed({ orderId, isRepeated: false })
}

async function checkOrder(
  context: Context,
  trx: PipelinedTransaction,
  { promoterId, body, offer }: Placing & { offer: ActiveOfferRow },
): Promise<Result<{ totalCents: number; legalTextIds: string[] }, Code>> {
  const { currency, acceptedLegalTexts } = body
  if (!offer.isPromoterActive) return fail('SHOP_CLOSED')
  const wrong = inputRefusal(body, offer, context.clock.now())
  if (wrong) return fail('VALIDATION_ERROR', [wrong])
  const totalCents = toCents(body.amount, currency)
  if (!offer.terms && (await hasPlatformTerms(trx))) return fail('CURRENCY_NOT_SOLD')
  if (!context.payments.canCharge(totalCents, currency)) return fail('AMOUNT_NOT_CHARGEABLE')
  const inForce = acceptedLegalTexts ? await listBuyerLegalRows(trx, promoterId) : []
  const accepted = checkAcceptedTerms({ acceptedLegalTexts }, inForce)
  return accepted.success ? succeed({ totalCents, legalTextIds: accepted.data }) : accepted
}

function inputRefusal(
  { currency, amount, recipient }: VoucherOrderBody,
  offer: ActiveOfferRow,
  now: number,
): { path: string; message: string } | undefined {
  const isWhole = currency === offer.currency && isWholeCents(amount, currency)
  const message = isWhole
    ? voucherAmountRefusal(offer, toCents(amount, currency))
    : 'This amount is no longer offered. Reload the page.'
  if (message !== undefined) return { path: 'amount', message }
  const day = recipient?.deliverOn && deliveryDayRefusal(recipient.deliverOn, now)
  return day ? { path: 'recipient.deliverOn', message: day } : undefined
}

/** Returns an order without tickets, fees and taxes, which are charged when the voucher is redeemed. */
function toOrderRow(
  { promoterId, cartId, fingerprint, body: { customer } }: Placing,
  {
    offer,
    totalCents,
    now,
    expiresAt,
  }: { offer: ActiveOfferRow; totalCents: number; now: Date; expiresAt: Date },
): OrderRow {
  const { terms, currency } = offer
  const { processingFeePaidBy, taxesRemittedBy } = terms ?? DEFAULT_REMITTANCE
  return {
    ...NEW_ORDER_DEFAULTS,
    id: crypto.randomUUID(),
    number: newOrderNumber(),
    promoterId,
    cartId,
    idempotencyKey: fingerprint,
    currency,
    subtotalCents: totalCents,
    taxCents: 0,
    taxIncluded: false,
    roundingCents: 0,
    totalCents,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone || null,
    createdAt: now,
    expiresAt,
    takenOutside: null,
    termsId: terms?.id ?? null,
    processingFeePaidBy,
    taxesRemittedBy,
  }
}

function toSale({ recipient }: VoucherOrderBody, now: Date): VoucherSale {
  if (!recipient) return { recipientName: '', recipientEmail: '', message: '', deliverAt: null }
  const { name, email, message, deliverOn } = recipient
  const deliverAt = deliverOn === null ? now.getTime() : voucherDeliveryTime(deliverOn)
  return {
    recipientName: name,
    recipientEmail: email,
    message,
    deliverAt: deliverAt > now.getTime() ? new Date(deliverAt) : null,
  }
}
