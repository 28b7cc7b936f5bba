import type { Difference } from '#islands/console/editing/differences.ts'
import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { maxPerOrderOf } from '#model/sales/customer-limits.ts'
import { formatMoment, formatPrice } from '#model/catalog/format-event.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

/** Describes sales and capacity, for example `48 of 100 sold · 3 in carts`. */
export const formatStock = ({
  sold,
  held,
  capacity,
}: Pick<ManagedTicketType, 'sold' | 'held' | 'capacity'>) =>
  [
    `${formatNumber(sold)} of ${formatNumber(capacity)} sold`,
    held > 0 ? `${formatNumber(held)} in carts` : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** The price for the buyer, for example `€27.00`, and its parts if there are several: `€25.50 + €1.50 fees`. */
export function formatTicketTypePrice(
  type: ManagedTicketType,
  currency: string,
): { buyer: string; parts: string } {
  const buyer = formatPrice(type.totalPrice, currency)
  const added = [
    type.fees > 0 ? `${formatPrice(type.fees, currency)} fees` : '',
    type.tax ? `${formatPrice(type.tax, currency)} tax` : '',
  ].filter(Boolean)
  return { buyer, parts: added.length > 0 ? [formatPrice(type.price, currency), ...added].join(' + ') : '' }
}

/**
 * Describes when a ticket type is on sale, for example `On sale from Fri 4 Dec, 10:00 until Sat 5 Dec, 20:00`; ''
 * without limits.
 */
export function formatSaleWindow(type: ManagedTicketType, { event }: TicketBoard, now: number): string {
  const words = (iso: string): string => formatMoment(iso, event.timeZone, now)
  const from = type.saleStartsAt === null ? '' : `from ${words(type.saleStartsAt)}`
  const until = type.saleEndsAt === null ? '' : `until ${words(type.saleEndsAt)}`
  const both = [from, until].filter(Boolean).join(' ')
  return both && `On sale ${both}`
}

/** Describes the limits per order and customer, for example `2 to 6 per order · at most 8 per customer`. */
export function formatLimits(type: ManagedTicketType): string {
  const { minPerOrder, maxPerCustomer } = type
  const maxPerOrder = maxPerOrderOf(type)
  const most =
    minPerOrder > 1 ? `${minPerOrder} to ${maxPerOrder} per order` : `At most ${maxPerOrder} per order`
  const perOrder = minPerOrder === maxPerOrder ? `${maxPerOrder} per order` : most
  return maxPerCustomer === null ? perOrder : `${perOrder} · at most ${maxPerCustomer} per customer`
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  capacity: 'Capacity',
  minPerOrder: 'Minimum per order',
  maxPerOrder: 'Maximum per order',
  maxPerCustomer: 'Maximum per customer',
  saleStartsAt: 'On sale from',
  saleEndsAt: 'On sale until',
  active: 'On sale',
  isHidden: 'Hidden',
  accessCode: 'Code',
  followsId: 'Goes on sale after',
  poolId: 'Shared capacity',
  taxIds: 'Taxes',
}

/** Fields that differ between two versions of a ticket type, with both values as text. */
export function ticketTypeDifferences(
  mine: Readonly<Record<string, unknown>>,
  theirs: ManagedTicketType,
  board: TicketBoard,
): Difference[] {
  const found = Object.entries(theirs)
  return found.flatMap(([key, value]) => {
    const label = LABELS[key]
    if (label === undefined || JSON.stringify(mine[key]) === JSON.stringify(value)) return []
    return [{ field: label, mine: formatValue(mine[key], board), theirs: formatValue(value, board) }]
  })
}

function formatValue(value: unknown, board: TicketBoard): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((id) => named(id, board)).join(', ')
  return named(value, board)
}

const named = (id: unknown, { ticketTypes, pools, taxes }: TicketBoard): string =>
  [...ticketTypes, ...pools, ...taxes].find((each) => each.id === id)?.name ?? String(id)
