import { execute, type Db, type Trx } from '#server/platform/db/query.ts'

/** Rebuilds the totals of visits. Locks the table, so that no visits are written meanwhile. */
export async function rebuildVisitTotals(trx: Trx): Promise<void> {
  await execute(trx)`lock table event_visits in share mode`
  await execute(trx)`delete from visit_totals`
  await execute(trx)`
    insert into visit_totals (promoter_id, unit, currency, at, channel, views, holds)
    select v.promoter_id, u.unit, e.currency, u.at, v.channel, sum(v.views), sum(v.holds)
    from event_visits v join events e on e.id = v.event_id
      cross join lateral (values ('hour', v.hour), ('month', date_trunc('month', v.hour, 'UTC'))) u (unit, at)
    group by 1, 2, 3, 4, 5`
}

/** Visits of a page since the last flush. The event is given by id or by slug. */
export interface CountedVisits {
  slug: string
  eventId: string | null
  channel: string
  views: number
  holds: number
}

/** Adds visits to the tables. Writes them in the order of their keys, so that concurrent nodes don't deadlock. */
export async function writeVisits(db: Db, counted: readonly CountedVisits[], at: Date): Promise<void> {
  await execute(db)`
    with fresh as (
      select e.promoter_id, e.id as event_id, e.currency, v.channel, date_trunc('hour', ${at}::timestamptz, e.time_zone) as hour,
        sum(v.views) as views, sum(v.holds) as holds
    from unnest(${counted.map(({ slug }) => slug)}::text[], ${counted.map(({ eventId }) => eventId)}::uuid[],
      ${counted.map(({ channel }) => channel)}::text[], ${counted.map(({ views }) => views)}::int[],
      ${counted.map(({ holds }) => holds)}::int[]) v (slug, event_id, channel, views, holds)
      join events e on e.id = v.event_id or (v.event_id is null and e.slug = v.slug)
      group by 1, 2, 3, 4, 5
    ), by_event as (
      insert into event_visits (promoter_id, event_id, channel, hour, totalled, views, holds)
      select promoter_id, event_id, channel, hour, true, views, holds from fresh order by 1, 4, 2, 3
      on conflict (promoter_id, hour, event_id, channel) do update
      set views = event_visits.views + excluded.views, holds = event_visits.holds + excluded.holds
    )
    insert into visit_totals (promoter_id, unit, currency, at, channel, views, holds)
    select promoter_id, unit, currency, u.at, channel, sum(views), sum(holds)
    from fresh cross join lateral (values ('hour', hour), ('month', date_trunc('month', hour, 'UTC'))) u (unit, at)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (promoter_id, unit, currency, at, channel) do update
    set views = visit_totals.views + excluded.views, holds = visit_totals.holds + excluded.holds`
}
