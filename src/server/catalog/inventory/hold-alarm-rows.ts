import type { ClientShare } from '#model/catalog/inventory/unusual-holds.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'

/**
 * Returns the number of tickets held per network (IPv4 /24, IPv6 /48) and ticket type of an event. Leaves out numbers
 * below ten.
 */
export function listClientShares(
  db: Db,
  find: { promoterId: string; eventId: string; now: Date; since: Date },
): Promise<ClientShare[]> {
  return queryRows<ClientShare>(db)`
    with live as (
      select h.ticket_type_id, t.name, h.prefix, sum(h.quantity)::int as held
      from ticket_types t join holds h on h.ticket_type_id = t.id
      where t.promoter_id = ${find.promoterId} and t.event_id = ${find.eventId}
        and h.expires_at > ${find.now} and h.prefix is not null
      group by 1, 2, 3 having sum(h.quantity) >= 10
    )
    select live.name as "ticketType", i.capacity - i.sold as unsold, live.held, coalesce((
        select sum(u.quantity) from unpaid_holds u
        where u.prefix = live.prefix and u.at > ${find.since} and u.promoter_id = ${find.promoterId}
      ), 0)::int as unpaid
    from live join inventory i on i.ticket_type_id = live.ticket_type_id`
}
