import { sql, type Kysely, type RawBuilder } from 'kysely'
import { category, type Category } from '#model/catalog/categories.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import type { MaxPrice } from '#model/catalog/price-filters.ts'
import { succeed } from '#model/platform/result.ts'
import type { SiteScope } from '#model/sites/sites.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Place } from '#server/platform/ids/moment-cursor.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
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
  /** Null for a previewed draft. */
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

export interface EventSearch {
  scope: SiteScope
  now: Date
  past: boolean
  q?: string | undefined
  place?: string | undefined
  from?: string | undefined
  to?: string | undefined
  category?: Category | undefined
  mostPaid?: MaxPrice | undefined
  ids?: readonly string[] | undefined
  after?: Place | undefined
  limit: number
}

const columns = sql`
  e.id, e.promoter_id, p.name as promoter_name, s.primary_color, s.secondary_color, e.slug, e.title, e.summary, e.description,
  e.starts_at, e.ends_at, e.doors_at, e.time_zone, e.venue_name, e.street, e.city, e.country, e.currency, e.status, e.cover_url,
  e.age_note, e.attendee_names, e.questions, e.visibility, e.access_code, e.cover_sources, e.cover_focus_x, e.cover_focus_y,
  e.cancel_note, e.line_up, e.poster, e.gallery, e.video_url, e.category, e.tags, e.published_at, e.return_days, e.return_fee_basis_points, e.return_fee_cents, e.returns_fees, e.return_as, e.voucher_in_full, e.code_mode, e.code_reveal_hours`

const source = sql`
  events e join promoters p on p.id = e.promoter_id join sites s on s.promoter_id = e.promoter_id`

/** Returns public events that are published or cancelled, by start; past events latest first. */
export const searchEvents = (db: Kysely<Database>, search: EventSearch): Promise<EventRow[]> =>
  findEvents(db, search, hasWord)

/**
 * Finds events despite wrong letters and two swapped letters. Returns none on a timeout: for long texts, the index matches
 * nearly all events, and each is then compared letter by letter.
 */
