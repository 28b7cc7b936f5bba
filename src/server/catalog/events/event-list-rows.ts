import { sql, type RawBuilder } from 'kysely'
import type { EventFilter } from '#contracts/console/events.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { eventCapacity } from '#server/catalog/ticket-types/event-capacity-rows.ts'

export interface ListedEventRow {
  id: string
  slug: string
  title: string
  status: 'draft' | 'published' | 'cancelled'
  hasChanges: boolean
  wasPublished: boolean
  visibility: 'public' | 'unlisted' | 'code'
  startsAt: Date
  endsAt: Date
  timeZone: string
  venue: string
  city: string
  currency: string
  ticketTypes: number
  capacity: number
  sold: number
  ticketTypeIds: string[]
}

export interface EventListSearch {
  promoterId: string
  when: EventFilter
  q: string | undefined
  now: Date
  after: ListPosition | undefined
  limit: number
}

/** Lists events by start: the next one first or, for past and cancelled events, the latest first. */
export function listEventRows(db: Db, search: EventListSearch): Promise<ListedEventRow[]> {
  const { promoterId, when, after, limit } = search
  const isBackwards = when === 'past' || when === 'cancelled'
  const direction = isBackwards ? sql`desc` : sql`asc`
  const place = after
    ? sql`and (e.starts_at, e.id) ${isBackwards ? sql`<` : sql`>`} (${after.at}, ${after.id}::uuid)`
    : sql``
  return queryRows<ListedEventRow>(db)`
    with page as (
      select * from events e
      where e.promoter_id = ${promoterId} and ${conditionOf(search)} ${words(search.q)} ${place}
      order by e.starts_at ${direction}, e.id ${direction} limit ${limit}
    )
    select e.id, e.slug, coalesce(e.changes ->> 'title', e.title) as title, e.status, e.changes is not null as "hasChanges",
      e.published_at is not null as "wasPublished",
      e.visibility, e.starts_at as "startsAt", e.ends_at as "endsAt", e.time_zone as "timeZone", e.venue_name as venue, e.city,
      e.currency, counted.*
    from page e,
      lateral (
        select count(*)::int as "ticketTypes", ${eventCapacity(sql`e.id`)} as capacity, coalesce(sum(i.sold), 0)::int as sold,
          coalesce(array_agg(t.id::text), '{}') as "ticketTypeIds"
        from ticket_types t join inventory i on i.ticket_type_id = t.id where t.event_id = e.id
      ) counted
    order by e.starts_at ${direction}, e.id ${direction}`
}

function conditionOf({ when, now }: EventListSearch): RawBuilder<unknown> {
  switch (when) {
    case 'upcoming':
      return sql`e.status <> 'cancelled' and e.ends_at > ${now}`
    case 'draft':
      return sql`e.status = 'draft'`
    case 'past':
      return sql`e.status <> 'cancelled' and e.ends_at <= ${now}`
    case 'cancelled':
      return sql`e.status = 'cancelled'`
  }
}

const words = (q: string | undefined): RawBuilder<unknown> => {
  const each = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const like = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql.join(
    each.map((word) => sql`and e.search_text like ${like(word)}`),
    sql` `,
  )
}
