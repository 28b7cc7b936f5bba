import type { QueryResultRow } from 'pg'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { MAX_PER_ORDER_SQL } from '#server/catalog/listings/ticket-type-rows.ts'
import { TAX_RULE } from '#server/pricing/taxes/tax-rows.ts'
import {
  LOCK_COUNTERS,
  REMOVE_EXPIRED_HOLDS,
  type CartRow,
  type CountersRow,
  type HoldRow,
  type ExpiredHoldsRow,
} from './hold-rows.ts'

/** Runs statements for many carts on one pipelined connection, so that independent statements don't wait for each other's result. */
export interface Pipeline {
  run: <Row extends QueryResultRow>(statement: PipelinedStatement, values: unknown[]) => Promise<Row[]>
  begin: () => Promise<unknown>
  commit: () => Promise<unknown>
}

export interface PipelinedStatement {
  name: string
  text: string
}

export interface BatchTicketType {
  id: string
  promoterId: string
  eventId: string
  currency: string
  priceCents: number
  minPerOrder: number
  maxPerOrder: number
  isHidden: boolean
  followsId: string | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  eventEndsAt: Date
  active: boolean
  eventStatus: 'draft' | 'published' | 'cancelled'
  isPromoterActive: boolean
  visibility: 'public' | 'unlisted' | 'code'
  accessCode: string
  /** True when the event requires an account with a verified address for holds while demand is high. */
  holdsNeedAccount: boolean
  tax: TaxRule | null
}

const TICKET_TYPES: PipelinedStatement = {
  name: 'batch-ticket-types',
  text: `
    select t.id, t.promoter_id as "promoterId", t.event_id as "eventId", e.currency, t.price_cents as "priceCents",
      t.min_per_order as "minPerOrder", ${MAX_PER_ORDER_SQL} as "maxPerOrder", t.is_hidden as "isHidden", t.follows_id as "followsId", t.sale_starts_at as "saleStartsAt", t.sale_ends_at as "saleEndsAt",
      e.ends_at as "eventEndsAt", t.active, e.status as "eventStatus", p.status = 'active' as "isPromoterActive", e.visibility,
      e.access_code as "accessCode", e.holds_need_account as "holdsNeedAccount", ${TAX_RULE} as tax
    from ticket_types t join events e on e.id = t.event_id join promoters p on p.id = t.promoter_id
    where t.id = any($1::uuid[] || array(
      select first.follows_id from ticket_types first where first.id = any($1::uuid[]) and first.follows_id is not null
    ))`,
}

export const listBatchTicketTypes = (
  pipeline: Pipeline,
  ids: readonly string[],
): Promise<BatchTicketType[]> => pipeline.run(TICKET_TYPES, [ids])

const LOCK_CARTS: PipelinedStatement = {
  name: 'batch-lock-carts',
  text: `
    with locked as (
      insert into carts (id, promoter_id, currency, wish, first_held_at, expires_at)
      select v.*, $5, $6 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) v (id, promoter_id, currency, wish)
      order by 1
      on conflict (id) do update set id = excluded.id
      returning id, promoter_id as "promoterId", currency, first_held_at as "firstHeldAt", expires_at as "expiresAt",
        wish as fingerprint,
        xmax <> 0 as known
    )
    select id, "promoterId", currency, "firstHeldAt", "expiresAt", fingerprint from locked where known`,
}

/** Inserts new carts and locks all carts, ordered by id. Returns the carts that existed before. */
export const lockBatchCarts = (
  pipeline: Pipeline,
  carts: readonly CartRow[],
  fresh: { firstHeldAt: Date; expiresAt: Date },
): Promise<CartRow[]> =>
  pipeline.run(LOCK_CARTS, [
    carts.map((cart) => cart.id),
    carts.map((cart) => cart.promoterId),
    carts.map((cart) => cart.currency),
    carts.map((cart) => cart.fingerprint),
    fresh.firstHeldAt,
    fresh.expiresAt,
  ])

const HOLDS: PipelinedStatement = {
  name: 'batch-holds',
  text: `
    select cart_id as "cartId", ticket_type_id as "ticketTypeId", quantity, position, expires_at as "expiresAt", client, prefix
    from holds where cart_id = any($1::uuid[])`,
}

/** `client` and `prefix` are null for holds that don't count against a client's share. */
export interface BatchHoldRow extends HoldRow {
  cartId: string
  client: string | null
  prefix: string | null
}

export const listBatchHolds = (pipeline: Pipeline, cartIds: readonly string[]): Promise<BatchHoldRow[]> =>
  pipeline.run(HOLDS, [cartIds])

const PENDING_ORDERS: PipelinedStatement = {
  name: 'batch-pending-orders',
  text: `select cart_id as "cartId" from orders where cart_id = any($1::uuid[]) and status = 'pending'`,
}

