import type { createOrder as contract } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { CodeOf, InputOf } from '#contracts/platform/endpoint.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Quote } from '#model/pricing/quote.ts'
import { DEFAULT_REMITTANCE } from '#model/pricing/platform-terms.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { insertOrderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import { NEW_ORDER_DEFAULTS } from '#server/sales/checkout/placing/new-order-row.ts'
import { newOrderNumber } from '#server/sales/tickets/codes.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findManualOrder,
  listManualLines,
  lockOrderKey,
  type ManualOrderRow,
} from '#server/sales/order-management/manual-order-rows.ts'
import { insertOrderNote } from '#server/sales/orders/order-facts-rows.ts'
import { insertOrderItems } from '#server/sales/orders/order-line-rows.ts'
import { insertOrder, type OrderItemRow, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { insertOrderReturnRules } from '#server/sales/orders/return-rule-rows.ts'
import { toOrderQuote } from '#server/sales/orders/order-view.ts'
import {
  countManualOrderMail,
  mailLimitRefusal,
  uncountUnsent,
} from '#server/sales/order-management/order-mail-limits.ts'
import { mergeItems, priceManualOrder } from './price-manual-order.ts'
import { settleOrder } from '#server/sales/orders/settle-order.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'

type Body = InputOf<typeof contract>['body']

const REFUSALS = {
  never_oversold: 'SOLD_OUT',
  // The ticket type was deleted after it was read.
  order_items_promoter_id_event_id_ticket_type_id_fkey: 'NOT_FOUND',
} as const

/**
 * Creates a manual order: complimentary, or paid outside Foyer. It uses the same inventory as other orders, costs the ticket
 * prices plus taxes and is paid at once. It doesn't change the promoter's balance.
 */
export const createOrder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, idempotencyKey, body } = call
  const items = mergeItems(body.items)
  const [cartId, ...olderCartIds] = context.keyedIds.cartIds(promoterId, idempotencyKey)
  const repeated = { promoterId, cartIds: [cartId, ...olderCartIds], idempotencyKey }
  // A repeated request must not send a second email.
  const before = await findManualOrder(context.db, repeated)
  if (before)
    return isOther(before, { ...body, items })
      ? fail('KEY_REUSED')
      : showOrder(context, { promoterId, orderId: before.id })
  const counted = await countManualOrderMail(context, { promoterId, email: body.customer.email ?? '' })
  const placed = await transact<Placed, CodeOf<typeof contract>>(
    context.db,
    (trx) =>
      place(context, trx, {
        call: { ...call, body: { ...body, items } },
        key: { cartId, idempotencyKey },
        repeated,
        limited: mailLimitRefusal(counted),
      }),
    REFUSALS,
  )
  await uncountUnsent(counted, placed)
  return placed.success ? showOrder(context, { promoterId, orderId: placed.data.orderId }) : placed
}

/** True if the order isn't the requested one. Buyers aren't compared: their address may have been corrected since. */
const isOther = (
  order: ManualOrderRow,
  { items, takenOutside }: Pick<Body, 'items' | 'takenOutside'>,
): boolean =>
  order.takenOutside !== takenOutside ||
  order.items.length !== items.length ||
  items.some(({ ticketTypeId, quantity }) => {
    const item = order.items.find((each) => each.ticketTypeId === ticketTypeId)
    return item?.quantity !== quantity
  })

interface Placed {
  orderId: string
  isNew: boolean
}

interface Placing {
  call: Pick<PromoterCall, 'promoterId' | 'actor'> & { body: Body }
  key: { cartId: string; idempotencyKey: string }
  repeated: Parameters<typeof findManualOrder>[1]
  /** Failure to return unless the request repeats an earlier one. Undefined while the limits aren't reached. */
  limited: Failure<'RECIPIENT_LIMIT' | 'BY_HAND_LIMIT'> | undefined
}

async function place(
  context: Context,
  trx: PipelinedTransaction,
  { call, key, repeated, limited }: Placing,
): Promise<Result<Placed, CodeOf<typeof contract>>> {
  const { promoterId, body, actor } = call
  // A concurrent request with the same key waits here, and then finds this order.
  const [, before, found] = await Promise.all([
    lockOrderKey(trx, repeated),
    findManualOrder(trx, repeated),
    listManualLines(trx, { promoterId, ticketTypeIds: body.items.map((item) => item.ticketTypeId) }),
  ])
  if (before)
    return isOther(before, body) ? fail('KEY_REUSED') : succeed({ orderId: before.id, isNew: false })
  if (limited) return limited
  const priced = priceManualOrder(body, found)
  if (!priced.success) return priced
  const { lines, price, currency } = priced.data
  const { expectedTotal } = body
  if (expectedTotal !== undefined && expectedTotal !== toMajor(price.totalCents, currency))
    return fail('PRICE_CHANGED', { quote: toOrderQuote(price, currency) })
  const now = new Date(context.clock.now())
  const order = toOrderRow({ call, key, price, currency, now })
  const items = price.lines.map((line, index): OrderItemRow => {
    const {
      name = '',
      eventTitle = '',
      eventStatus = 'published',
      isPromoterActive = true,
    } = lines[index] ?? {}
    const event = { eventTitle, eventStatus, isPromoterActive }
    // A manual order may exceed the customer limit, because the promoter decides.
    return { ...line, name, ...event, platformShareCents: 0, maxPerCustomer: null }
  })
  trx.send(
    insertOrder(trx, order),
    insertOrderItems(trx, order, items),
    insertOrderReturnRules(trx, [order.id]),
    insertOrderTaxes(trx, [{ ...order, taxes: price.tax.rates }]),
    recordChange(trx, { promoterId, actor, ...createdChange(order, body) }, now),
  )
  if (body.note) {
    const { accountId } = actor
    trx.send(
      insertOrderNote(trx, {
        id: crypto.randomUUID(),
        promoterId,
        orderId: order.id,
        accountId,
        text: body.note,
        now,
      }),
    )
  }
  const settled = await settleOrder(context, trx, { order, items, attendees: [] })
  return settled.success ? succeed({ orderId: order.id, isNew: true }) : settled
}

function toOrderRow(
  parts: Omit<Placing, 'repeated' | 'limited'> & { price: Quote; currency: string; now: Date },
): OrderRow {
  const { call, key, price, currency, now } = parts
  const { customer, takenOutside } = call.body
  return {
    ...NEW_ORDER_DEFAULTS,
    id: crypto.randomUUID(),
    number: newOrderNumber(),
    promoterId: call.promoterId,
    ...key,
    currency,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    taxCents: price.tax.taxCents,
    taxIncluded: price.tax.included,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email ?? '',
    phone: customer.phone || null,
    createdAt: now,
    expiresAt: now,
    takenOutside,
    termsId: null,
    ...DEFAULT_REMITTANCE,
  }
}

const createdChange = (order: OrderRow, { takenOutside, items }: Body) =>
  ({
    action: 'order.created',
    subject: { id: order.id, name: order.number },
    after: {
      takenOutside,
      items,
      total: toMajor(order.totalCents, order.currency),
      currency: order.currency,
    },
  }) as const
