import { sql } from 'kysely'
import { hasTrigram } from '#model/sales/order-search.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import {
  hasEventSql,
  hasItemOfEventSql,
  hasOrderFilters,
  hasSearchTextSql,
  matchesRemainingFilters,
  isInOrderRange,
  orderTimeSql,
  needsSearchText,
  type OrderSearch,
  type SqlFragment,
} from './order-filter-rows.ts'

interface Page {
  after: ListPosition | undefined
  limit: number
}

export interface FoundOrders {
  places: ListPosition[]
  next: ListPosition | undefined
}

/** Number of newest orders to scan before an index is used. Frequent matches are among them. */
const WINDOW = 20_000
/**
 * Number of newest orders to scan first. If few of them match, the index is used at once, because the rest of the
 * window would hardly fill a page.
 */
const FIRST_WINDOW = 2000
const FEW_MATCHES = 3
/** Number of orders to scan when whole rows of `orders` are read, which are wider than those of the search table. */
const SHORT_WINDOW = 5000
/** Maximum number of orders to scan that aren't in the search table yet. Usually there are fewer. */
const NEWEST_DUE = 500

/**
 * Finds orders, newest first. Scans the newest orders first: if matches are frequent, they fill a page. Finds rare matches
 * by an index (trigrams, event, link or promo code). Text without an index is searched in windows; the page may then be
 * incomplete and has a cursor.
 */
export async function searchOrders(db: Db, search: OrderSearch, page: Page): Promise<FoundOrders> {
  // Orders that need attention are few and have an index of their own.
  const candidates = candidatesOf(search, page)
  const walked: Walked =
    search.status === 'attention'
      ? FIRST_OF_ALL
      : await walk(db, search, { ...page, isIndexed: candidates !== undefined })
  if (walked.places.length > page.limit) return cut(walked.places, page.limit)
  if (walked !== FIRST_OF_ALL && !walked.end) return { places: walked.places, next: undefined }
  if (!candidates) return { places: walked.places, next: walked.end }
  return cut(merge(walked.places, await pick(db, search, { ...page, candidates })), page.limit)
}

/** Adds the scanned matches to those of the index, which lacks orders whose text is still to be written. */
const merge = (walked: readonly ListPosition[], picked: readonly ListPosition[]): ListPosition[] =>
  [...new Map([...picked, ...walked].map((place) => [place.id, place])).values()].toSorted(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1),
  )

/**
 * Returns the limit for matches of the index: one page if the search has no filters on the order. Otherwise empty, because those filters are
 * applied later and may remove matches.
 */
const candidateLimit = (search: OrderSearch, limit: number, order: SqlFragment): SqlFragment =>
  hasOrderFilters(search) ? sql`` : sql`order by ${order} limit ${limit + 1}`

const cut = (places: ListPosition[], limit: number): FoundOrders => ({
  places: places.slice(0, limit),
  next: places.length > limit ? places[limit - 1] : undefined,
})

/** `end`: the last scanned order; undefined when there are no older orders. */
interface Walked {
  places: ListPosition[]
  end: ListPosition | undefined
}

const FIRST_OF_ALL: Walked = { places: [], end: undefined }

async function walk(db: Db, search: OrderSearch, page: Page & { isIndexed: boolean }): Promise<Walked> {
  if (!needsSearchText(search)) return walkOrders(db, search, page)
  if (page.isIndexed) {
    const first = await walkWindow(db, search, { ...page, window: FIRST_WINDOW })
    if (!first.end || first.places.length > page.limit || first.places.length < FEW_MATCHES) return first
  }
  return walkWindow(db, search, { ...page, window: WINDOW })
}

/** Scans only until the page is full: the order of the index is the order of the page. */
async function walkWindow(db: Db, search: OrderSearch, page: Page & { window: number }): Promise<Walked> {
  const due = sql`select order_id from order_search_due order by id desc limit ${NEWEST_DUE}`
  const seen = sql`from order_search o where o.promoter_id = ${search.promoterId} and ${isInOrderRange(search, page.after)}
    order by o.created_at desc, o.order_id desc`
  const rows = await queryRows<ListPosition & { isEnd: boolean }>(db)`
    with matched as (
      select o.id, ${orderTimeSql} as at
      from (select o.order_id, o.created_at, o.event_ids, o.text ${seen} limit ${page.window}) s join orders o on o.id = s.order_id
      where ${hasSearchTextSql(search, sql`s.text`)} and ${hasEventSql(search, sql`s.event_ids`)} and s.order_id not in (${due}) and ${matchesRemainingFilters(search)}
      order by s.created_at desc, s.order_id desc limit ${page.limit + 1}
    ), fresh as (
      select o.id, ${orderTimeSql} as at from orders o
      where o.id in (${due}) and o.promoter_id = ${search.promoterId} and ${isInOrderRange(search, page.after, sql`o.id`)}
        and ${hasSearchTextSql(search, sql`order_search_text(o.id)`)} and ${hasItemOfEventSql(search)} and ${matchesRemainingFilters(search)}
    ), found as (
      select id, at, false as "isEnd" from (select * from matched union all select * from fresh) m
      order by at desc, id desc limit ${page.limit + 1}
    ), last as (
      select o.order_id as id, ${orderTimeSql} as at, true as "isEnd" ${seen} offset ${page.window - 1} limit 1
    )
    select * from found union all select * from last where (select count(*) from found) <= ${page.limit}`
  return split(rows)
}

