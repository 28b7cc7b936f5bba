import { CompiledQuery, sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { skipLockedUnless, type Locking } from '#server/platform/db/batches/transaction-batcher.ts'

export interface CartRow {
  id: string
  promoterId: string
  currency: string
  firstHeldAt: Date
  expiresAt: Date
  fingerprint: string
}

const cartColumns = sql`
  id, promoter_id as "promoterId", currency, first_held_at as "firstHeldAt", expires_at as "expiresAt", wish as fingerprint`

export interface LockedCart extends CartRow {
  trackingLinkId: string | null
  trackedAt: Date | null
}

/** Locks a cart. All purchases take locks in the order cart, order, promo code, inventory by id. */
export function lockCart(trx: Trx, cartId: string): Promise<LockedCart | undefined> {
  return queryRow<LockedCart>(trx)`
    select ${cartColumns}, tracking_link_id as "trackingLinkId", tracked_at as "trackedAt"
    from carts where id = ${cartId} for update`
}

/** Locks carts, ordered by id. Skips carts that are already locked, unless `waits` is true. */
export async function lockCarts(
  trx: Trx,
  cartIds: readonly string[],
  { waits }: Locking,
): Promise<Map<string, LockedCart>> {
  const rows = await queryRows<LockedCart>(trx)`
    select ${cartColumns}, tracking_link_id as "trackingLinkId", tracked_at as "trackedAt"
    from carts where id = any(${cartIds}::uuid[]) order by id for update ${skipLockedUnless(waits)}`
  return new Map(rows.map((cart) => [cart.id, cart]))
}

export async function lockCartOfOrder(trx: Trx, orderId: string): Promise<void> {
  await execute(trx)`
    select from carts where id = (select cart_id from orders where id = ${orderId}) for update`
}

/**
 * Locks the carts of orders, ordered by id, and returns their ids. Skips carts that are already locked, unless
 * `waits` is true.
 */
export async function lockCartsOfOrders(
  trx: Trx,
  orderIds: readonly string[],
  { waits }: Locking,
): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(trx)`
    select id from carts where id in (select cart_id from orders where id = any(${orderIds}::uuid[]))
    order by id for update ${skipLockedUnless(waits)}`
  return new Set(rows.map(({ id }) => id))
}

export async function findLiveCart(
  db: Db,
  find: { cartId: string; now: Date },
): Promise<{ cart: CartRow; holds: HoldRow[] } | undefined> {
  const cart = await queryRow<CartRow>(db)`
    select ${cartColumns} from carts where id = ${find.cartId} and expires_at > ${find.now}`
  return cart && { cart, holds: await listHolds(db, cart.id) }
}

export interface HoldRow {
  ticketTypeId: string
  quantity: number
  position: number
  expiresAt: Date
}

export function listHolds(trx: Db, cartId: string): Promise<HoldRow[]> {
  return queryRows<HoldRow>(trx)`
    select ticket_type_id as "ticketTypeId", quantity, position, expires_at as "expiresAt"
    from holds where cart_id = ${cartId} order by position`
}

export interface CountersRow {
  ticketTypeId: string
  capacity: number
  held: number
  sold: number
  poolId: string | null
  poolCapacity: number | null
}

const WITH_THEIR_POOLS = `
  any($1::uuid[] || array(
    select other.ticket_type_id from inventory one join inventory other on other.pool_id = one.pool_id
    where one.ticket_type_id = any($1::uuid[]) and one.pool_id is not null
  ))`

/**
 * Locks the counters of the ticket types and of all types that share a capacity with them, ordered by id. Shared
 * capacities must be read after this lock, because they may have changed while waiting.
 */
export const LOCK_COUNTERS = `
  select ticket_type_id as "ticketTypeId", capacity, held, sold, pool_id as "poolId",
    case when pool_id is not null then (select p.capacity from capacity_pools p where p.id = pool_id) end as "poolCapacity"
  from inventory where ticket_type_id = ${WITH_THEIR_POOLS} order by ticket_type_id for update`

/**
 * Deletes expired holds and returns the quantities subtracted from `held`. Sent after the lock, on the same
 * connection.
 */
export const REMOVE_EXPIRED_HOLDS = `
  with gone as (
    delete from holds where ticket_type_id = ${WITH_THEIR_POOLS} and expires_at <= $2
    returning promoter_id, ticket_type_id, client, prefix, quantity, expires_at
  ), unpaid as (
    insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
    select promoter_id, ticket_type_id, client, prefix, quantity, expires_at from gone where prefix is not null
  ), lapsed as (
    select ticket_type_id, sum(quantity)::int as quantity from gone group by ticket_type_id
  )
  update inventory i set held = i.held - lapsed.quantity from lapsed where i.ticket_type_id = lapsed.ticket_type_id
  returning i.ticket_type_id as "ticketTypeId", lapsed.quantity`