export async function searchSimilarEvents(db: Kysely<Database>, search: EventSearch): Promise<EventRow[]> {
  try {
    const found = await transact(db, async (trx) => {
      await sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(LEAST_SIMILARITY)}`.execute(trx)
      await sql`set local statement_timeout = ${sql.lit(SIMILAR_MS)}`.execute(trx)
      return succeed(await findEvents(trx, search, resemblesWord))
    })
    return found.success ? found.data : []
  } catch (error) {
    if (isStatementTimeout(error)) return []
    throw error
  }
}

const SIMILAR_MS = 1500

const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Lower than PostgreSQL's default of 0.6, which misses a wrong letter in the middle of an eight-letter word. */
const LEAST_SIMILARITY = 0.5

async function findEvents(
  db: Kysely<Database>,
  search: EventSearch,
  match: (word: string) => RawBuilder<unknown>,
): Promise<EventRow[]> {
  const direction = search.past ? sql`desc` : sql`asc`
  const { rows } = await sql<EventRow>`
    select ${columns} from ${source}
    where ${sql.join([...conditions(search), ...wordsOf(search.q).map(match)], sql` and `)}
    order by e.starts_at ${direction}, e.id ${direction}
    limit ${search.limit}`.execute(db)
  return rows
}

function conditions(search: EventSearch): RawBuilder<unknown>[] {
  const { now, past, place, from, to, mostPaid, ids, after } = search
  return [
    sql`e.status <> 'draft' and e.visibility = 'public'`,
    inList(search.scope),
    past ? sql`e.ends_at <= ${now}` : sql`e.ends_at > ${now}`,
    ...(place ? [sql`lower(e.venue_name || ' ' || e.city || ' ' || e.country) like ${contains(place)}`] : []),
    ...(from ? [sql`(e.ends_at at time zone e.time_zone)::date >= ${from}::date`] : []),
    ...(to ? [sql`(e.starts_at at time zone e.time_zone)::date <= ${to}::date`] : []),
    ...(search.category ? [sql`e.category = ${search.category}`] : []),
    ...(mostPaid ? [mayCost(mostPaid)] : []),
    ...(ids ? [sql`e.id = any(${ids}::uuid[])`] : []),
    ...(after ? [sql`(e.starts_at, e.id) ${past ? sql`<` : sql`>`} (${after.at}, ${after.id}::uuid)`] : []),
  ]
}

/**
 * Excludes events whose tickets cost more than the limit even before fees and taxes. The caller computes the full prices of
 * the rest.
 */
const mayCost = ({ cents, currency }: MaxPrice): RawBuilder<unknown> => sql`
  ${currency === undefined ? sql`true` : sql`e.currency = ${currency}`} and exists (
    select from ticket_types t
    where t.event_id = e.id and t.active and not t.is_hidden and t.price_cents ${cents === 0 ? sql`= 0` : sql`<= ${cents}`})`

/**
 * Maximum number of words in a search, because each is compared with all events that the index can't exclude; words of one
 * or two letters exclude none.
 */
const MOST_WORDS = 10

/** Splits a search into words, normalised as by `fold_text`. Keeps the longest words if there are too many. */
const wordsOf = (q = ''): string[] => {
  const words = q
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS)
}

const hasWord = (word: string): RawBuilder<unknown> => sql`e.find_text like ${contains(word)}`

/** Words whose spelling is corrected. Shorter ones resemble too many others. */
const SPELLED = /^[\p{L}\p{N}]{4,}$/u

function resemblesWord(word: string): RawBuilder<unknown> {
  if (!SPELLED.test(word)) return hasWord(word)
  const letters = Array.from(word)
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
  return sql`(${word} <% e.find_text or e.find_text ~ ${swapped.join('|')})`
}

const contains = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Excludes promoters that aren't active. The index `promoters_not_active` makes this free for all others. */
const inScope = (scope: SiteScope): RawBuilder<unknown> => sql`
  ${inAnyShop(scope)} and not exists (select from promoters closed where closed.id = e.promoter_id and closed.status <> 'active')`

const inList = (scope: SiteScope): RawBuilder<unknown> =>
  scope === 'every promoter'
    ? sql`${inScope(scope)} and not exists (select from main_site_exclusions x where x.event_id = e.id)`
    : inScope(scope)

const inAnyShop = (scope: SiteScope): RawBuilder<unknown> => {
  if (scope === 'nobody') return sql`false`
  return scope === 'every promoter' ? sql`true` : sql`e.promoter_id = ${scope.promoterId}`
}

/** `includesClosed` also finds events of a closed shop, whose buyers' emails and invoices must stay complete. */
export async function findEventRow(
  db: Kysely<Database>,
  find: { scope: SiteScope; idOrSlug: string; includesClosed?: boolean },
): Promise<EventRow | undefined> {
  const { scope, idOrSlug, includesClosed = false } = find
  const match = isUuid(idOrSlug) ? sql`e.id = ${idOrSlug}` : sql`e.slug = ${idOrSlug}`
  const { rows } = await sql<EventRow>`
    select ${columns} from ${source}
    where ${match} and e.status <> 'draft' and ${includesClosed ? inAnyShop(scope) : inScope(scope)}`.execute(
    db,
  )
  return rows[0]
}

export async function findDraftRow(
  db: Kysely<Database>,
  find: { promoterId: string; id: string },
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from ${source} where e.promoter_id = ${find.promoterId} and e.id = ${find.id}`.execute(
    db,
  )
  return rows[0]
}

/** Returns upcoming public events of one promoter or of all other promoters. Those in `city` come first, then by start. */
export async function listUpcomingRows(
  db: Kysely<Database>,
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
  const { promoterId, notPromoter, city = '' } = find
  const { rows } = await sql<EventRow>`
    select ${columns} from ${source}
    where e.status = 'published' and e.visibility = 'public' and e.starts_at > ${find.now} and ${inList(find.scope)}
      and e.id <> ${find.notEvent}
      ${promoterId === undefined ? sql`` : sql`and e.promoter_id = ${promoterId}`}
      ${notPromoter === undefined ? sql`` : sql`and e.promoter_id <> ${notPromoter}`}
    order by e.city = ${city} desc, e.starts_at, e.id
    limit ${find.limit}`.execute(db)
  return rows
}

/** Days of `changedAt` are in UTC. */
export async function listEventAddresses(
  db: Kysely<Database>,
  find: { scope: SiteScope; limit: number },
): Promise<{ slug: string; changedAt: string }[]> {
  const { rows } = await sql<{ slug: string; changedAt: string }>`
    select e.slug, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD') as "changedAt" from events e
    where e.status <> 'draft' and e.visibility = 'public' and ${inList(find.scope)}
    order by e.starts_at desc, e.id limit ${find.limit}`.execute(db)
  return rows
}

export interface FilterChoices {
  cities: string[]
  categories: Category[]
  currencies: string[]
  hasFree: boolean
}

export async function listChoices(
  db: Kysely<Database>,
  find: { scope: SiteScope; now: Date },
): Promise<FilterChoices> {
  const coming = sql`
    e.status = 'published' and e.visibility = 'public' and e.ends_at > ${find.now} and ${inList(find.scope)}`
  // Looks up each option in an index, because counting would scan all events.
  const { rows } = await sql<FilterChoices>`
    select
      array(select e.city from events e where ${coming} group by e.city order by count(*) desc, e.city limit 12) as cities,
      array(
        select c from unnest(${category.options}::text[]) c
        where exists (select from events e where e.category = c and ${coming})
      ) as categories,
      array(
        select c from unnest(${CURRENCIES}::text[]) with ordinality as each(c, n)
        where exists (select from events e where e.currency = c and ${coming}) order by n limit 6
      ) as currencies,
      exists (
        select from ticket_types t join events e on e.id = t.event_id
        where t.price_cents = 0 and t.active and not t.is_hidden and ${coming}
      ) as "hasFree"`.execute(db)
  return rows[0] ?? { cities: [], categories: [], currencies: [], hasFree: false }
}

export async function listDeliveryOptions(
  db: Kysely<Database>,
  eventIds: readonly string[],
): Promise<{ eventId: string; method: 'will_call' | 'post'; priceCents: number }[]> {
  const { rows } = await sql<{ eventId: string; method: 'will_call' | 'post'; priceCents: number }>`
    select event_id as "eventId", method, price_cents as "priceCents" from delivery_options
    where event_id = any(${eventIds}) order by event_id, price_cents, method`.execute(db)
  return rows
}
