import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { ReportScope } from '#server/platform/report-totals/read-span.ts'
import { beginOf, endOf } from '#server/platform/report-totals/span-rows.ts'

export async function countPendingOrders(db: Kysely<Database>, scope: ReportScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from orders o
    where o.status = 'pending' and o.promoter_id = ${scope.promoterId} and o.currency = ${scope.currency}
      and o.created_at >= ${beginOf(scope)} and o.created_at < ${endOf(scope)}
      ${scope.event ? sql`and exists (select from order_items i where i.order_id = o.id and i.event_id = ${scope.event.id})` : sql``}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
