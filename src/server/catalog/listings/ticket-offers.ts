import { ticketSaleStatus, type TicketOffer } from '#model/catalog/catalog.ts'
import type { FeeRule } from '#model/pricing/fees.ts'
import { countAvailable } from '#model/catalog/inventory/inventory.ts'
import { toMajor } from '#model/platform/money.ts'
import { calculateQuote } from '#model/pricing/quote.ts'
import { toStock, type TicketTypeRow } from './ticket-type-rows.ts'

export const toTicketOffers = (
  rows: readonly TicketTypeRow[],
  options: { feeRule: FeeRule; now: number; revealed?: ReadonlySet<string> | undefined },
): TicketOffer[] =>
  rows
    .filter((row) => !row.is_hidden || options.revealed?.has(row.id))
    .map((row) => toTicketOffer(row, { ...options, all: rows }))

/**
 * Returns a ticket type as visitors see it (specification §3, Ticket). Fees and taxes are those of an order of one
 * ticket.
 */
function toTicketOffer(
  row: TicketTypeRow,
  { all, feeRule, now }: { all: readonly TicketTypeRow[]; feeRule: FeeRule; now: number },
): TicketOffer {
  const stock = toStock(row, all, now)
  const availableQuantity = Math.max(0, countAvailable(stock))
  const status = ticketSaleStatus(stock, availableQuantity, now)
  const waitsFor = stock.isWaiting && status === 'not_yet' ? nameOfFirst(row, all) : {}
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...priceOfOne(row, feeRule),
    quantity: row.capacity,
    ...(row.min_per_order > 1 ? { minPerOrder: row.min_per_order } : {}),
    maxPerOrder: row.max_per_order,
    ...(row.max_per_customer === null ? {} : { maxPerCustomer: row.max_per_customer }),
    availableQuantity,
    remainingQuantity: availableQuantity,
    isAvailable: status === 'on_sale',
    soldCount: row.sold,
    status,
    saleStartDate: row.sale_starts_at?.toISOString() ?? null,
    saleEndDate: row.sale_ends_at?.toISOString() ?? null,
    ...waitsFor,
    type: row.type,
  }
}

function priceOfOne(
  { id, event_id, price_cents, currency, tax: taxRule }: TicketTypeRow,
  feeRule: FeeRule,
): Pick<TicketOffer, 'price' | 'fees' | 'tax' | 'totalPrice'> {
  const { fees, tax, totalCents } = calculateQuote({
    lines: [
      {
        ticketTypeId: id,
        eventId: event_id,
        priceCents: price_cents,
        quantity: 1,
        tax: taxRule ?? undefined,
      },
    ],
    feeRuleOf: () => feeRule,
  })
  return {
    price: toMajor(price_cents, currency),
    fees: toMajor(fees.totalFeesCents, currency),
    ...(tax.taxCents > 0 && !tax.included ? { tax: toMajor(tax.taxCents, currency) } : {}),
    totalPrice: toMajor(totalCents, currency),
  }
}

/** Returns the name of the ticket type that must sell out first, unless that type is hidden. */
function nameOfFirst(row: TicketTypeRow, all: readonly TicketTypeRow[]): Pick<TicketOffer, 'waitsFor'> {
  const first = all.find((each) => each.id === row.follows_id)
  return first && !first.is_hidden ? { waitsFor: first.name } : {}
}
