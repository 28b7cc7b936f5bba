import { sql, type RawBuilder } from 'kysely'
import { likeFragment } from '#model/sales/order-search.ts'
import type { OrderStatus } from '#model/sales/orders.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

export type SqlFragment = RawBuilder<unknown>

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

export const hasOrderFilters = ({ status, promo, linkId, isPaid = false }: OrderSearch): boolean =>
  isPaid || [status, promo, linkId].some((filter) => filter !== undefined)

export const orderTimeSql = sql`date_trunc('milliseconds', o.created_at)`

export const needsAttention = sql<boolean>`
  (exists (select from payments p where p.order_id = o.id and p.trouble <> '')
    or exists (select from disputes d where d.order_id = o.id and d.status = 'open'))`

export const needsSearchText = ({ words, eventId }: OrderSearch): boolean =>
  words.length > 0 || eventId !== undefined

const all = (conditions: readonly SqlFragment[]): SqlFragment =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

export const hasSearchTextSql = ({ words }: Pick<OrderSearch, 'words'>, text: SqlFragment): SqlFragment =>
  all(words.map((word) => sql`${text} like ${likeFragment(word)}`))

export const hasEventSql = ({ eventId }: OrderSearch, events: SqlFragment): SqlFragment =>
  eventId === undefined ? sql`true` : sql`${events} @> array[${eventId}::uuid]`

export const hasItemOfEventSql = ({ eventId }: OrderSearch): SqlFragment =>
  eventId === undefined
    ? sql`true`
    : sql`exists (select from order_items i where i.order_id = o.id and i.event_id = ${eventId}::uuid)`

/** Conditions for date range and cursor. Expects a table `o` with `created_at`. */
export function isInOrderRange(
  { from, to }: OrderSearch,
  after: ListPosition | undefined,
  id: SqlFragment = sql`o.order_id`,
): SqlFragment {
  const conditions: SqlFragment[] = []
  if (from) conditions.push(sql`o.created_at >= ${from}`)
  if (to) conditions.push(sql`o.created_at < ${to}`)
  if (after) {
    // The first condition lets PostgreSQL use the index, the second one is exact.
    const millisecond = new Date(after.at.getTime() + 1)
    conditions.push(sql`o.created_at < ${millisecond}`)
    conditions.push(sql`(${orderTimeSql}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  }
  return all(conditions)
}

/** Conditions of the remaining filters on an order `o`. A pending order past its expiry counts as expired. */
export function matchesRemainingFilters({ status, promo, linkId, isPaid, now }: OrderSearch): SqlFragment {
  const conditions: SqlFragment[] = []
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
