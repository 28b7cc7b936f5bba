import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface OrderOptionEvent {
  id: string
  title: string
  startsAt: Date
  timeZone: string
  currency: string
  status: 'draft' | 'published' | 'cancelled'
  ticketTypes: { id: string; name: string; priceCents: number; left: number }[]
}

const MOST = 500

/** Lists the events that orders can be filtered by, latest first. */
export function listOrderOptionEvents(db: Db, promoterId: string): Promise<OrderOptionEvent[]> {
  return queryRows<OrderOptionEvent>(db)`
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", e.currency, e.status,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'priceCents', t.price_cents,
          'left', least(i.capacity - i.held - i.sold, p.capacity - p.held - p.sold)) order by t.position, t.name), '[]')
        from ticket_types t join inventory i on i.ticket_type_id = t.id
          left join capacity_pools p on p.id = i.pool_id where t.event_id = e.id) as "ticketTypes"
    from events e where e.promoter_id = ${promoterId} order by e.starts_at desc, e.id limit ${MOST}`
}

/** Lists the tracking links that orders can be filtered by, newest first. */
export function listOrderOptionLinks(db: Db, promoterId: string): Promise<{ id: string; name: string }[]> {
  return queryRows<{ id: string; name: string }>(db)`
    select id, name from tracking_links where promoter_id = ${promoterId} order by created_at desc limit ${MOST}`
}
