import { sql, type RawBuilder } from 'kysely'
import type { Category } from '#model/catalog/categories.ts'
import type { SiteScope } from '#model/sites/sites.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { CodeColumns } from '#server/catalog/codes/code-rows.ts'
import type { ReturnColumns } from '#server/catalog/returns/return-offers.ts'

export interface EventRow extends ReturnColumns, CodeColumns {
  id: string
  promoter_id: string
  promoter_name: string
  primary_color: string
  secondary_color: string
  slug: string
  title: string
  summary: string
  description: string
  starts_at: Date
  ends_at: Date
  doors_at: Date | null
  time_zone: string
  venue_name: string
  street: string
  city: string
  country: string
  currency: string
  status: 'published' | 'cancelled'
  /** Time of the first publication; null for a previewed draft. */
  published_at: Date | null
  cover_url: string
  age_note: string
  attendee_names: 'none' | 'optional' | 'required'
  questions: unknown
  visibility: 'public' | 'unlisted' | 'code'
  access_code: string
  cover_sources: unknown
  cover_focus_x: number
  cover_focus_y: number
  cancel_note: string
  line_up: unknown
  poster: unknown
  gallery: unknown
  video_url: string
  category: Category | null
  tags: string[]
}

export interface DraftRow extends Omit<EventRow, 'status'> {
  status: EventRow['status'] | 'draft'
}

export const eventColumns = sql`
  e.id, e.promoter_id, p.name as promoter_name, s.primary_color, s.secondary_color, e.slug, e.title, e.summary, e.description,
  e.starts_at, e.ends_at, e.doors_at, e.time_zone, e.venue_name, e.street, e.city, e.country, e.currency, e.status, e.cover_url,
  e.age_note, e.attendee_names, e.questions, e.visibility, e.access_code, e.cover_sources, e.cover_focus_x, e.cover_focus_y,
  e.cancel_note, e.line_up, e.poster, e.gallery, e.video_url, e.category, e.tags, e.published_at, e.return_days, e.return_fee_basis_points, e.return_fee_cents, e.returns_fees, e.return_as, e.voucher_in_full, e.code_mode, e.code_reveal_hours`

export const eventSource = sql`
  events e join promoters p on p.id = e.promoter_id join sites s on s.promoter_id = e.promoter_id`

/**
 * SQL condition: the event is in the scope and its promoter is active. The index `promoters_not_active` makes this
 * check free for active promoters.
 */
const isInScopeSql = (scope: SiteScope): RawBuilder<unknown> => sql`
  ${inAnyShop(scope)} and not exists (select from promoters closed where closed.id = e.promoter_id and closed.status <> 'active')`

/**
 * SQL condition like `isInScopeSql`, which on the main site also excludes events that operators have removed from its
 * list.
 */
export const isListedIn = (scope: SiteScope): RawBuilder<unknown> =>
  scope === 'every promoter'
    ? sql`${isInScopeSql(scope)} and not exists (select from main_site_exclusions x where x.event_id = e.id)`
    : isInScopeSql(scope)

const inAnyShop = (scope: SiteScope): RawBuilder<unknown> => {
  if (scope === 'nobody') return sql`false`
  return scope === 'every promoter' ? sql`true` : sql`e.promoter_id = ${scope.promoterId}`
}

/**
 * Finds a published or cancelled event by its id or slug. With `includesClosed`, also finds events of suspended or
 * unapproved promoters, because their buyers' emails and invoices must stay complete.
 */
export function findEventRow(
  db: Db,
  find: { scope: SiteScope; idOrSlug: string; includesClosed?: boolean },
): Promise<EventRow | undefined> {
  const { scope, idOrSlug, includesClosed = false } = find
  const match = isUuid(idOrSlug) ? sql`e.id = ${idOrSlug}` : sql`e.slug = ${idOrSlug}`
  return queryRow<EventRow>(db)`
    select ${eventColumns} from ${eventSource}
    where ${match} and e.status <> 'draft' and ${includesClosed ? inAnyShop(scope) : isInScopeSql(scope)}`
}

export function findDraftRow(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<DraftRow | undefined> {
  return queryRow<DraftRow>(db)`
    select ${eventColumns} from ${eventSource} where e.promoter_id = ${find.promoterId} and e.id = ${find.id}`
}

/**
 * Returns upcoming public events of one promoter or of all other promoters. Those in `city` come first, then by start. Both parts are read
 * in the order of an index, up to the limit, because sorting would read all upcoming events.
 */
export function listUpcomingRows(
  db: Db,
  find: {
    scope: SiteScope
    now: Date
    notEvent: string
    promoterId?: string
    notPromoter?: string
    city?: string
    limit: number
  },
): Promise<EventRow[]> {
  const { promoterId, notPromoter, city } = find
  const first = (place: RawBuilder<unknown>, isNear: boolean): RawBuilder<unknown> => sql`
    (select e.id, ${isNear} as is_near from events e
    where e.status = 'published' and e.visibility = 'public' and e.starts_at > ${find.now} and ${isListedIn(find.scope)}
      and e.id <> ${find.notEvent} and ${place}
      ${promoterId === undefined ? sql`` : sql`and e.promoter_id = ${promoterId}`}
      ${notPromoter === undefined ? sql`` : sql`and e.promoter_id <> ${notPromoter}`}
    order by e.starts_at, e.id limit ${find.limit})`
  return queryRows<EventRow>(db)`
    select ${eventColumns} from ${eventSource} join (
      ${city === undefined ? first(sql`true`, false) : sql`${first(sql`e.city = ${city}`, true)} union all ${first(sql`e.city <> ${city}`, false)}`}
    ) next on next.id = e.id
    where e.status = 'published'
    order by next.is_near desc, e.starts_at, e.id limit ${find.limit}`
}

/** Lists the events for a sitemap. `changedAt` is a date in UTC. */
export function listSitemapRows(
  db: Db,
  find: { scope: SiteScope; limit: number },
): Promise<{ slug: string; changedAt: string }[]> {
  return queryRows<{ slug: string; changedAt: string }>(db)`
    select e.slug, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD') as "changedAt" from events e
    where e.status <> 'draft' and e.visibility = 'public' and ${isListedIn(find.scope)}
    order by e.starts_at desc, e.id limit ${find.limit}`
}

export function listDeliveryOptions(
  db: Db,
  eventIds: readonly string[],
): Promise<{ eventId: string; method: 'will_call' | 'post'; priceCents: number }[]> {
  return queryRows<{ eventId: string; method: 'will_call' | 'post'; priceCents: number }>(db)`
    select event_id as "eventId", method, price_cents as "priceCents" from delivery_options
    where event_id = any(${eventIds}) order by event_id, price_cents, method`
}
