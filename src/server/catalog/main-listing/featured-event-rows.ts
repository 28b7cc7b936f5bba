import { sql } from 'kysely'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { MainSiteEventRow } from './main-listing-rows.ts'

export interface FeaturedEventRow extends MainSiteEventRow {
  isShown: boolean
}

const isShown = sql`
  e.status = 'published' and e.visibility = 'public' and p.status = 'active' and x.event_id is null`

/**
 * Returns featured events in order. Leaves out events that have ended or were cancelled, because they are never shown
 * again.
 */
export function listFeaturedEventRows(db: Db, now: Date): Promise<FeaturedEventRow[]> {
  return queryRows<FeaturedEventRow>(db)`
    select e.id, e.title, e.promoter_id as "promoterId", p.name as "promoterName", e.starts_at as "startsAt", e.time_zone as "timeZone",
      x.reason, x.excluded_at as "takenOffAt", ${isShown} as "isShown"
    from featured_events f join events e on e.id = f.event_id join promoters p on p.id = e.promoter_id
      left join main_site_exclusions x on x.event_id = e.id
    where e.status <> 'cancelled' and e.ends_at > ${now}
    order by f.position, e.id`
}

/** Returns those of the given events that are currently listed on the main site. */
export function listFeaturableEvents(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<{ id: string; title: string }[]> {
  return queryRows<{ id: string; title: string }>(db)`
    select e.id, e.title from events e join promoters p on p.id = e.promoter_id left join main_site_exclusions x on x.event_id = e.id
    where e.id = any(${ids}::uuid[]) and e.ends_at > ${now} and ${isShown}`
}

export async function lockFeaturedEvents(trx: Trx): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended('featured events', 0))`
}

/** Replaces the list of featured events. Database triggers notify every node to render the home page again. */
export async function replaceFeaturedEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  await execute(trx)`delete from featured_events`
  await execute(trx)`
    insert into featured_events (event_id, promoter_id, position)
    select e.id, e.promoter_id, i.position from unnest(${ids}::uuid[]) with ordinality i (id, position) join events e on e.id = i.id`
}

export async function listFeaturedEventIds(db: Db, now: Date): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select e.id from featured_events f join events e on e.id = f.event_id join promoters p on p.id = e.promoter_id
      left join main_site_exclusions x on x.event_id = e.id
    where e.ends_at > ${now} and ${isShown} order by f.position, e.id`
  return rows.map(({ id }) => id)
}
