import { fail } from '#contracts/platform/errors.ts'
import type { SentDoorSale } from '#contracts/portal/door-sales.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { DEFAULT_REMITTANCE, calculatePlatformShare } from '#model/pricing/platform-terms.ts'
import type { Quote } from '#model/pricing/quote.ts'
import { groupIntoLines, quoteDoorSale } from '#model/sales/door-sales/door-prices.ts'
import { DOOR_BUYER_NAME } from '#model/sales/door-sales/door-sales.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { insertOrderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import { countManualOrderMail, isMailLimited } from '#server/sales/order-management/order-mail-limits.ts'
import { insertOrderItems } from '#server/sales/orders/order-line-rows.ts'
import { insertOrder, type OrderItemRow, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { settleOrder } from '#server/sales/orders/settle-order.ts'
import { newOrderNumber } from '#server/sales/tickets/codes.ts'
import { readDoorPricesVersion, type StoredPrices } from './door-prices.ts'
import { findDoorSale, findDoorSaleEvent, insertDoorSale, type DoorSaleEvent } from './door-sale-rows.ts'
import { subtractFromDoorShare, type DeviceKey } from './share-rows.ts'

export interface DoorSaleToRecord {
  device: DeviceKey
  accountId: string | null
  sale: SentDoorSale
  /** Time of the sale by the server's clock. */
  soldAt: Date
}

/**
 * Constraints that a repeated or forged sale violates. If the same sale is sent twice concurrently, the second request finds
 * the first one's order.
 */
const RULES = {
  never_oversold: 'SOLD_OUT',
  orders_pkey: 'EDIT_CONFLICT',
  tickets_pkey: 'EDIT_CONFLICT',
  tickets_code_key: 'EDIT_CONFLICT',
  door_sales_promoter_id_event_id_device_id_seq_key: 'EDIT_CONFLICT',
} as const

const REFUSALS = {
  SOLD_OUT: 'This device’s share is used up, and no other tickets are available.',
  EDIT_CONFLICT: 'The sale’s number or tickets belong to another sale.',
  NOT_FOUND: 'The sale’s ticket types or prices don’t match this event.',
  PRICE_CHANGED: 'The sale’s total doesn’t match its prices.',
  NOT_ON_SALE: 'The event is cancelled, or the storefront is closed.',
} as const
type Refusal = keyof typeof REFUSALS

/** Creates the order of a sale at the door, once. Returns the reason if the sale is rejected; otherwise undefined. */
export async function recordDoorSale(context: Context, input: DoorSaleToRecord): Promise<string | undefined> {
  const known = await findRecorded(context, input)
  if (known !== undefined) return known.reason
  const priced = await priceSale(context, input)
  if (!priced.success) return REFUSALS[priced.error.code]
  const { sale, device } = input
  const counted = await countManualOrderMail(context, {
    promoterId: device.promoterId,
    email: sale.email ?? '',
  })
  // Over the limit, the order has no email address, so no receipt is sent. The tickets are already sold.
  const email = isMailLimited(counted) ? '' : (sale.email ?? '')
  const recorded = await transact<null, Refusal>(
    context.db,
    (trx) => insertSale(context, trx, { ...input, ...priced.data, email }),
    RULES,
  )
  if (recorded.success) return undefined
  if (!isMailLimited(counted)) await counted.uncount()
  const before = await findRecorded(context, input, recorded.error.code)
  return before ? before.reason : REFUSALS[recorded.error.code]
}

/** Finds an existing order with the sale's id. `reason` is undefined if it is the order of the same sale. */
async function findRecorded(
  { db }: Context,
  { device, sale }: DoorSaleToRecord,
  refusal: Refusal = 'EDIT_CONFLICT',
): Promise<{ reason: string | undefined } | undefined> {
  const before = refusal === 'EDIT_CONFLICT' ? await findDoorSale(db, device, sale.id) : undefined
  if (!before) return undefined
  const isSame = before.deviceId === device.deviceId && before.seq === sale.seq
  return { reason: isSame ? undefined : REFUSALS.EDIT_CONFLICT }
}

interface Priced {
  price: Quote
  stored: StoredPrices
  event: DoorSaleEvent
}

/** Computes the price from the version of the prices that the device had, with the same function as the web shop. */
async function priceSale(
  context: Context,
  { device, sale }: DoorSaleToRecord,
): Promise<Result<Priced, 'NOT_FOUND' | 'PRICE_CHANGED' | 'NOT_ON_SALE'>> {
  const [stored, event] = await Promise.all([
    readDoorPricesVersion(context, device, sale.pricesVersion),
    findDoorSaleEvent(context.db, device),
  ])
  if (!stored || !event) return fail('NOT_FOUND')
  const { eventId } = device
  const price = quoteDoorSale(stored.prices, { eventId, lines: groupIntoLines(sale.tickets, stored.prices) })
  if (!price) return fail('NOT_FOUND')
  if (toMajor(price.totalCents, stored.prices.currency) !== sale.total) return fail('PRICE_CHANGED')
  if (event.status !== 'published' || !event.isPromoterActive) return fail('NOT_ON_SALE')
  return succeed({ price, stored, event })
}

async function insertSale(
  context: Context,
  trx: PipelinedTransaction,
  placing: DoorSaleToRecord & Priced & { email: string },
): Promise<Result<null, 'SOLD_OUT'>> {
  const { device, accountId, sale, soldAt, price, stored, event } = placing
  const now = new Date(context.clock.now())
  const share = calculatePlatformShare(price, stored.terms ?? undefined)
  const order = toOrderRow({ ...placing, platformShareCents: share.totalCents, now })
  const items = price.lines.map((line, index): OrderItemRow => ({
    ...line,
    name: stored.prices.ticketTypes.find(({ id }) => id === line.ticketTypeId)?.name ?? '',
    eventTitle: event.title,
    eventStatus: event.status,
    isPromoterActive: event.isPromoterActive,
    platformShareCents: share.lineCents[index] ?? 0,
    maxPerCustomer: null,
  }))
  trx.send(
    insertOrder(trx, order),
    insertOrderItems(trx, order, items),
    insertOrderTaxes(trx, [{ ...order, taxes: price.tax.rates }]),
    insertDoorSale(trx, {
      ...device,
      orderId: order.id,
      accountId,
      seq: sale.seq,
      pricesVersion: sale.pricesVersion,
      soldAt,
      now,
    }),
    ...subtractFromDoorShare(trx, { device, lines: items, now }),
  )
  return settleOrder(context, trx, { order, items, attendees: [], deviceTickets: sale.tickets })
}

/** The server generates `cartId`, because an id chosen by the device could be that of a visitor's cart. */
function toOrderRow({
  device,
  sale,
  price,
  stored: { prices, terms },
  email,
  platformShareCents,
  now,
}: DoorSaleToRecord & Priced & { email: string; platformShareCents: number; now: Date }): OrderRow {
  return {
    id: sale.id,
    number: newOrderNumber(),
    promoterId: device.promoterId,
    cartId: crypto.randomUUID(),
    idempotencyKey: `door sale ${sale.id}`,
    status: 'pending',
    currency: prices.currency,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    ticketFeesCents: price.fees.ticketFeesCents,
    orderFeesCents: price.fees.orderFeesCents,
    deliveryFeeCents: 0,
    platformShareCents,
    taxCents: price.tax.taxCents,
    taxIncluded: price.tax.included,
    roundingCents: price.tax.roundingCents,
    totalCents: price.totalCents,
    voucherCents: 0,
    refundedCents: 0,
    promoCodeId: null,
    promoCode: null,
    firstName: DOOR_BUYER_NAME,
    lastName: '',
    email,
    phone: null,
    delivery: { method: 'e_ticket' },
    answers: {},
    tracking: null,
    trackingLinkId: null,
    trackedAt: null,
    buyerAccountId: null,
    createdAt: now,
    expiresAt: now,
    paidAt: null,
    takenOutside: sale.payment,
    termsId: terms?.id ?? null,
    processingFeePaidBy: terms?.processingFeePaidBy ?? DEFAULT_REMITTANCE.processingFeePaidBy,
    taxesRemittedBy: terms?.taxesRemittedBy ?? DEFAULT_REMITTANCE.taxesRemittedBy,
  }
}
