import { formatEventDateRange, formatDay } from '#model/catalog/format-event.ts'
import { formatMoney, millionthsToPercent } from '#model/platform/money.ts'
import { amountRows } from '#model/pricing/price-rows.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import type { OrderViewRow } from '#server/sales/orders/order-rows.ts'
import type { InvoiceRow, Seller } from './invoice-rows.ts'

export interface InvoiceContent {
  title: string
  seller: { name: string; lines: readonly string[] }
  /** Name and address, one line each. Empty if the buyer's data was deleted. */
  buyer: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  headings: Omit<InvoiceLine, 'note'>
  lines: readonly InvoiceLine[]
  sums: readonly (readonly [label: string, amount: string])[]
  total: readonly [label: string, amount: string]
  /** Net amount (`base`) and tax (`amount`) per tax rate. */
  taxes: readonly { label: string; base: string; amount: string }[]
  /** Rows below the total: vouchers that paid the order, and refunds. */
  refunds: readonly (readonly [label: string, amount: string])[]
}

export interface InvoiceLine {
  name: string
  note: string
  quantity: string
  price: string
  amount: string
}

export interface InvoiceInput {
  order: OrderViewRow
  invoice: InvoiceRow
  seller: Seller
  events: readonly EventDetail[]
  refunds: readonly { amountCents: number; createdAt: Date }[]
}

export function writeInvoice(invoiced: InvoiceInput): InvoiceContent {
  const { order, invoice, seller, events } = invoiced
  const timeZone = invoice.timeZone ?? events[0]?.timeZone ?? 'UTC'
  const day = (date: Date): string => formatDay(date.toISOString(), timeZone)
  const money = (cents: number): string =>
    `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), order.currency)}`
  return {
    title: `Invoice ${invoice.number}`,
    seller: {
      // An invoice keeps its seller; if the legal name was removed since it was issued, the public name is used.
      name: seller.legalName || seller.promoterName,
      lines: [...linesOf(seller.legalAddress), ...(seller.taxId ? [seller.taxId] : [])],
    },
    buyer: order.email === ERASED_PERSON.email ? [] : [`${order.firstName} ${order.lastName}`, order.email],
    facts: [
      ['Invoice number', String(invoice.number)],
      ['Issued', day(invoice.issuedAt)],
      ['Order', order.number],
      ['Paid', order.paidAt ? day(order.paidAt) : ''],
      ['Currency', order.currency],
    ],
    headings: { name: 'Ticket', quantity: 'Quantity', price: 'Price', amount: 'Amount' },
    lines: order.items.map((item) => lineOf(item, events, money)),
    sums: sumsOf(order, money),
    total: ['Total', money(order.totalCents)],
    taxes: order.taxes.map(({ name, rateMillionths, baseCents, taxCents }) => ({
      label: `${name} ${millionthsToPercent(rateMillionths)}%`,
      base: money(baseCents),
      amount: money(taxCents),
    })),
    refunds: [
      ...order.vouchers.map(({ codeEnd, amountCents }): [string, string] => [
        `Paid with voucher …${codeEnd}`,
        money(amountCents),
      ]),
      ...invoiced.refunds.map(({ amountCents, createdAt }): [string, string] => [
        `Refunded on ${day(createdAt)}`,
        money(-amountCents),
      ]),
    ],
  }
}

function lineOf(
  item: OrderViewRow['items'][number],
  events: readonly EventDetail[],
  money: (cents: number) => string,
): InvoiceLine {
  const event = events.find((each) => each.id === item.eventId)
  return {
    name: item.name,
    note: [item.eventTitle, ...(event ? [formatEventDateRange(event)] : [])].join(', '),
    quantity: String(item.quantity),
    price: money(item.priceCents),
    amount: money(item.priceCents * item.quantity),
  }
}

const sumsOf = (order: OrderViewRow, money: (cents: number) => string): [label: string, amount: string][] =>
  amountRows(
    {
      ...order,
      fees: order,
      tax: { included: order.taxIncluded, ...order, rates: order.taxes },
    },
    order.promoCode ?? undefined,
  ).map(({ label, cents }) => [label, money(cents)])

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
