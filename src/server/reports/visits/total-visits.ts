import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Rebuilds the totals of visits from those of each event. Locks out concurrent counting. */
export async function totalVisits(trx: Transaction<Database>): Promise<void> {
  await sql`lock table event_visits in share mode`.execute(trx)
  await sql`delete from visit_totals`.execute(trx)
  await sql`
    insert into visit_totals (promoter_id, unit, currency, at, channel, views, holds)
    select v.promoter_id, u.unit, e.currency, u.at, v.channel, sum(v.views), sum(v.holds)
    from event_visits v join events e on e.id = v.event_id
      cross join lateral (values ('hour', v.hour), ('month', date_trunc('month', v.hour, 'UTC'))) u (unit, at)
    group by 1, 2, 3, 4, 5`.execute(trx)
}
