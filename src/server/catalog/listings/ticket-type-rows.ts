import { sql } from 'kysely'
import { DEFAULT_MAX_PER_ORDER } from '#model/catalog/catalog.ts'
import {
  countSharedAvailable,
  isWaitingForEarlierType,
  type Stock,
} from '#model/catalog/inventory/inventory.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { taxRule } from '#server/pricing/taxes/tax-rows.ts'

/** A ticket type with its counters and the fields of its event that sales need. `held` excludes expired holds. */
export interface TicketTypeRow {
  id: string
  promoter_id: string
  event_id: string
  name: string
  description: string
  type: string
  price_cents: number
  min_per_order: number
  /** Maximum number of tickets per order. Never null, because `MAX_PER_ORDER_SQL` supplies the default. */
  max_per_order: number
  max_per_customer: number | null
  is_hidden: boolean
  follows_id: string | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  active: boolean
  currency: string
  event_title: string
  event_status: 'draft' | 'published' | 'cancelled'
  event_ends_at: Date
  tax: TaxRule | null
  capacity: number
  held: number
  sold: number
  pool_id: string | null
  pool_capacity: number | null
}

/**
 * SQL of the maximum per order (specification §3): the type's own, or else its limit per customer, or else 10.
 * Expects a ticket type as `t`.
 */
export const MAX_PER_ORDER_SQL = `coalesce(t.max_per_order, t.max_per_customer, ${DEFAULT_MAX_PER_ORDER})`

const columns = sql`
  t.id, t.promoter_id, t.event_id, t.name, t.description, t.type, t.price_cents, t.min_per_order,
  ${sql.raw(MAX_PER_ORDER_SQL)} as max_per_order, t.max_per_customer, t.is_hidden, t.follows_id, t.sale_starts_at, t.sale_ends_at, t.active, e.currency, e.title as event_title, e.status as event_status, e.ends_at as event_ends_at,
  i.capacity, i.sold, i.pool_id, p.capacity as pool_capacity, ${taxRule} as tax`

const source = sql`
  ticket_types t join events e on e.id = t.event_id join inventory i on i.ticket_type_id = t.id
  left join capacity_pools p on p.id = i.pool_id`

const liveHeld = (now: Date) => sql<number>`
  i.held - coalesce((select sum(h.quantity) from holds h where h.ticket_type_id = t.id and h.expires_at <= ${now}), 0)::int as held`

export function listTicketTypesOfEvents(
  db: Db,
  find: { eventIds: readonly string[]; now: Date },
): Promise<TicketTypeRow[]> {
  return queryRows<TicketTypeRow>(db)`
    select ${columns}, ${liveHeld(find.now)} from ${source}
    where t.event_id = any(${find.eventIds}) order by t.event_id, t.position, t.id`
}

/** Returns the ticket types with these ids. Skips unknown ids, and ids that aren't UUIDs. */
export async function findTicketTypes(
  db: Db,
  find: { ids: readonly string[]; now: Date },
): Promise<Map<string, TicketTypeRow>> {
  const rows = await queryRows<TicketTypeRow>(db)`
    select ${columns}, ${liveHeld(find.now)} from ${source} where t.id = any(${find.ids})`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the counters and the sale window of a ticket type. `all`: all ticket types of the event, because the sale
 * of this one may depend on the remaining tickets of another.
 */
export function toStock(row: TicketTypeRow, all: readonly TicketTypeRow[], now: number): Stock {
  const own = stockOf(row, all)
  const first = row.follows_id === null ? undefined : all.find((each) => each.id === row.follows_id)
  return first ? { ...own, isWaiting: isWaitingForEarlierType(stockOf(first, all), own, now) } : own
}

const stockOf = (row: TicketTypeRow, all: readonly TicketTypeRow[]): Stock => ({
  ticketTypeId: row.id,
  capacity: row.capacity,
  held: row.held,
  sold: row.sold,
  sharedFree: sharedFree(row, all),
  minPerOrder: row.min_per_order,
  maxPerOrder: row.max_per_order,
  active: row.active && row.event_status === 'published',
  saleStartsAt: row.sale_starts_at?.getTime(),
  saleEndsAt: Math.min(row.sale_ends_at?.getTime() ?? Infinity, row.event_ends_at.getTime()),
})

const sharedFree = ({ pool_id, pool_capacity }: TicketTypeRow, all: readonly TicketTypeRow[]) =>
  pool_id === null || pool_capacity === null
    ? undefined
    : countSharedAvailable(
        pool_capacity,
        all.filter((row) => row.pool_id === pool_id),
      )
