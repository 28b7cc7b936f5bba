import { fail } from '#contracts/errors.ts'
import { grantHold, holdExpiry, type Stock, type Verdict } from '#model/inventory.ts'
import { succeed, type Result } from '#model/result.ts'
import type { SiteScope } from '#model/sites.ts'
import {
  deleteBatchHolds,
  listBatchHolds,
  listBatchTicketTypes,
  listCartsWithOrders,
  lockBatchCarts,
  lockBatchInventory,
  takeLapsedHolds,
  updateBatchCarts,
  writeBatchCounters,
  writeBatchHolds,
  type BatchTicketType,
  type Pipeline,
} from './hold-batch-rows.ts'
import type { CartRow, CountersRow, HoldRow } from './hold-rows.ts'

export interface Wish {
  ticketTypeId: string
  quantity: number
}

/** One cart's last word: `wishes` has each ticket type once, and every id is a UUID in lower case. */
export interface HoldRequest {
  cartId: string
  scope: SiteScope
  wishes: readonly Wish[]
}

export type HoldTypes = ReadonlyMap<string, BatchTicketType>

/**
 * What came of a request. `nothing known`: this site sells none of it. `has order`: the cart's pending order stands in the
 * way, and nothing was changed.
 */
export type HoldOutcome = Result<
  | { kind: 'held'; cart: CartRow; verdicts: Verdict[]; types: HoldTypes }
  | { kind: 'nothing known' }
  | { kind: 'has order' },
  'MIXED_CART'
>

/**
 * Changes many carts' holds in one transaction, each with its own verdict, those that came first served first. The same
 * guarantees as one by one: locks in the order of ids (carts, then inventory), lapsed holds taken out under the lock, and
 * the constraint of the table behind it all. Every cart is in the batch once.
 */
export async function changeHolds(
  pipeline: Pipeline,
  requests: readonly HoldRequest[],
  now: number,
): Promise<HoldOutcome[]> {
  const ids = requests.flatMap((request) => request.wishes.map((wish) => wish.ticketTypeId))
  const types = new Map(
    (await listBatchTicketTypes(pipeline, [...new Set(ids)])).map((type) => [type.id, type]),
  )
  const sales = requests.map((request) => sellFor(request, types))
  const live = sales.flatMap((sale) => (sale.kind === 'sale' ? [sale] : []))
  const held = live.length > 0 ? await holdFor(pipeline, live, now) : new Map<string, HoldOutcome>()
  return sales.map((sale, index) => {
    if (sale.kind === 'several sellers') return fail('MIXED_CART')
    if (sale.kind === 'nobody') return succeed({ kind: 'nothing known' })
    return held.get(requests[index]?.cartId ?? '') ?? succeed({ kind: 'nothing known' })
  })
}

interface Sale {
  kind: 'sale'
  request: HoldRequest
  promoterId: string
  currency: string
  types: HoldTypes
}

/** Another promoter's ticket is as unknown to a storefront as one that never was. */
function sellFor(
  request: HoldRequest,
  all: HoldTypes,
): Sale | { kind: 'several sellers' } | { kind: 'nobody' } {
  const { scope } = request
  const types = new Map(
    request.wishes.flatMap((wish): [string, BatchTicketType][] => {
      const type = all.get(wish.ticketTypeId)
      return type && sells(scope, type) ? [[type.id, type]] : []
    }),
  )
  const [first, ...others] = types.values()
  if (!first) return { kind: 'nobody' }
  const { promoterId, currency } = first
  const isOneSeller = others.every((type) => type.promoterId === promoterId && type.currency === currency)
  return isOneSeller ? { kind: 'sale', request, promoterId, currency, types } : { kind: 'several sellers' }
}

const sells = (scope: SiteScope, type: BatchTicketType): boolean =>
  type.eventStatus !== 'draft' &&
  scope !== 'nobody' &&
  (scope === 'every promoter' || scope.promoterId === type.promoterId)

async function holdFor(
  pipeline: Pipeline,
  sales: readonly Sale[],
  now: number,
): Promise<Map<string, HoldOutcome>> {
  const fresh = sales.map((sale) => freshCart(sale, now))
  const cartIds = fresh.map((cart) => cart.id)
  const [, locked, holds, ordered] = await Promise.all([
    pipeline.begin(),
    lockBatchCarts(pipeline, fresh),
    listBatchHolds(pipeline, cartIds),
    listCartsWithOrders(pipeline, cartIds),
  ])
  const carts = new Map(locked.map((cart) => [cart.id, cart]))
  const before = Map.groupBy(holds, (hold) => hold.cartId)
  const withOrder = new Set(ordered.map((row) => row.cartId))
  const ids = new Set([
    ...sales.flatMap((sale) => [...sale.types.keys()]),
    ...holds.map((hold) => hold.ticketTypeId),
  ])
  const [counters, lapsed] = await Promise.all([
    lockBatchInventory(pipeline, [...ids]),
    takeLapsedHolds(pipeline, { ids: [...ids], now: new Date(now) }),
  ])
  const stock = new Map(counters.map((row) => [row.ticketTypeId, row]))
  for (const { ticketTypeId, quantity } of lapsed) {
    const row = stock.get(ticketTypeId)
    if (row) row.held -= quantity
  }
  const changes = sales.map((sale, index) => {
    const cart = carts.get(sale.request.cartId) ?? fresh[index]
    const hasOrder = withOrder.has(sale.request.cartId)
    return decide(sale, {
      cart: cart ?? freshCart(sale, now),
      before: before.get(sale.request.cartId) ?? [],
      hasOrder,
      stock,
      now,
    })
  })
  await write(pipeline, changes, counters)
  return new Map(changes.map((change) => [change.cart.id, outcomeOf(change)]))
}