/**
 * Scans the promoter's orders, newest first: with `isIndexed`, at most `SHORT_WINDOW` of them, otherwise all. To scan
 * all, doesn't select them in a subquery, because PostgreSQL would sort all of them before it takes the first one.
 */
async function walkOrders(db: Db, search: OrderSearch, page: Page & { isIndexed: boolean }): Promise<Walked> {
  const isSeen = sql`o.promoter_id = ${search.promoterId} and ${isInOrderRange(search, page.after, sql`o.id`)}`
  const seen = sql`(
    select o.* from orders o where ${isSeen} order by o.created_at desc, o.id desc limit ${SHORT_WINDOW}) o`
  const rows = await queryRows<ListPosition>(db)`
    select o.id, ${orderTimeSql} as at from ${page.isIndexed ? seen : sql`orders o`} where ${isSeen} and ${matchesRemainingFilters(search)}
    order by o.created_at desc, o.id desc limit ${page.limit + 1}`
  if (!page.isIndexed || rows.length > page.limit) return { places: rows, end: undefined }
  const row = await queryRow<ListPosition>(db)`
    select o.id, ${orderTimeSql} as at from ${seen} offset ${SHORT_WINDOW - 1}`
  return { places: rows, end: row }
}

const split = (rows: (ListPosition & { isEnd: boolean })[]) => ({
  places: rows.filter((row) => !row.isEnd).map(({ id, at }) => ({ id, at })),
  end: rows.find((row) => row.isEnd),
})

function pick(
  db: Db,
  search: OrderSearch,
  page: Page & { candidates: SqlFragment },
): Promise<ListPosition[]> {
  return queryRows<ListPosition>(db)`
    with candidates as materialized (${page.candidates})
    select o.id, ${orderTimeSql} as at from candidates c join orders o on o.id = c.id
    where o.promoter_id = ${search.promoterId} and ${isInOrderRange(search, page.after, sql`o.id`)} and ${matchesRemainingFilters(search)}
      and ${
        needsSearchText(search)
          ? sql`exists (
        select from order_search s where s.order_id = o.id and ${hasSearchTextSql(search, sql`s.text`)}
          and ${hasEventSql(search, sql`s.event_ids`)})`
          : sql`true`
      }
    order by at desc, o.id desc limit ${page.limit + 1}`
}

function candidatesOf(search: OrderSearch, { after, limit }: Page): SqlFragment | undefined {
  const { promoterId, status, words, linkId, promo, eventId } = search
  if (status === 'attention') return sql`${withPaymentProblem(promoterId)}`
  const indexed = words.filter(hasTrigram)
  if (indexed.length > 0)
    return sql`select s.order_id as id from order_search s
      where s.promoter_id = ${promoterId} and ${hasSearchTextSql({ words: indexed }, sql`s.text`)} and ${hasEventSql(search, sql`s.event_ids`)}`
  if (linkId !== undefined) return sql`select id from orders where tracking_link_id = ${linkId}::uuid`
  if (promo !== undefined)
    return sql`select o.id from promo_codes p join orders o on o.promo_code_id = p.id
      where p.promoter_id = ${promoterId} and p.code = ${promo}`
  if (eventId !== undefined && words.length === 0)
    // `offset 0` keeps the planner from scanning all orders by date for an old event.
    return sql`select e.id from (
        select o.order_id as id, o.created_at from order_search o
        where o.promoter_id = ${promoterId} and ${hasEventSql(search, sql`o.event_ids`)} and ${isInOrderRange(search, after)} offset 0
      ) e ${candidateLimit(search, limit, sql`e.created_at desc, e.id desc`)}`
  return undefined
}

const withPaymentProblem = (promoterId: string): SqlFragment => sql`
  select order_id as id from payments where trouble <> '' and promoter_id = ${promoterId}
  union select order_id from disputes where status = 'open' and promoter_id = ${promoterId}`

/** Advisory lock key. Only one process fills the search table, because two could overwrite newer text with older text. */
const ONE_FILLS = 0x6f_72_64_72

/** Updates the search text of changed orders, the oldest changes first. Returns the number of processed changes. */
export async function fillOrderSearch(db: Db, limit: number): Promise<number> {
  const row = await queryRow<{ taken: number }>(db)`
    with due as (
      delete from order_search_due where id in (
        select id from order_search_due where (select pg_try_advisory_xact_lock(${ONE_FILLS}))
        order by id limit ${limit} for update skip locked
      ) returning order_id
    ), written as (
      insert into order_search (order_id, promoter_id, created_at, event_ids, text)
      select o.id, o.promoter_id, o.created_at,
        array(select distinct i.event_id from order_items i where i.order_id = o.id), order_search_text(o.id)
      from orders o where o.id in (select order_id from due) order by o.created_at, o.id
      on conflict (order_id) do update set text = excluded.text, event_ids = excluded.event_ids
    )
    select count(*)::int as taken from due`
  return row?.taken ?? 0
}
