import { sql, type RawBuilder } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'

export interface MainSiteEventRow {
  id: string
  title: string
  promoterId: string
  promoterName: string
  startsAt: Date
  timeZone: string
  /** Reason why the event was removed from the main site. Null while it is listed. */
  reason: string | null
  takenOffAt: Date | null
}

export interface MainSiteEventSearch {
  now: Date
  like: string | undefined
  promoterId: string | undefined
  listing: 'listed' | 'taken_off' | undefined
  after: ListPosition | undefined
}

const selected = sql`
  select e.id, e.title, e.promoter_id as "promoterId", p.name as "promoterName", e.starts_at as "startsAt", e.time_zone as "timeZone",
    x.reason, x.excluded_at as "takenOffAt"
  from events e join promoters p on p.id = e.promoter_id left join main_site_exclusions x on x.event_id = e.id`

/**
 * Returns upcoming published public events by start. Returns one more than a page, to tell whether another page
 * follows.
 */
export function listMainSiteEventRows(db: Db, search: MainSiteEventSearch): Promise<MainSiteEventRow[]> {
  const { now, like, promoterId, listing, after } = search
  const conditions: RawBuilder<unknown>[] = [
    sql`e.status = 'published' and e.visibility = 'public' and e.ends_at > ${now} and p.status = 'active'`,
    ...(like ? [sql`(lower(e.title) like ${like} or lower(p.name) like ${like})`] : []),
    ...(promoterId ? [sql`e.promoter_id = ${promoterId}::uuid`] : []),
    ...(listing ? [listing === 'listed' ? sql`x.event_id is null` : sql`x.event_id is not null`] : []),
    ...(after ? [sql`(e.starts_at, e.id) > (${after.at}, ${after.id}::uuid)`] : []),
  ]
  return queryRows<MainSiteEventRow>(db)`
    ${selected} where ${sql.join(conditions, sql` and `)}
    order by e.starts_at, e.id limit ${PAGE_SIZE + 1}`
}

/** Locks the event until the transaction ends. Undefined for a draft. */
export async function lockMainSiteEvent(trx: Trx, eventId: string): Promise<MainSiteEventRow | undefined> {
  // Locks first and reads with a second statement, because a statement doesn't see changes committed while it waited
  // for its lock.
  await execute(trx)`select from events where id = ${eventId} for no key update`
  return queryRow<MainSiteEventRow>(trx)`
    ${selected} where e.id = ${eventId} and e.status <> 'draft'`
}

/** Removes an event from the main site. A database trigger notifies every node to render its lists again. */
export async function excludeEventFromMainSite(
  trx: Trx,
  exclusion: { eventId: string; promoterId: string; reason: string; now: Date },
): Promise<void> {
  const { eventId, promoterId, reason, now } = exclusion
  await execute(trx)`
    insert into main_site_exclusions (event_id, promoter_id, reason, excluded_at)
    values (${eventId}, ${promoterId}, ${reason}, ${now})`
}

export async function deleteExclusion(trx: Trx, eventId: string): Promise<void> {
  await execute(trx)`delete from main_site_exclusions where event_id = ${eventId}`
}
