import { execute, queryRows, type Db } from '#server/platform/db/query.ts'

interface EventOfSeries {
  id: string
  startsAt: Date
  timeZone: string
  status: 'draft' | 'published' | 'cancelled'
}

export function listSeries(db: Db, find: { promoterId: string; seriesId: string }): Promise<EventOfSeries[]> {
  return queryRows<EventOfSeries>(db)`
    select id, starts_at as "startsAt", time_zone as "timeZone", status from events
    where promoter_id = ${find.promoterId} and series_id = ${find.seriesId} order by starts_at, id limit 200`
}

export async function setSeries(
  trx: Db,
  set: { promoterId: string; id: string; seriesId: string },
): Promise<void> {
  await execute(trx)`
    update events set series_id = ${set.seriesId} where promoter_id = ${set.promoterId} and id = ${set.id}`
}