export interface ExpiredHoldsRow {
  ticketTypeId: string
  quantity: number
}

export function subtractExpiredHolds(
  counters: Map<string, CountersRow>,
  lapsed: readonly ExpiredHoldsRow[],
): void {
  for (const { ticketTypeId, quantity } of lapsed) {
    const row = counters.get(ticketTypeId)
    if (row) row.held -= quantity
  }
}

/**
 * Locks the counters of the given ticket types, or of the cart's, ordered by id, and removes expired holds. Until the
 * transaction ends, `held` counts exactly the holds in the table. A hold that was read before the lock may no longer
 * exist.
 */
export async function lockInventory(
  trx: Trx,
  lock: { now: Date; cartId?: string } & (
    | { ticketTypeIds: readonly string[] }
    | { cartId: string; ticketTypeIds?: never }
  ),
): Promise<{ counters: Map<string, CountersRow>; holds: HoldRow[] }> {
  const { cartId, now } = lock
  const ids = lock.ticketTypeIds ?? (await listHolds(trx, lock.cartId ?? '')).map((hold) => hold.ticketTypeId)
  const [rows, lapsed, holds] = await Promise.all([
    lockCounters(trx, ids),
    removeExpiredHolds(trx, { ids, now }),
    cartId === undefined ? [] : listHolds(trx, cartId),
  ])
  const counters = new Map(rows.map((row) => [row.ticketTypeId, row]))
  subtractExpiredHolds(counters, lapsed)
  return { counters, holds }
}

export async function lockCounters(trx: Trx, ids: readonly string[]): Promise<CountersRow[]> {
  return (await trx.executeQuery<CountersRow>(CompiledQuery.raw(LOCK_COUNTERS, [ids]))).rows
}

export async function removeExpiredHolds(
  trx: Trx,
  selection: { ids: readonly string[]; now: Date },
): Promise<ExpiredHoldsRow[]> {
  return (
    await trx.executeQuery<ExpiredHoldsRow>(
      CompiledQuery.raw(REMOVE_EXPIRED_HOLDS, [selection.ids, selection.now]),
    )
  ).rows
}

/**
 * Writes `held` and `sold`. For types with shared capacity, both may only decrease, because a trigger checks the
 * shared capacity after each row, in no fixed order.
 */
export async function writeCounters(trx: Trx, counters: readonly CountersRow[]): Promise<void> {
  await execute(trx)`
    update inventory i set held = v.held, sold = v.sold
    from unnest(
      ${counters.map((row) => row.ticketTypeId)}::uuid[],
      ${counters.map((row) => row.held)}::int[],
      ${counters.map((row) => row.sold)}::int[]
    ) v (id, held, sold)
    where i.ticket_type_id = v.id and (i.held, i.sold) is distinct from (v.held, v.sold)`
}

export async function removeCart(trx: Trx, cartId: string, now: Date): Promise<void> {
  await execute(trx)`
    with gone as (
      delete from holds where cart_id = ${cartId} returning promoter_id, ticket_type_id, client, prefix, quantity
    ), unpaid as (
      insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
      select promoter_id, ticket_type_id, client, prefix, quantity, ${now} from gone where prefix is not null
    )
    delete from carts where id = ${cartId}`
}

export async function deleteOldUnpaidHolds(db: Db, before: Date): Promise<void> {
  await execute(db)`delete from unpaid_holds where at < ${before}`
}

/** Locks expired carts. Skips rows locked by other transactions. */
export async function lockExpiredCarts(trx: Trx, find: { now: Date; limit: number }): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select id from carts where not swept and expires_at <= ${find.now}
    order by expires_at limit ${find.limit} for update skip locked`
  return rows.map((row) => row.id)
}

export async function listHeldTicketTypes(trx: Trx, cartIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select distinct ticket_type_id as id from holds where cart_id = any(${cartIds})`
  return rows.map((row) => row.id)
}

export async function markCartsSwept(trx: Trx, cartIds: readonly string[]): Promise<void> {
  await execute(trx)`update carts set swept = true where id = any(${cartIds})`
}

export async function deleteOldCarts(db: Db, find: { before: Date; limit: number }): Promise<void> {
  await execute(db)`
    delete from carts where id in (
      select id from carts where swept and expires_at <= ${find.before}
      order by expires_at limit ${find.limit} for update skip locked
    )`
}
