import { sql } from 'kysely'
import type { TicketTypeFields } from '#contracts/console/ticket-types.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface ManagedEventRow {
  id: string
  slug: string
  title: string
  currency: string
  timeZone: string
  startsAt: Date
  endsAt: Date
  status: 'draft' | 'published' | 'cancelled'
}

export function findManagedEvent(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<ManagedEventRow | undefined> {
  return queryRow<ManagedEventRow>(db)`
    select id, slug, title, currency, time_zone as "timeZone", starts_at as "startsAt", ends_at as "endsAt", status
    from events where id = ${find.eventId} and promoter_id = ${find.promoterId}`
}

/** Locks an event's ticket types, their pools and their order against concurrent edits, without blocking sales. */
export async function lockTicketTypesOfEvent(
  trx: Trx,
  lock: { promoterId: string; eventId: string },
): Promise<ManagedEventRow | undefined> {
  await execute(trx)`
    select from events where id = ${lock.eventId} and promoter_id = ${lock.promoterId} for no key update`
  return findManagedEvent(trx, lock)
}

export async function findEventOfTicketType(
  db: Db,
  find: { promoterId: string; ticketTypeId: string },
): Promise<string | undefined> {
  const row = await queryRow<{ eventId: string }>(db)`
    select event_id as "eventId" from ticket_types
    where id = ${find.ticketTypeId} and promoter_id = ${find.promoterId}`
  return row?.eventId
}

export interface TicketTypeSettingsRow {
  id: string
  version: number
  accessCode: string | null
  maxPerOrder: number | null
  taxIds: string[]
}

export function listTicketTypeSettings(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<TicketTypeSettingsRow[]> {
  return queryRows<TicketTypeSettingsRow>(db)`
    select id, version, access_code as "accessCode", max_per_order as "maxPerOrder",
      array(select x.tax_rate_id from ticket_type_taxes x where x.ticket_type_id = t.id order by x.position) as "taxIds"
    from ticket_types t where promoter_id = ${find.promoterId} and event_id = ${find.eventId}`
}

export function listTaxRateOptions(
  db: Db,
  promoterId: string,
): Promise<{ id: string; name: string; rateMillionths: number }[]> {
  return queryRows<{ id: string; name: string; rateMillionths: number }>(db)`
    select id, name, rate_millionths as "rateMillionths" from tax_rates
    where promoter_id = ${promoterId} order by name, rate_millionths`
}

interface TicketTypeWrite {
  promoterId: string
  eventId: string
  id: string
  priceCents: number
  fields: TicketTypeFields
}

export async function insertTicketType(trx: Trx, row: TicketTypeWrite): Promise<void> {
  const { promoterId, eventId, id, priceCents, fields } = row
  await execute(trx)`
    insert into ticket_types (id, promoter_id, event_id, position, name, description, price_cents, min_per_order, max_per_order,
      max_per_customer, sale_starts_at, sale_ends_at, active, is_hidden, access_code, follows_id)
    values (${id}, ${promoterId}, ${eventId},
      (select coalesce(max(position) + 1, 0) from ticket_types where event_id = ${eventId}), ${fields.name},
      ${fields.description}, ${priceCents}, ${fields.minPerOrder}, ${fields.maxPerOrder}, ${fields.maxPerCustomer}, ${fields.saleStartsAt},
      ${fields.saleEndsAt}, ${fields.active}, ${fields.isHidden}, ${fields.accessCode}, ${fields.followsId})`
  await execute(trx)`
    insert into inventory (ticket_type_id, promoter_id, capacity) values (${id}, ${promoterId}, ${fields.capacity})`
}

export async function updateTicketType(trx: Trx, row: TicketTypeWrite): Promise<void> {
  const { promoterId, id, priceCents, fields } = row
  await execute(trx)`
    update ticket_types set version = version + 1, name = ${fields.name}, description = ${fields.description},
      price_cents = ${priceCents}, min_per_order = ${fields.minPerOrder}, max_per_order = ${fields.maxPerOrder},
      max_per_customer = ${fields.maxPerCustomer},
      sale_starts_at = ${fields.saleStartsAt}, sale_ends_at = ${fields.saleEndsAt}, active = ${fields.active},
      is_hidden = ${fields.isHidden}, access_code = ${fields.accessCode}, follows_id = ${fields.followsId}
    where id = ${id} and promoter_id = ${promoterId}`
}

/** Changes the capacity of a ticket type. The caller must hold the lock of the type's counters. */
export async function updateCapacity(
  trx: Trx,
  row: { promoterId: string; id: string; capacity: number },
): Promise<void> {
  await execute(trx)`
    update inventory set capacity = ${row.capacity}
    where ticket_type_id = ${row.id} and promoter_id = ${row.promoterId}`
}

export async function replaceTicketTypeTaxes(
  trx: Trx,
  row: { promoterId: string; id: string; taxIds: readonly string[] },
): Promise<void> {
  const { promoterId, id, taxIds } = row
  await execute(
    trx,
  )`delete from ticket_type_taxes where ticket_type_id = ${id} and promoter_id = ${promoterId}`
  if (taxIds.length === 0) return
  await execute(trx)`
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id, position)
    select ${promoterId}, ${id}, v.id, v.position
    from unnest(${taxIds}::uuid[], ${taxIds.map((_, position) => position)}::int[]) v (id, position)`
}

export async function updateTicketTypeOrder(
  trx: Trx,
  order: { promoterId: string; eventId: string; ids: readonly string[] },
): Promise<void> {
  const { promoterId, eventId, ids } = order
  await execute(trx)`
    update ticket_types t set position = v.position
    from unnest(${ids}::uuid[], ${ids.map((_, position) => position)}::int[]) v (id, position)
    where t.id = v.id and t.promoter_id = ${promoterId} and t.event_id = ${eventId} and t.position <> v.position`
}

/**
 * Deletes a ticket type. Waits for transactions that write rows for the type, so that these rows are deleted too. A
 * promo code that was limited to the type doesn't become unlimited.
 */
export async function deleteTicketTypeRow(trx: Trx, row: { promoterId: string; id: string }): Promise<void> {
  const { promoterId, id } = row
  await execute(trx)`select from ticket_types where id = ${id} and promoter_id = ${promoterId} for update`
  for (const table of ['promo_code_ticket_types', 'commission_rules'] as const)
    await execute(
      trx,
    )`delete from ${sql.table(table)} where ticket_type_id = ${id} and promoter_id = ${promoterId}`
  await execute(trx)`delete from ticket_types where id = ${id} and promoter_id = ${promoterId}`
}
