import { sql, type Kysely, type RawBuilder } from 'kysely'
import { hasTrigram, likeFragment } from '#model/sales/order-search.ts'
import type { OrderStatus } from '#model/sales/orders.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Place } from '#server/platform/ids/moment-cursor.ts'

type Db = Kysely<Database>
type Sql = RawBuilder<unknown>

export interface OrderSearch {
  promoterId: string
  /** Words in lower case, all of which must match. */
  words: readonly string[]
  status?: OrderStatus | 'attention' | undefined
  eventId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  promo?: string | undefined
  linkId?: string | undefined
  /** True to find only orders that were ever paid, including free ones. */
  isPaid?: boolean
  now: Date
}

interface Page {
  after: Place | undefined
  limit: number
}

export interface Found {
  places: Place[]
  next: Place | undefined
}

/** Number of newest orders to scan before an index is used. Frequent matches are among them. */
const WINDOW = 20_000
/** Like `WINDOW`, for scans that read whole rows of `orders`, which are wider. */
const SHORT_WINDOW = 5000
/** Maximum number of orders to scan that aren't in the search table yet. Usually there are fewer. */
const NEWEST_DUE = 500

/**
 * Finds orders, newest first. Scans the newest orders first: if matches are frequent, they fill a page. Finds rare matches
 * by an index (trigrams, event, link or promo code). Text without an index is searched in windows; the page may then be
 * incomplete and has a cursor.
 */
export async function searchOrders(db: Db, search: OrderSearch, page: Page): Promise<Found> {
  // Orders that need attention are few and have an index of their own.
  const walked: Walked = search.status === 'attention' ? FIRST_OF_ALL : await walk(db, search, page)
  if (walked.places.length > page.limit) return cut(walked.places, page.limit)
  if (walked !== FIRST_OF_ALL && !walked.end) return { places: walked.places, next: undefined }
  const candidates = candidatesOf(search, page)
  if (!candidates) return { places: walked.places, next: walked.end }
  return cut(await pick(db, search, { ...page, candidates }), page.limit)
}

/** Limits the candidates to one page, if no filter on the order's own row can remove any of them. */
const enoughOf = (search: OrderSearch, limit: number, order: Sql): Sql =>
  hasOwnFilters(search) ? sql`` : sql`order by ${order} limit ${limit + 1}`

const hasOwnFilters = ({ status, promo, linkId, isPaid = false }: OrderSearch): boolean =>
  isPaid || [status, promo, linkId].some((filter) => filter !== undefined)

const cut = (places: Place[], limit: number): Found => ({
  places: places.slice(0, limit),
  next: places.length > limit ? places[limit - 1] : undefined,
})

const moment = sql`date_trunc('milliseconds', o.created_at)`

/** `end`: the last scanned order; undefined when there are no older orders. */
interface Walked {
  places: Place[]
  end: Place | undefined
}

const FIRST_OF_ALL: Walked = { places: [], end: undefined }

async function walk(db: Db, search: OrderSearch, page: Page): Promise<Walked> {
  if (!needsText(search)) return walkOrders(db, search, page)
  const { rows } = await sql<Place & { isEnd: boolean }>`
    with seen as (
      select o.order_id as id, o.created_at, o.event_ids, o.text from order_search o
      where o.promoter_id = ${search.promoterId} and ${isWithin(search, page.after)}
      order by o.created_at desc, o.order_id desc limit ${WINDOW}
    ), matched as (
      select s.id, s.created_at from seen s
      where ${hasText(search, sql`s.text`)} and ${hasEvent(search, sql`s.event_ids`)}
        and s.id not in (select order_id from order_search_due order by id desc limit ${NEWEST_DUE})
      ${enoughOf(search, page.limit, sql`s.created_at desc, s.id desc`)}
    ), fresh as (
      select o.id, o.created_at from orders o
      where o.id in (select order_id from order_search_due order by id desc limit ${NEWEST_DUE})
        and o.promoter_id = ${search.promoterId} and ${isWithin(search, page.after, sql`o.id`)}
        and ${hasText(search, sql`order_search_text(o.id)`)} and ${hasItemOf(search)}
    ), found as (
      select o.id, ${moment} as at, false as "isEnd" from orders o
      join (select * from matched union all select * from fresh) m on m.id = o.id
      where ${isLeft(search)} order by at desc, o.id desc limit ${page.limit + 1}
    ), last as (
      select id, date_trunc('milliseconds', created_at) as at, true as "isEnd" from seen
      order by created_at desc, id desc offset ${WINDOW - 1}
    )
    select * from found union all select * from last where (select count(*) from found) <= ${page.limit}`.execute(
    db,
  )
  return split(rows)
}

async function walkOrders(db: Db, search: OrderSearch, page: Page): Promise<Walked> {
  const isSparse = candidatesOf(search, page) !== undefined
  const seen = sql`
    select o.* from orders o where o.promoter_id = ${search.promoterId} and ${isWithin(search, page.after, sql`o.id`)}
    order by o.created_at desc, o.id desc ${isSparse ? sql`limit ${SHORT_WINDOW}` : sql``}`
  const { rows } = await sql<Place>`
    select o.id, ${moment} as at from (${seen}) o where ${isLeft(search)}
    order by o.created_at desc, o.id desc limit ${page.limit + 1}`.execute(db)
  if (!isSparse || rows.length > page.limit) return { places: rows, end: undefined }
  const { rows: last } = await sql<Place>`
    select o.id, ${moment} as at from (${seen}) o offset ${SHORT_WINDOW - 1}`.execute(db)
  return { places: rows, end: last[0] }
}

