import { fail } from '#contracts/errors.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/cart.ts'
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
import type { CartRow, CountersRow } from './hold-rows.ts'

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
  const [, locked, known, ordered] = await Promise.all([
    pipeline.begin(),
    lockBatchCarts(pipeline, fresh),
    listBatchHolds(pipeline, cartIds),
    listCartsWithOrders(pipeline, cartIds),
  ])
  const ids = [
    ...new Set([
      ...sales.flatMap((sale) => [...sale.types.keys()]),
      ...known.map((hold) => hold.ticketTypeId),
    ]),
  ]
  // What the carts hold is read again behind the lock: a hold whose time ran out meanwhile may be somebody else's by now.
  const [counters, lapsed, holds] = await Promise.all([
    lockBatchInventory(pipeline, ids),
    takeLapsedHolds(pipeline, { ids, now: new Date(now) }),
    known.length > 0 ? listBatchHolds(pipeline, cartIds) : [],
  ])
  const carts = new Map(locked.map((cart) => [cart.id, cart]))
  const before = Map.groupBy(holds, (hold) => hold.cartId)
  const withOrder = new Set(ordered.map((row) => row.cartId))
  const stock = new Map(counters.map((row) => [row.ticketTypeId, row]))
  for (const { ticketTypeId, quantity } of lapsed) {
    const row = stock.get(ticketTypeId)
    if (row) row.held -= quantity
  }
  const changes = sales.map((sale) => {
    const { cartId } = sale.request
    return decide(sale, {
      cart: carts.get(cartId) ?? freshCart(sale, now),
      own: new Map((before.get(cartId) ?? []).map((hold) => [hold.ticketTypeId, hold.quantity])),
      hasOrder: withOrder.has(cartId),
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
  wish: wishWords(sale.request.wishes),
})

/** A cart's word as one text, to know it again. */
const wishWords = (wishes: readonly Wish[]): string =>
  wishes.map((wish) => `${wish.ticketTypeId} ${wish.quantity}`).join('\n')

interface Change {
  sale: Sale
  cart: CartRow
  /** What has to be written: a new cart stands in the table as it is. */
  writes: 'nothing' | 'holds' | 'holds and cart'
  /** Undefined when the cart's pending order stands in the way. */
  verdicts: Verdict[] | undefined
  gone: string[]
}

interface Standing {
  cart: CartRow
  /** What the cart holds now, by ticket type. */
  own: ReadonlyMap<string, number>
  hasOrder: boolean
  stock: Map<string, CountersRow>
  now: number
}

/** Takes what it grants out of `stock`, so that the next request of the batch sees what is left. */
function decide(sale: Sale, at: Standing): Change {
  const { own, stock, now } = at
  if (isSameWord(sale, at))
    return { sale, cart: at.cart, writes: 'nothing', verdicts: repeatVerdicts(sale, at), gone: [] }
  if (at.hasOrder) return { sale, cart: at.cart, writes: 'nothing', verdicts: undefined, gone: [] }
  const verdicts = grantAll(sale, at)
  const granted = new Map(verdicts.map((verdict) => [verdict.ticketTypeId, verdict.held]))
  for (const id of new Set([...own.keys(), ...granted.keys()])) {
    const row = stock.get(id)
    if (row) row.held += (granted.get(id) ?? 0) - (own.get(id) ?? 0)
  }
  const isLive = at.cart.expiresAt.getTime() > now && own.size > 0
  const firstHeldAt = isLive ? at.cart.firstHeldAt : new Date(now)
  const expiresAt = new Date(holdExpiry(firstHeldAt.getTime(), now))
  const cart = { ...freshCart(sale, now), firstHeldAt, expiresAt }
  const gone = [...own.keys()].filter((id) => !granted.get(id))
  return { sale, cart, writes: isSameCart(at.cart, cart) ? 'holds' : 'holds and cart', verdicts, gone }
}

/** The word that was said last, or one that asks for just what is held: nothing changes, the expiry included. */
function isSameWord(sale: Sale, { cart, own, now }: Standing): boolean {
  if (own.size === 0 || cart.expiresAt.getTime() <= now) return false
  const { wishes } = sale.request
  const isHeld =
    own.size === wishes.length && wishes.every((wish) => own.get(wish.ticketTypeId) === wish.quantity)
  return isHeld || cart.wish === wishWords(wishes)
}

/** What was granted then, with the reason as it looks now. */
const repeatVerdicts = (sale: Sale, { own }: Standing): Verdict[] =>
  sale.request.wishes.map(({ ticketTypeId, quantity }) => {
    const held = own.get(ticketTypeId) ?? 0
    const type = sale.types.get(ticketTypeId)
    if (!type) return { ticketTypeId, requested: quantity, held: 0, reason: 'UNKNOWN' }
    if (held >= quantity) return { ticketTypeId, requested: quantity, held }
    return {
      ticketTypeId,
      requested: quantity,
      held,
      reason: held >= type.maxPerOrder ? 'LIMIT' : 'SOLD_OUT',
    }
  })

function grantAll(sale: Sale, { own, stock, now }: Standing): Verdict[] {
  let room = CART_ADMISSIONS_LIMIT
  return sale.request.wishes.map(({ ticketTypeId, quantity }) => {
    const type = sale.types.get(ticketTypeId)
    const row = stock.get(ticketTypeId)
    const known = type && row ? toStock(type, row) : undefined
    const verdict = grantHold({
      ticketTypeId,
      requested: quantity,
      own: own.get(ticketTypeId) ?? 0,
      stock: known && { ...known, maxPerOrder: Math.min(known.maxPerOrder, room) },
      now,
    })
    room -= verdict.held
    return verdict
  })
}

const isSameCart = (one: CartRow, other: CartRow): boolean =>
  one.promoterId === other.promoterId &&
  one.currency === other.currency &&
  one.wish === other.wish &&
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
  const done = changes.filter((change) => change.writes !== 'nothing')
  const gone = done.flatMap((change) =>
    change.gone.map((ticketTypeId) => ({ cartId: change.cart.id, ticketTypeId })),
  )
  const held = done.flatMap(toHolds)
  const carts = done.filter((change) => change.writes === 'holds and cart').map((change) => change.cart)
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