const freshCart = (sale: Sale, now: number): CartRow => ({
  id: sale.request.cartId,
  promoterId: sale.promoterId,
  currency: sale.currency,
  firstHeldAt: new Date(now),
  expiresAt: new Date(holdExpiry(now, now)),
})

interface Change {
  sale: Sale
  cart: CartRow
  /** False for a cart that stands in the table as it is. */
  isCartChanged: boolean
  /** Undefined when the cart's pending order stands in the way. */
  verdicts: Verdict[] | undefined
  gone: string[]
}

/** Takes what it grants out of `stock`, so that the next request of the batch sees what is left. */
function decide(
  sale: Sale,
  at: {
    cart: CartRow
    before: readonly HoldRow[]
    hasOrder: boolean
    stock: Map<string, CountersRow>
    now: number
  },
): Change {
  const { before, stock, now } = at
  const { wishes } = sale.request
  const isLive = at.cart.expiresAt.getTime() > now
  const own = new Map(
    before.filter((hold) => hold.expiresAt.getTime() > now).map((hold) => [hold.ticketTypeId, hold.quantity]),
  )
  const isUnchanged =
    own.size === wishes.length && wishes.every((wish) => own.get(wish.ticketTypeId) === wish.quantity)
  if (at.hasOrder && !isUnchanged) return { sale, cart: at.cart, isCartChanged: false, verdicts: undefined, gone: [] }
  const verdicts = wishes.map((wish) => {
    const type = sale.types.get(wish.ticketTypeId)
    const row = stock.get(wish.ticketTypeId)
    const known = type && row ? toStock(type, row) : undefined
    return grantHold({
      ...wish,
      requested: wish.quantity,
      own: own.get(wish.ticketTypeId) ?? 0,
      stock: known,
      now,
    })
  })
  const granted = new Map(verdicts.map((verdict) => [verdict.ticketTypeId, verdict.held]))
  for (const id of new Set([...own.keys(), ...granted.keys()])) {
    const row = stock.get(id)
    if (row) row.held += (granted.get(id) ?? 0) - (own.get(id) ?? 0)
  }
  const firstHeldAt = isLive ? at.cart.firstHeldAt : new Date(now)
  const expiresAt = isUnchanged ? at.cart.expiresAt : new Date(holdExpiry(firstHeldAt.getTime(), now))
  const cart = {
    id: at.cart.id,
    promoterId: sale.promoterId,
    currency: sale.currency,
    firstHeldAt,
    expiresAt,
  }
  const gone = [...own.keys()].filter((id) => !granted.get(id))
  return { sale, cart, isCartChanged: !isSameCart(at.cart, cart), verdicts, gone }
}

const isSameCart = (one: CartRow, other: CartRow): boolean =>
  one.promoterId === other.promoterId &&
  one.currency === other.currency &&
  one.firstHeldAt.getTime() === other.firstHeldAt.getTime() &&
  one.expiresAt.getTime() === other.expiresAt.getTime()

const toStock = (type: BatchTicketType, row: CountersRow): Stock => ({
  ...row,
  maxPerOrder: type.maxPerOrder,
  active: type.active && type.eventStatus === 'published',
  saleStartsAt: type.saleStartsAt?.getTime(),
  saleEndsAt: Math.min(type.saleEndsAt?.getTime() ?? Infinity, type.eventEndsAt.getTime()),
})

/** Everything goes out at once; the commit at the end of the line says whether all of it holds. */
async function write(
  pipeline: Pipeline,
  changes: readonly Change[],
  counters: readonly CountersRow[],
): Promise<void> {
  const done = changes.filter((change) => change.verdicts !== undefined)
  const gone = done.flatMap((change) =>
    change.gone.map((ticketTypeId) => ({ cartId: change.cart.id, ticketTypeId })),
  )
  const held = done.flatMap(toHolds)
  const carts = done.filter((change) => change.isCartChanged).map((change) => change.cart)
  await Promise.all([
    writeBatchCounters(pipeline, counters),
    ...(gone.length > 0 ? [deleteBatchHolds(pipeline, gone)] : []),
    ...(carts.length > 0 ? [updateBatchCarts(pipeline, carts)] : []),
    ...(held.length > 0 ? [writeBatchHolds(pipeline, held)] : []),
    pipeline.commit(),
  ])
}

const toHolds = ({ cart, verdicts = [] }: Change) =>
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
          },
        ]
      : [],
  )

const outcomeOf = ({ sale, cart, verdicts }: Change): HoldOutcome =>
  succeed(verdicts ? { kind: 'held', cart, verdicts, types: sale.types } : { kind: 'has order' })
