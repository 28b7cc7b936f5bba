import { fail } from '#contracts/platform/errors.ts'
import type { HoldDecision } from '#model/catalog/inventory/inventory.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { decideHold, newCart, newCartTimes, type CartChange } from './decide-hold.ts'
import {
  resolveHoldRequest,
  type HoldRequest,
  type HoldTicketTypes,
  type ResolvedHoldRequest,
} from './resolve-hold-request.ts'
import {
  deleteBatchHolds,
  listBatchHolds,
  listBatchTicketTypes,
  listCartsWithOrders,
  lockBatchCarts,
  lockBatchInventory,
  readSharedCapacity,
  removeExpiredHoldsOfBatch,
  updateBatchCarts,
  writeBatchCounters,
  writeBatchHolds,
  type Pipeline,
} from './hold-batch-rows.ts'
import { listHeldByClient, listUnpaidByClient, insertReleasedHolds } from './hold-client-rows.ts'
import { createClientShares, unpaidSince, type ClientUnpaidRow } from './hold-clients.ts'
import { subtractExpiredHolds, type CartRow, type CountersRow } from './hold-rows.ts'

/**
 * `nothing known`: none of the requested ticket types is sold on this site. `has order`: the cart has a pending
 * order, so nothing was changed.
 */
export type HoldOutcome = Result<
  | { kind: 'held'; cart: CartRow; verdicts: HoldDecision[]; types: HoldTicketTypes }
  | { kind: 'nothing known' }
  | { kind: 'has order' },
  'MIXED_CART'
>

/**
 * Decides the requests in order of arrival, with the same guarantees as separate transactions: locks ordered by id
 * (carts, then inventory), expired holds removed under the lock, and the table's constraint. Each cart appears at
 * most once.
 */
export async function changeHolds(
  pipeline: Pipeline,
  requests: readonly HoldRequest[],
  now: number,
): Promise<HoldOutcome[]> {
  const ids = requests.flatMap((request) => request.requested.map((item) => item.ticketTypeId))
  const clients = requests.flatMap((request) => request.client ?? [])
  const [found, unpaid] = await Promise.all([
    listBatchTicketTypes(pipeline, [...new Set(ids)]),
    listUnpaidByClient(pipeline, { clients, since: unpaidSince(now) }),
  ])
  const types = new Map(found.map((type) => [type.id, type]))
  const sales = requests.map((request) => resolveHoldRequest(request, types))
  const live = sales.flatMap((sale) => (sale.kind === 'sale' ? [sale] : []))
  const held =
    live.length > 0 ? await holdFor(pipeline, live, { now, unpaid }) : new Map<string, HoldOutcome>()
  return sales.map((sale, index) => {
    if (sale.kind === 'several sellers') return fail('MIXED_CART')
    if (sale.kind === 'no seller') return succeed({ kind: 'nothing known' })
    return held.get(requests[index]?.cartId ?? '') ?? succeed({ kind: 'nothing known' })
  })
}

