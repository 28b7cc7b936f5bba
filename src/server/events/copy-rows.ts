import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

interface Copy {
  promoterId: string
  from: string
  to: string
  now: Date
}

/**
 * Gives an event the ticket types of another, with counters of their own and nothing sold, and its fees. Sale windows keep
 * their distance from the beginning, by the clock on the venue's wall. What a type refers to among its siblings, the copy
 * refers to among its own; a capacity that types share is not copied.
 */
export async function copyTicketTypes(
  trx: Kysely<Database>,
  { promoterId, from, to, now }: Copy,
): Promise<void> {
  await sql`
    with pairs as materialized (
      select id as old_id, gen_random_uuid() as new_id from ticket_types
      where promoter_id = ${promoterId} and event_id = ${from}
    ), moved as (
      select b.time_zone as zone, a.time_zone as old_zone,
        (b.starts_at at time zone b.time_zone) - (a.starts_at at time zone a.time_zone) as distance
      from events a, events b where a.id = ${from} and b.id = ${to} and b.promoter_id = ${promoterId}
    ), types as (
      insert into ticket_types
      select (jsonb_populate_record(t, jsonb_build_object(
        'id', p.new_id, 'event_id', ${to}::uuid, 'created_at', ${now}::timestamptz, 'version', 1, 'pool_id', null,
        'follows_id', (select new_id from pairs where old_id::text = to_jsonb(t) ->> 'follows_id'),
        'sale_starts_at', ((t.sale_starts_at at time zone m.old_zone) + m.distance) at time zone m.zone,
        'sale_ends_at', ((t.sale_ends_at at time zone m.old_zone) + m.distance) at time zone m.zone
      ))).*
      from ticket_types t join pairs p on p.old_id = t.id, moved m
      returning id
    ), counters as (
      insert into inventory (ticket_type_id, promoter_id, capacity)
      select p.new_id, ${promoterId}, i.capacity from inventory i join pairs p on p.old_id = i.ticket_type_id
    ), fees as (
      insert into fee_configurations (promoter_id, event_id, currency, ticket_base_cents, ticket_basis_points, order_base_cents,
        order_basis_points)
      select promoter_id, ${to}, currency, ticket_base_cents, ticket_basis_points, order_base_cents, order_basis_points
      from fee_configurations where promoter_id = ${promoterId} and event_id = ${from}
    )
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id, position)
    select x.promoter_id, p.new_id, x.tax_rate_id, x.position
    from ticket_type_taxes x join pairs p on p.old_id = x.ticket_type_id`.execute(trx)
}
