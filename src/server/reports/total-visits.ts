import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

/** Makes the totals of visits from those of each event, for a database that has none yet. */
export async function totalVisits(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into visit_totals (promoter_id, unit, currency, at, channel, views, holds)
    select v.promoter_id, u.unit, e.currency, u.at, v.channel, sum(v.views), sum(v.holds)
    from event_visits v join events e on e.id = v.event_id
      cross join lateral (values ('hour', v.hour), ('month', date_trunc('month', v.hour, 'UTC'))) u (unit, at)
    group by 1, 2, 3, 4, 5`.execute(db)
}
