import { sql, type RawBuilder } from 'kysely'
import { category, type Category } from '#model/catalog/categories.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import type { MaxPrice } from '#model/catalog/price-filters.ts'
import { succeed } from '#model/platform/result.ts'
import type { SiteScope } from '#model/sites/sites.ts'
import { eventColumns, eventSource, isListedIn, type EventRow } from '#server/catalog/listings/event-rows.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

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
  after?: ListPosition | undefined
  limit: number
}

/** Returns public events that are published or cancelled, sorted by start; for past events, the latest first. */
export const searchEvents = (db: Db, search: EventSearch): Promise<EventRow[]> =>
  findEvents(db, search, hasWord)

/**
 * Finds events despite wrong or swapped letters, except in words that only the description has. Returns none after a timeout.
 */
export async function searchSimilarEvents(db: Db, search: EventSearch): Promise<EventRow[]> {
  try {
    const found = await transact(db, async (trx) => {
      await execute(trx)`set local pg_trgm.word_similarity_threshold = ${sql.lit(MIN_SIMILARITY)}`
      await execute(trx)`set local statement_timeout = ${sql.lit(SIMILAR_MS)}`
      return succeed(await findEvents(trx, search, resemblesWord))
    })
    return found.success ? found.data : []
  } catch (error) {
    if (isStatementTimeout(error)) return []
    throw error
  }
}

const SIMILAR_MS = 1500

/** Fills `name_text` of events from before the column. Returns the number of filled events. */
export async function fillEventNames(db: Db, limit: number): Promise<number> {
  return execute(db)`
    update events e set name_text = event_name_text(e, p.name) from promoters p
    where p.id = e.promoter_id and e.id in (
      select id from events where name_text = '' limit ${limit} for no key update skip locked)`
}

const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Lower than PostgreSQL's default of 0.6, which misses a wrong letter in the middle of an eight-letter word. */
const MIN_SIMILARITY = 0.5

/** Selects the ids of one page first, and reads the other columns only for these, because many more events can match. */
function findEvents(
  db: Db,
  search: EventSearch,
  match: (word: string) => RawBuilder<unknown>,
): Promise<EventRow[]> {
  const direction = search.past ? sql`desc` : sql`asc`
  return queryRows<EventRow>(db)`
    select ${eventColumns} from ${eventSource} join (
      select e.id from events e
      where ${sql.join([...conditions(search), ...splitSearchWords(search.q).map(match)], sql` and `)}
      order by e.starts_at ${direction}, e.id ${direction}
      limit ${search.limit}
    ) found on found.id = e.id
    where e.status <> 'draft'
    order by e.starts_at ${direction}, e.id ${direction}`
}

function conditions(search: EventSearch): RawBuilder<unknown>[] {
  const { now, past, place, from, to, mostPaid, ids, after } = search
  return [
    sql`e.status <> 'draft' and e.visibility = 'public'`,
    isListedIn(search.scope),
    past ? sql`e.ends_at <= ${now}` : isNotOver(now),
    ...(place ? [sql`lower(e.venue_name || ' ' || e.city || ' ' || e.country) like ${contains(place)}`] : []),
    ...(from ? [sql`(e.ends_at at time zone e.time_zone)::date >= ${from}::date`] : []),
    ...(to ? [sql`(e.starts_at at time zone e.time_zone)::date <= ${to}::date`] : []),
    ...(search.category ? [sql`e.category = ${search.category}`] : []),
    ...(mostPaid ? [isWithinMaxPrice(mostPaid)] : []),
    ...(ids ? [sql`e.id = any(${ids}::uuid[])`] : []),
    ...(after ? [sql`(e.starts_at, e.id) ${past ? sql`<` : sql`>`} (${after.at}, ${after.id}::uuid)`] : []),
  ]
}

/**
 * SQL condition: the event isn't over. Also compares with the earliest start of an event that isn't over, so that the
 * index by start isn't read from the first past event. `offset 0` prevents the planner from finding that earliest start
 * in the same index, which would read all past events.
 */
const isNotOver = (now: Date): RawBuilder<unknown> => sql`
  e.ends_at > ${now} and e.starts_at >= coalesce(
    (select min(running.starts_at) from (
      select r.starts_at from events r
      where r.status <> 'draft' and tstzrange(r.starts_at, r.ends_at) @> ${now}::timestamptz offset 0) running),
    ${now}::timestamptz)`

