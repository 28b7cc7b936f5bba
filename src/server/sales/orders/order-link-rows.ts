import { queryRow, type Db } from '#server/platform/db/query.ts'
import { orderIdOfLink } from './order-rows.ts'

/** Finds an order by the id of its current or an earlier link. If the returned `linkId` differs, the order has a newer link. */
export function findOrderLink(
  db: Db,
  linkId: string,
): Promise<{ id: string; promoterId: string; linkId: string } | undefined> {
  return queryRow<{ id: string; promoterId: string; linkId: string }>(db)`
    select o.id, o.promoter_id as "promoterId", coalesce(o.link_id, o.id) as "linkId"
    from orders o where o.id = ${orderIdOfLink(linkId)}`
}

/** Returns when the order's link expires: a number of days after its last event. Null if it never expires. */
export async function findLinkExpiry(db: Db, orderId: string): Promise<Date | null> {
  const row = await queryRow<{ endsAt: Date | null }>(db)`
    select max(coalesce(e.ends_at, e.starts_at)) + make_interval(days => p.order_link_days) as "endsAt"
    from orders o
    join promoters p on p.id = o.promoter_id
    join order_items i on i.order_id = o.id
    join events e on e.id = i.event_id
    where o.id = ${orderId} and p.order_link_days is not null
    group by p.order_link_days`
  return row?.endsAt ?? null
}
