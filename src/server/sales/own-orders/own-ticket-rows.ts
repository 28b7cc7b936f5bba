import type { SiteScope } from '#model/sites/sites.ts'
import { isInSiteScopeSql, isOwnedBySql, type OrderOwner } from '#server/people/accounts/own-order-rows.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface OrderWithEventRow {
  orderId: string
  linkId: string
  promoterId: string
  eventId: string
  title: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  venueName: string
  city: string
}

/** Returns paid orders, once for each of their events that hasn't ended and isn't cancelled, next event first. */
export function listUpcomingOrders(
  db: Db,
  list: { owner: OrderOwner; scope: SiteScope; now: Date; limit: number },
): Promise<OrderWithEventRow[]> {
  return queryRows<OrderWithEventRow>(db)`
    select o.id as "orderId", coalesce(o.link_id, o.id) as "linkId", o.promoter_id as "promoterId", e.id as "eventId", e.title,
      e.starts_at as "startsAt", e.ends_at as "endsAt", e.time_zone as "timeZone", e.venue_name as "venueName", e.city
    from orders o
      join lateral (select distinct event_id from order_items where order_id = o.id) i on true
      join events e on e.id = i.event_id
    where ${isOwnedBySql(list.owner)} and ${isInSiteScopeSql(list.scope)} and o.status in ('paid', 'partially_refunded')
      and e.status <> 'cancelled' and e.ends_at > ${list.now}
    order by e.starts_at, e.id, o.created_at, o.id limit ${list.limit}`
}
