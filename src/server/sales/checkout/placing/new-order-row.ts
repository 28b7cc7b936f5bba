import type { PlatformShare } from '#model/pricing/platform-terms.ts'
import type { Quote } from '#model/pricing/quote.ts'
import type { OrderAttribution, VisitsOfBuyer } from '#server/sales/attribution/attribute-order.ts'
import type { OrderRow, OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { newOrderNumber } from '#server/sales/tickets/codes.ts'
import type { CheckoutBody } from '#server/sales/checkout/check-answers.ts'
import { orderTermsOf, type Purchase } from '#server/sales/checkout/read-purchase.ts'

/** Default values of a new order: no discount, fees, vouchers, delivery, answers, attribution and account. */
export const NEW_ORDER_DEFAULTS = {
  status: 'pending',
  discountCents: 0,
  ticketFeesCents: 0,
  orderFeesCents: 0,
  deliveryFeeCents: 0,
  platformShareCents: 0,
  voucherCents: 0,
  refundedCents: 0,
  promoCodeId: null,
  promoCode: null,
  delivery: { method: 'e_ticket' },
  answers: {},
  tracking: null,
  trackingLinkId: null,
  trackedAt: null,
  buyerAccountId: null,
  paidAt: null,
} as const satisfies Partial<OrderRow>

export function toOrderRow(parts: {
  request: { idempotencyKey: string; body: CheckoutBody; arrival: Pick<VisitsOfBuyer, 'accountId'> }
  purchase: Purchase
  price: Quote
  voucherCents: number
  share: PlatformShare
  promo: { id: string; code: string } | undefined
  visit: OrderAttribution
  expiresAt: Date
  now: number
}): OrderRow {
  const { request, purchase, price, voucherCents, share, promo, visit, expiresAt, now } = parts
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
    voucherCents,
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

export const toOrderItems = (purchase: Purchase, price: Quote, share: PlatformShare): OrderViewRow['items'] =>
  price.lines.map((line, index) => {
    const { name = '', eventTitle = '' } = purchase.lines[index] ?? {}
    return { ...line, name, eventTitle, platformShareCents: share.lineCents[index] ?? 0 }
  })
