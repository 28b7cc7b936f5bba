import { execute, type Db } from '#server/platform/db/query.ts'

interface Copy {
  promoterId: string
  from: string
  to: string
  now: Date
}

/**
 * Copies ticket types to another event. Counters start at 0. Sale windows keep their wall-clock distance from the
 * event's start. References between ticket types (order of sale, shared capacity, questions) point to the copies.
 */
export async function copyTicketTypes(trx: Db, { promoterId, from, to, now }: Copy): Promise<void> {
  await execute(trx)`
    with pairs as materialized (
      select id as old_id, gen_random_uuid() as new_id from ticket_types
      where promoter_id = ${promoterId} and event_id = ${from}
    ), pool_pairs as materialized (
      select id as old_id, gen_random_uuid() as new_id from capacity_pools
      where promoter_id = ${promoterId} and event_id = ${from}
    ), pools as (
      insert into capacity_pools (id, promoter_id, event_id, name, capacity, created_at)
      -- Later originals get later times, so that the order is kept.
      select p.new_id, c.promoter_id, ${to}, c.name, c.capacity, ${now}::timestamptz
        + row_number() over (order by c.created_at, c.id) * interval '1 microsecond'
      from capacity_pools c join pool_pairs p on p.old_id = c.id
    ), moved as (
      select b.time_zone as zone, a.time_zone as old_zone,
        (b.starts_at at time zone b.time_zone) - (a.starts_at at time zone a.time_zone) as distance
      from events a, events b where a.id = ${from} and b.id = ${to} and b.promoter_id = ${promoterId}
    ), types as (
      insert into ticket_types
      select (jsonb_populate_record(t, jsonb_build_object(
        'id', p.new_id, 'event_id', ${to}::uuid, 'created_at', ${now}::timestamptz, 'version', 1,
        'follows_id', (select new_id from pairs where old_id::text = to_jsonb(t) ->> 'follows_id'),
        'sale_starts_at', ((t.sale_starts_at at time zone m.old_zone) + m.distance) at time zone m.zone,
        'sale_ends_at', ((t.sale_ends_at at time zone m.old_zone) + m.distance) at time zone m.zone
      ))).*
      from ticket_types t join pairs p on p.old_id = t.id, moved m
      returning id
    ), counters as (
      insert into inventory (ticket_type_id, promoter_id, capacity, pool_id)
      select p.new_id, ${promoterId}, i.capacity, o.new_id
      from inventory i join pairs p on p.old_id = i.ticket_type_id left join pool_pairs o on o.old_id = i.pool_id
    ), requested as (
      update events set questions = (
        select jsonb_agg(case when q ? 'ticketTypeIds' then jsonb_set(q, '{ticketTypeIds}',
          (select coalesce(jsonb_agg(p.new_id), '[]') from pairs p where q -> 'ticketTypeIds' ? p.old_id::text)) else q end order by n)
        from jsonb_array_elements(questions) with ordinality as each(q, n))
      where promoter_id = ${promoterId} and id = ${to} and questions @? '$[*].ticketTypeIds'
    ), fees as (
      insert into fee_configurations (promoter_id, event_id, currency, ticket_base_cents, ticket_basis_points, order_base_cents,
        order_basis_points)
      select promoter_id, ${to}, currency, ticket_base_cents, ticket_basis_points, order_base_cents, order_basis_points
      from fee_configurations where promoter_id = ${promoterId} and event_id = ${from}
    )
    insert into ticket_type_taxes (promoter_id, ticket_type_id, tax_rate_id, position)
    select x.promoter_id, p.new_id, x.tax_rate_id, x.position
    from ticket_type_taxes x join pairs p on p.old_id = x.ticket_type_id`
}