async function holdFor(
  pipeline: Pipeline,
  sales: readonly ResolvedHoldRequest[],
  { now, unpaid }: { now: number; unpaid: readonly ClientUnpaidRow[] },
): Promise<Map<string, HoldOutcome>> {
  const fresh = sales.map((sale) => newCart(sale, now))
  const [, locked] = await Promise.all([pipeline.begin(), lockBatchCarts(pipeline, fresh, newCartTimes(now))])
  // New carts have neither holds nor orders.
  const cartIds = locked.map((cart) => cart.id)
  const [known, ordered] =
    cartIds.length > 0
      ? await Promise.all([listBatchHolds(pipeline, cartIds), listCartsWithOrders(pipeline, cartIds)])
      : [[], []]
  const ids = [...new Set([...sales.flatMap(neededTypes), ...known.map((hold) => hold.ticketTypeId)])]
  // Holds are read again after the lock, because one that expired in between may have been sold to another cart.
  const clients = sales.flatMap((sale) => sale.request.client ?? [])
  const [counters, lapsed, holds, held] = await Promise.all([
    lockBatchInventory(pipeline, ids),
    removeExpiredHoldsOfBatch(pipeline, { ids, now: new Date(now) }),
    known.length > 0 ? listBatchHolds(pipeline, cartIds) : [],
    listHeldByClient(pipeline, { ids, clients }),
  ])
  const shares = createClientShares(held, unpaid)
  await readSharedCapacity(pipeline, counters)
  const carts = new Map(locked.map((cart) => [cart.id, cart]))
  const before = Map.groupBy(holds, (hold) => hold.cartId)
  const withOrder = new Set(ordered.map((row) => row.cartId))
  const stock = new Map(counters.map((row) => [row.ticketTypeId, row]))
  subtractExpiredHolds(stock, lapsed)
  const heldBefore = new Map(counters.map((row) => [row.ticketTypeId, row.held]))
  const changes = sales.map((sale) => {
    const { cartId } = sale.request
    return decideHold(sale, {
      cart: carts.get(cartId) ?? newCart(sale, now),
      own: new Map((before.get(cartId) ?? []).map((hold) => [hold.ticketTypeId, hold])),
      hasOrder: withOrder.has(cartId),
      stock,
      shares,
      now,
    })
  })
  const shrunk = counters.filter(
    (row) => row.poolId !== null && row.held < (heldBefore.get(row.ticketTypeId) ?? 0),
  )
  await write(pipeline, changes, {
    counters: shrunk.length > 0 ? [shrunk, counters] : [counters],
    now: new Date(now),
  })
  return new Map(changes.map((change) => [change.cart.id, outcomeOf(change)]))
}

const neededTypes = ({ types }: ResolvedHoldRequest): string[] =>
  types
    .values()
    .flatMap(({ id, followsId }) => (followsId === null ? [id] : [id, followsId]))
    .toArray()

/**
 * Sends all statements without waiting for results; the commit reports failures. Releases tickets to shared capacities
 * before taking any from them.
 */
async function write(
  pipeline: Pipeline,
  changes: readonly CartChange[],
  { counters, now }: { counters: readonly (readonly CountersRow[])[]; now: Date },
): Promise<void> {
  const done = changes.filter((change) => change.writes !== 'nothing')
  const gone = done.flatMap((change) =>
    change.gone.map((ticketTypeId) => ({ cartId: change.cart.id, ticketTypeId })),
  )
  const held = done.flatMap(toHolds)
  const released = done.flatMap((change) => change.released)
  const carts = done.filter((change) => change.writes === 'holds and cart').map((change) => change.cart)
  await Promise.all([
    ...counters.map((group) => writeBatchCounters(pipeline, group)),
    ...(gone.length > 0 ? [deleteBatchHolds(pipeline, gone)] : []),
    ...(carts.length > 0 ? [updateBatchCarts(pipeline, carts)] : []),
    ...(held.length > 0 ? [writeBatchHolds(pipeline, held)] : []),
    ...(released.length > 0 ? [insertReleasedHolds(pipeline, released, now)] : []),
    pipeline.commit(),
  ])
}

const toHolds = ({ sale, cart, verdicts = [] }: CartChange) =>
  verdicts.flatMap((verdict, position) =>
    verdict.held > 0
      ? [
          {
            cartId: cart.id,
            promoterId: cart.promoterId,
            ticketTypeId: verdict.ticketTypeId,
            position,
            quantity: verdict.held,
            expiresAt: cart.expiresAt,
            client: sale.request.client?.client ?? null,
            prefix: sale.request.client?.prefix ?? null,
          },
        ]
      : [],
  )

const outcomeOf = ({ sale, cart, verdicts }: CartChange): HoldOutcome =>
  succeed(verdicts ? { kind: 'held', cart, verdicts, types: sale.types } : { kind: 'has order' })