/** Carts with a pending order. Changing such a cart cancels its order, which needs a transaction of its own instead of a batch. */
export const listCartsWithOrders = (
  pipeline: Pipeline,
  cartIds: readonly string[],
): Promise<{ cartId: string }[]> => pipeline.run(PENDING_ORDERS, [cartIds])

export const lockBatchInventory = (pipeline: Pipeline, ids: readonly string[]): Promise<CountersRow[]> =>
  pipeline.run({ name: 'batch-lock-counters', text: LOCK_COUNTERS }, [ids])

export const removeExpiredHoldsOfBatch = (
  pipeline: Pipeline,
  selection: { ids: readonly string[]; now: Date },
): Promise<ExpiredHoldsRow[]> =>
  pipeline.run({ name: 'batch-take-lapsed', text: REMOVE_EXPIRED_HOLDS }, [selection.ids, selection.now])

const POOLS: PipelinedStatement = {
  name: 'batch-pools',
  text: `select id, capacity from capacity_pools where id = any($1::uuid[])`,
}

/** Reads shared capacities. Call after locking, so that changes committed while waiting for the lock are seen. */
export async function readSharedCapacity(
  pipeline: Pipeline,
  counters: readonly CountersRow[],
): Promise<void> {
  const ids = [...new Set(counters.flatMap((row) => row.poolId ?? []))]
  if (ids.length === 0) return
  const pools = await pipeline.run<{ id: string; capacity: number }>(POOLS, [ids])
  const known = new Map(pools.map((pool) => [pool.id, pool.capacity]))
  for (const row of counters) row.poolCapacity = row.poolId === null ? null : (known.get(row.poolId) ?? 0)
}

const WRITE_COUNTERS: PipelinedStatement = {
  name: 'batch-write-counters',
  text: `
    update inventory i set held = v.held from unnest($1::uuid[], $2::int[]) v (id, held)
    where i.ticket_type_id = v.id and i.held <> v.held`,
}

export const writeBatchCounters = (pipeline: Pipeline, counters: readonly CountersRow[]): Promise<unknown> =>
  pipeline.run(WRITE_COUNTERS, [counters.map((row) => row.ticketTypeId), counters.map((row) => row.held)])

const DELETE_HOLDS: PipelinedStatement = {
  name: 'batch-delete-holds',
  text: `
    delete from holds h using unnest($1::uuid[], $2::uuid[]) v (cart_id, ticket_type_id)
    where h.cart_id = v.cart_id and h.ticket_type_id = v.ticket_type_id`,
}

export const deleteBatchHolds = (
  pipeline: Pipeline,
  holds: readonly { cartId: string; ticketTypeId: string }[],
): Promise<unknown> =>
  pipeline.run(DELETE_HOLDS, [holds.map((hold) => hold.cartId), holds.map((hold) => hold.ticketTypeId)])

const UPDATE_CARTS: PipelinedStatement = {
  name: 'batch-update-carts',
  text: `
    update carts c set promoter_id = v.promoter_id, currency = v.currency, first_held_at = v.first_held_at,
      expires_at = v.expires_at, wish = v.wish, swept = false
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[])
      v (id, promoter_id, currency, first_held_at, expires_at, wish)
    where c.id = v.id`,
}

export const updateBatchCarts = (pipeline: Pipeline, carts: readonly CartRow[]): Promise<unknown> =>
  pipeline.run(UPDATE_CARTS, [
    carts.map((cart) => cart.id),
    carts.map((cart) => cart.promoterId),
    carts.map((cart) => cart.currency),
    carts.map((cart) => cart.firstHeldAt),
    carts.map((cart) => cart.expiresAt),
    carts.map((cart) => cart.fingerprint),
  ])

const WRITE_HOLDS: PipelinedStatement = {
  name: 'batch-write-holds',
  text: `
    insert into holds (cart_id, ticket_type_id, promoter_id, position, quantity, expires_at, client, prefix)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::timestamptz[], $7::text[], $8::text[])
    on conflict (cart_id, ticket_type_id) do update
    set position = excluded.position, quantity = excluded.quantity, expires_at = excluded.expires_at,
      client = excluded.client, prefix = excluded.prefix`,
}

export const writeBatchHolds = (
  pipeline: Pipeline,
  holds: readonly (BatchHoldRow & { promoterId: string })[],
): Promise<unknown> =>
  pipeline.run(WRITE_HOLDS, [
    holds.map((hold) => hold.cartId),
    holds.map((hold) => hold.ticketTypeId),
    holds.map((hold) => hold.promoterId),
    holds.map((hold) => hold.position),
    holds.map((hold) => hold.quantity),
    holds.map((hold) => hold.expiresAt),
    holds.map((hold) => hold.client),
    holds.map((hold) => hold.prefix),
  ])