const split = (rows: (Place & { isEnd: boolean })[]) => ({
  places: rows.filter((row) => !row.isEnd).map(({ id, at }) => ({ id, at })),
  end: rows.find((row) => row.isEnd),
})

async function pick(db: Db, search: OrderSearch, page: Page & { candidates: Sql }): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with candidates as materialized (${page.candidates})
    select o.id, ${moment} as at from candidates c join orders o on o.id = c.id
    where o.promoter_id = ${search.promoterId} and ${isWithin(search, page.after, sql`o.id`)} and ${isLeft(search)}
      and ${
        needsText(search)
          ? sql`exists (
        select from order_search s where s.order_id = o.id and ${hasText(search, sql`s.text`)}
          and ${hasEvent(search, sql`s.event_ids`)})`
          : sql`true`
      }
    order by at desc, o.id desc limit ${page.limit + 1}`.execute(db)
  return rows
}

function candidatesOf(search: OrderSearch, { after, limit }: Page): Sql | undefined {
  const { promoterId, status, words, linkId, promo, eventId } = search
  if (status === 'attention') return sql`${inTrouble(promoterId)}`
  const indexed = words.filter(hasTrigram)
  if (indexed.length > 0)
    return sql`select s.order_id as id from order_search s
      where s.promoter_id = ${promoterId} and ${hasText({ words: indexed }, sql`s.text`)} and ${hasEvent(search, sql`s.event_ids`)}`
  if (linkId !== undefined) return sql`select id from orders where tracking_link_id = ${linkId}::uuid`
  if (promo !== undefined)
    return sql`select o.id from promo_codes p join orders o on o.promo_code_id = p.id
      where p.promoter_id = ${promoterId} and p.code = ${promo}`
  if (eventId !== undefined && words.length === 0)
    // `offset 0` keeps the planner from scanning all orders by date for an old event.
    return sql`select e.id from (
        select o.order_id as id, o.created_at from order_search o
        where o.promoter_id = ${promoterId} and ${hasEvent(search, sql`o.event_ids`)} and ${isWithin(search, after)} offset 0
      ) e ${enoughOf(search, limit, sql`e.created_at desc, e.id desc`)}`
  return undefined
}

const inTrouble = (promoterId: string): Sql => sql`
  select order_id as id from payments where trouble <> '' and promoter_id = ${promoterId}
  union select order_id from disputes where status = 'open' and promoter_id = ${promoterId}`

export const needsAttention = sql<boolean>`
  (exists (select from payments p where p.order_id = o.id and p.trouble <> '')
    or exists (select from disputes d where d.order_id = o.id and d.status = 'open'))`

const needsText = ({ words, eventId }: OrderSearch): boolean => words.length > 0 || eventId !== undefined

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const hasText = ({ words }: Pick<OrderSearch, 'words'>, text: Sql): Sql =>
  all(words.map((word) => sql`${text} like ${likeFragment(word)}`))

const hasEvent = ({ eventId }: OrderSearch, events: Sql): Sql =>
  eventId === undefined ? sql`true` : sql`${events} @> array[${eventId}::uuid]`

const hasItemOf = ({ eventId }: OrderSearch): Sql =>
  eventId === undefined
    ? sql`true`
    : sql`exists (select from order_items i where i.order_id = o.id and i.event_id = ${eventId}::uuid)`

/** Conditions for date range and cursor. Expects a table `o` with `created_at`. */
function isWithin({ from, to }: OrderSearch, after: Place | undefined, id: Sql = sql`o.order_id`): Sql {
  const conditions: Sql[] = []
  if (from) conditions.push(sql`o.created_at >= ${from}`)
  if (to) conditions.push(sql`o.created_at < ${to}`)
  if (after) {
    // The first condition lets PostgreSQL use the index, the second one is exact.
    const millisecond = new Date(after.at.getTime() + 1)
    conditions.push(sql`o.created_at < ${millisecond}`)
    conditions.push(sql`(${moment}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  }
  return all(conditions)
}

/** Conditions of the remaining filters on an order `o`. A pending order past its expiry counts as expired. */
function isLeft({ status, promo, linkId, isPaid, now }: OrderSearch): Sql {
  const conditions: Sql[] = []
  if (status === 'attention') conditions.push(needsAttention)
  else if (status === 'pending') conditions.push(sql`o.status = 'pending' and o.expires_at > ${now}`)
  else if (status === 'expired')
    conditions.push(sql`(o.status = 'expired' or (o.status = 'pending' and o.expires_at <= ${now}))`)
  else if (status) conditions.push(sql`o.status = ${status}`)
  if (promo !== undefined) conditions.push(sql`o.promo_code = ${promo}`)
  if (linkId !== undefined) conditions.push(sql`o.tracking_link_id = ${linkId}::uuid`)
  if (isPaid) conditions.push(sql`o.paid_at is not null`)
  return all(conditions)
}

/** Advisory lock key. Only one process fills the search table, because two could overwrite newer text with older text. */
const ONE_FILLS = 0x6f_72_64_72

/** Updates the search text of changed orders, those waiting longest first. Returns the number of updated orders. */
export async function fillOrderSearch(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
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
    select count(*)::int as taken from due`.execute(db)
  return rows[0]?.taken ?? 0
}
