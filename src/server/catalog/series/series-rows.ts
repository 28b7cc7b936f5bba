import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'

interface EventOfSeries {
  id: string
  startsAt: Date
  timeZone: string
  status: 'draft' | 'published' | 'cancelled'
}

export async function listSeries(
  db: Db,
  find: { promoterId: string; seriesId: string },
): Promise<EventOfSeries[]> {
  const { rows } = await sql<EventOfSeries>`
    select id, starts_at as "startsAt", time_zone as "timeZone", status from events
    where promoter_id = ${find.promoterId} and series_id = ${find.seriesId} order by starts_at, id limit 200`.execute(
    db,
  )
  return rows
}

export async function setSeries(
  trx: Db,
  set: { promoterId: string; id: string; seriesId: string },
): Promise<void> {
  await sql`
    update events set series_id = ${set.seriesId} where promoter_id = ${set.promoterId} and id = ${set.id}`.execute(
    trx,
  )
}
