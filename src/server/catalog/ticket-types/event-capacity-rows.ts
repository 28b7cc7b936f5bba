import { sql, type RawBuilder } from 'kysely'

/** SQL of an event's total capacity, in which a shared capacity counts once. `event`: the event's id. */
export const eventCapacity = (event: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(least(room.own, room.shared)), 0)::int
  from (
    select sum(i.capacity) as own, c.capacity as shared
    from ticket_types t join inventory i on i.ticket_type_id = t.id left join capacity_pools c on c.id = i.pool_id
    where t.event_id = ${event} group by coalesce(c.id, t.id), c.capacity
  ) room)`
