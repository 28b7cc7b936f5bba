import { saleStatusOf, type TicketOffer } from '#model/catalog.ts'
import { ticketFeeCents, type FeeRule } from '#model/fees.ts'
import { toMajor } from '#model/money.ts'
import { toStock, type TicketTypeRow } from './ticket-type-rows.ts'

/** A ticket type as visitors see it (specification §3, Ticket), its ticket fee worked out for one. */
export function toTicketOffer(row: TicketTypeRow, feeRule: FeeRule, now: number): TicketOffer {
  const stock = toStock(row)
  const availableQuantity = Math.max(0, row.capacity - row.sold - row.held)
  const status = saleStatusOf(stock, availableQuantity, now)
  const feeCents =
    row.price_cents > 0 ? ticketFeeCents(feeRule, { priceCents: row.price_cents, quantity: 1 }) : 0
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: toMajor(row.price_cents, row.currency),
    fees: toMajor(feeCents, row.currency),
    totalPrice: toMajor(row.price_cents + feeCents, row.currency),
    quantity: row.capacity,
    maxPerOrder: row.max_per_order,
    availableQuantity,
    remainingQuantity: availableQuantity,
    isAvailable: status === 'on_sale',
    soldCount: row.sold,
    status,
    saleStartDate: row.sale_starts_at?.toISOString() ?? null,
    saleEndDate: row.sale_ends_at?.toISOString() ?? null,
    type: row.type,
  }
}
