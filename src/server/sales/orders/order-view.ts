import { z } from 'zod'
import { millionthsToPercent, toMajor } from '#model/platform/money.ts'
import type { PaymentStatus } from '#model/money/payments.ts'
import {
  deliveryInput,
  isOrderOpen,
  type Order,
  type OrderQuote,
  type OrderStatus,
  type OrderTax,
  type Ticket,
} from '#model/sales/orders.ts'
import type { Quote } from '#model/pricing/quote.ts'
import type { Taxes } from '#model/pricing/taxes.ts'
import type { Context } from '#server/context.ts'
import { viewHoldersTickets } from '#server/sales/tickets/holders-tickets.ts'
import { signTickets } from '#server/sales/tickets/sign-tickets.ts'
import { findOrderView, listOrderViews, type OrderRow, type OrderViewRow } from './order-rows.ts'

/** Returns the order for its buyer, by its own id. Throws if it doesn't exist. */
export async function viewOrder(context: Context, orderId: string): Promise<Order> {
  const row = await findOrderView(context.reads, orderId)
  if (!row) throw new Error(`Order ${orderId} was not found.`)
  return toBuyersOrder(context, row)
}

/** Returns the orders for their buyer by their own ids, which the caller has just found. */
export async function viewOrders(context: Context, orderIds: readonly string[]): Promise<Map<string, Order>> {
  const rows = await listOrderViews(context.reads, orderIds)
  return new Map(
    await Promise.all(rows.map(async (row) => [row.id, await toBuyersOrder(context, row)] as const)),
  )
}

/**
 * Returns the order for its buyer: its id is that of its link, the only id that buyers know, and its tickets are as their
 * holder sees them. All code that shows codes to buyers must use it.
 */
export async function toBuyersOrder(context: Context, row: OrderViewRow): Promise<Order> {
  const tickets = await viewHoldersTickets(context, row.promoterId, row.tickets)
  return { ...orderWith(context, row, tickets), id: row.linkId }
}

/** Returns the order for the promoter. */
export const toOrder = async (context: Context, row: OrderViewRow): Promise<Order> =>
  orderWith(context, row, await signTickets(context, row.promoterId, row.tickets))

function orderWith(context: Context, row: OrderViewRow, tickets: Ticket[]): Order {
  const { items, paymentStatus: payment } = row
  const major = (cents: number): number => toMajor(cents, row.currency)
  return {
    id: row.id,
    number: row.number,
    status: displayedOrderStatus(row, context.clock.now()),
    currency: row.currency,
    items: items.map((item) => ({
      ticketTypeId: item.ticketTypeId,
      eventId: item.eventId,
      name: item.name,
      eventTitle: item.eventTitle,
      quantity: item.quantity,
      price: major(item.priceCents),
      ticketFee: major(item.ticketFeeCents),
      totalPrice: major(item.priceCents * item.quantity),
    })),
    ...amounts(row, major),
    ...(row.vouchers.length > 0 && {
      vouchers: row.vouchers.map(({ codeEnd, amountCents }) => ({ codeEnd, amount: major(amountCents) })),
    }),
    amountDue: major(row.totalCents - row.voucherCents),
    ...(row.promoCode ? { promoCode: row.promoCode } : {}),
    customer: {
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      ...(row.phone ? { phone: row.phone } : {}),
    },
    delivery: z.parse(deliveryInput, row.delivery),
    createdAt: row.createdAt.toISOString(),
    ...(row.status === 'pending' ? { expiresAt: row.expiresAt.toISOString() } : {}),
    paymentPending: payment !== null && PENDING_PAYMENTS.has(payment),
    tickets,
  }
}

const PENDING_PAYMENTS: ReadonlySet<PaymentStatus> = new Set(['processing', 'requires_action', 'refunding'])

/** A pending order past its expiry is shown as expired, even if no job has recorded that yet. */
export function displayedOrderStatus(row: Pick<OrderRow, 'status' | 'expiresAt'>, now: number): OrderStatus {
  return row.status === 'pending' &&
    !isOrderOpen({ status: row.status, expiresAt: row.expiresAt.getTime() }, now)
    ? 'expired'
    : row.status
}

const amounts = (row: OrderViewRow, major: (cents: number) => number): OrderAmounts => ({
  subtotal: major(row.subtotalCents),
  discount: major(row.discountCents),
  fees: {
    ticketFees: major(row.ticketFeesCents),
    orderFees: major(row.orderFeesCents),
    deliveryFee: major(row.deliveryFeeCents),
    totalFees: major(row.ticketFeesCents + row.orderFeesCents + row.deliveryFeeCents),
  },
  ...orderTaxPart(
    {
      included: row.taxIncluded,
      taxCents: row.taxCents,
      roundingCents: row.roundingCents,
      rates: row.taxes,
    },
    major,
  ),
  total: major(row.totalCents),
})

type OrderAmounts = Omit<OrderQuote, 'currency'>

export const toOrderQuote = (price: Quote, currency: string): OrderQuote => ({
  currency,
  subtotal: toMajor(price.subtotalCents, currency),
  discount: toMajor(price.discountCents, currency),
  fees: {
    ticketFees: toMajor(price.fees.ticketFeesCents, currency),
    orderFees: toMajor(price.fees.orderFeesCents, currency),
    deliveryFee: toMajor(price.fees.deliveryFeeCents, currency),
    totalFees: toMajor(price.fees.totalFeesCents, currency),
  },
  ...orderTaxPart(price.tax, (cents) => toMajor(cents, currency)),
  total: toMajor(price.totalCents, currency),
})

const orderTaxPart = (tax: Taxes, major: (cents: number) => number): { tax?: OrderTax } =>
  tax.rates.length === 0
    ? {}
    : {
        tax: {
          included: tax.included,
          total: major(tax.taxCents),
          rounding: major(tax.roundingCents),
          rates: tax.rates.map((rate) => ({
            name: rate.name,
            rate: millionthsToPercent(rate.rateMillionths),
            base: major(rate.baseCents),
            amount: major(rate.taxCents),
          })),
        },
      }
