import { sql, type Kysely } from 'kysely'
import type { Clock } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'

/** Counts of page views, and of carts that hold an event's tickets. */
export interface VisitCounter {
  /** Counts a view of the event with this slug. */
  view: (slug: string, channel: string) => void
  /** Counts a cart once per event. */
  hold: (cartId: string, eventIds: readonly string[]) => void
  /** Writes the counts. Keeps them for the next call when that fails. */
  flush: () => Promise<void>
}

/** Bounds memory between two flushes, even with made-up URLs. */
const MAX_KEYS = 20_000
/** Number of remembered counted carts. */
const MAX_CARTS = 20_000

interface Counted {
  slug: string
  eventId: string | null
  channel: string
  views: number
  holds: number
}

/** Counts in memory, so that a page needs no statement. A killed process loses a few seconds of counts. No personal data is stored. */
export function createVisitCounter(db: Kysely<Database>, clock: Clock): VisitCounter {
  let counted = new Map<string, Counted>()
  const carts = new Set<string>()
  const countOf = (key: string, fresh: Omit<Counted, 'views' | 'holds'>): Counted | undefined => {
    const known = counted.get(key)
    if (known || counted.size >= MAX_KEYS) return known
    const made = { ...fresh, views: 0, holds: 0 }
    counted.set(key, made)
    return made
  }
  return {
    view: (slug, channel) => {
      const count = countOf(`${channel} ${slug}`, { slug, eventId: null, channel })
      if (count) count.views += 1
    },
    hold: (cartId, eventIds) => {
      for (const eventId of eventIds) {
        const key = `${cartId} ${eventId}`
        if (carts.has(key)) continue
        if (carts.size >= MAX_CARTS) carts.clear()
        carts.add(key)
        const count = countOf(eventId, { slug: '', eventId, channel: '' })
        if (count) count.holds += 1
      }
    },
    flush: async () => {
      if (counted.size === 0) return
      const flushing = counted
      counted = new Map()
      try {
        await writeVisits(db, [...flushing.values()], new Date(clock.now()))
      } catch (error) {
        for (const [key, { views, holds, ...about }] of flushing) {
          const count = countOf(key, about)
          if (!count) break
          count.views += views
          count.holds += holds
        }
        throw error
      }
    },
  }
}

/** Ordered by key, so that concurrent nodes don't deadlock. */
async function writeVisits(db: Kysely<Database>, counted: readonly Counted[], at: Date): Promise<void> {
  await sql`
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
    set views = visit_totals.views + excluded.views, holds = visit_totals.holds + excluded.holds`.execute(db)
}
