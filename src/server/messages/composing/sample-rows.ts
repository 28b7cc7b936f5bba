import { queryRow, type Db } from '#server/platform/db/query.ts'

/** Returns the promoter's next published event, or else the latest one. Undefined if there is none. */
export async function findSampleEventId(db: Db, promoterId: string, now: Date): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(db)`
    select id from events where promoter_id = ${promoterId} and status = 'published'
    order by ends_at >= ${now} desc, abs(extract(epoch from starts_at - ${now}::timestamptz)), id limit 1`
  return row?.id
}
