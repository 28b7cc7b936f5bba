import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Returns when the order's link expires, a number of days after its last event; null when it doesn't. */
export async function findLinkEnd(db: Kysely<Database>, orderId: string): Promise<Date | null> {
  const { rows } = await sql<{ endsAt: Date | null }>`
    select max(coalesce(e.ends_at, e.starts_at)) + make_interval(days => p.order_link_days) as "endsAt"
    from orders o
    join promoters p on p.id = o.promoter_id
    join order_items i on i.order_id = o.id
    join events e on e.id = i.event_id
    where o.id = ${orderId} and p.order_link_days is not null
    group by p.order_link_days`.execute(db)
  return rows[0]?.endsAt ?? null
}