/**
 * SQL condition that excludes events whose tickets cost more than the limit even without fees and taxes. The caller
 * computes the full prices of the other events.
 */
const isWithinMaxPrice = ({ cents, currency }: MaxPrice): RawBuilder<unknown> => sql`
  ${currency === undefined ? sql`true` : sql`e.currency = ${currency}`} and exists (
    select from ticket_types t
    where t.event_id = e.id and t.active and not t.is_hidden and t.price_cents ${cents === 0 ? sql`= 0` : sql`<= ${cents}`})`

/**
 * Maximum number of words in a search, because each word is compared with all events that the index can't exclude.
 * Words of one or two letters exclude no events.
 */
const MAX_WORDS = 10

/**
 * Splits a search into words, normalised like `fold_text`, with a space for punctuation inside of a word and none at its ends.
 * When there are too many words, keeps the longest ones.
 */
const splitSearchWords = (q = ''): string[] => {
  const typed = q
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  const words = typed.map(withoutPunctuation).filter(Boolean)
  return [...new Set(words.length > 0 ? words : typed)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS)
}

/**
 * Removes punctuation from a word. A word with only one letter, such as "C#", stays unchanged, because nearly every
 * event contains the letter.
 */
function withoutPunctuation(word: string): string {
  const letters = word
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .filter(Boolean)
    .join(' ')
  return letters.length === 1 ? word : letters
}

/**
 * SQL condition: the event's text contains the word. A space in it matches any punctuation, so that "women's" is found
 * in “women’s”.
 */
const hasWord = (word: string): RawBuilder<unknown> =>
  word.includes(' ')
    ? sql`e.find_text ~ ${word.replaceAll(' ', '[^[:alnum:]]+')}`
    : sql`e.find_text like ${contains(word)}`

/** Words for which similar words are searched, too. Shorter words resemble too many others. */
const SIMILARITY_WORD = /^[\p{L}\p{N}]{4,}$/u

function resemblesWord(word: string): RawBuilder<unknown> {
  const parts = word.split(' ')
  return parts.every((part) => SIMILARITY_WORD.test(part))
    ? sql`(${sql.join(parts.map(resemblesLetters), sql` and `)})`
    : hasWord(word)
}

function resemblesLetters(word: string): RawBuilder<unknown> {
  const letters = Array.from(word)
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
  return sql`(${hasWord(word)} or ${word} <% e.name_text or e.name_text ~ ${swapped.join('|')})`
}

const contains = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export interface FilterOptions {
  cities: string[]
  categories: Category[]
  currencies: string[]
  hasFree: boolean
}

/** Upcoming events whose cities are counted, so that the choices cost as much on a large platform as on a small one. */
const COUNTED_EVENTS = 500

/** Returns the cities with the most upcoming events, and the categories and currencies in use. */
export async function listFilterOptionRows(
  db: Db,
  find: { scope: SiteScope; now: Date },
): Promise<FilterOptions> {
  const coming = sql`
    e.status = 'published' and e.visibility = 'public' and e.ends_at > ${find.now} and ${isListedIn(find.scope)}`
  // On the main site, `order by` makes the planner use the option's index instead of reading all events if none has the option.
  const isUsed = (option: RawBuilder<unknown>): RawBuilder<unknown> =>
    find.scope === 'every promoter'
      ? sql`(select true from events e where ${option} and ${coming} order by e.ends_at limit 1)`
      : sql`exists (select from events e where ${option} and ${coming})`
  const row = await queryRow<FilterOptions>(db)`
    select
      array(
        select city from (
          select e.city from events e where ${coming} and ${isNotOver(find.now)} order by e.starts_at, e.id limit ${COUNTED_EVENTS}
        ) next group by city order by count(*) desc, city limit 12
      ) as cities,
      array(
        select c from unnest(${category.options}::text[]) c
        where ${isUsed(sql`e.category = c`)}
      ) as categories,
      array(
        select c from unnest(${CURRENCIES}::text[]) with ordinality as each(c, n)
        where ${isUsed(sql`e.currency = c`)} order by n limit 6
      ) as currencies,
      exists (
        select from ticket_types t join events e on e.id = t.event_id
        where t.price_cents = 0 and t.active and not t.is_hidden and ${coming}
      ) as "hasFree"`
  return row ?? { cities: [], categories: [], currencies: [], hasFree: false }
}
