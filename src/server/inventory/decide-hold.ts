import { CART_ADMISSIONS_LIMIT } from '#model/cart.ts'
import { grantHold, holdExpiry, sharedFreeOf, waitsFor, type Stock, type Verdict } from '#model/inventory.ts'
import { isInScope, type SiteScope } from '#model/sites.ts'
import type { Guarded } from '../catalog/event-marks.ts'
import type { BatchTicketType } from './hold-batch-rows.ts'
import type { CartRow, CountersRow } from './hold-rows.ts'

export interface Wish {
  ticketTypeId: string
  quantity: number
  /** The cart was given a code for this ticket type. */
  isRevealed?: boolean
}

/** One cart's last word: `wishes` has each ticket type once, and every id is a UUID in lower case. */
export interface HoldRequest {
  cartId: string
  scope: SiteScope
  wishes: readonly Wish[]
  /** True for an event whose code this browser has entered, and for those without one. */
  isOpen: (event: Guarded) => boolean
}

export type HoldTypes = ReadonlyMap<string, BatchTicketType>

/** A request that one promoter can serve, with the ticket types that this site sells of it. */
export interface Sale {
  kind: 'sale'
  request: HoldRequest
  promoterId: string
  currency: string
  types: HoldTypes
  /** Those among them that only a code opens which the cart has not brought. */
  closed: ReadonlySet<string>
  /** Ticket types of the whole batch, and those that are sold before one of them. */
  all: HoldTypes
}

/** Another promoter's ticket is as unknown to a storefront as one that never was. */
export function sellFor(
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
  return isOneSeller
    ? { kind: 'sale', request, promoterId, currency, types, closed: closedTo(request, types), all }
    : { kind: 'several sellers' }
}

const closedTo = ({ wishes, isOpen }: HoldRequest, types: HoldTypes): Set<string> =>
  new Set(
    wishes.flatMap(({ ticketTypeId, isRevealed }) => {
      const type = types.get(ticketTypeId)
      return type && ((type.isHidden && !isRevealed) || !isOpen(guardedEvent(type))) ? [ticketTypeId] : []
    }),
  )

const guardedEvent = ({ eventId, visibility, accessCode }: BatchTicketType): Guarded => ({
  id: eventId,
  visibility,
  access_code: accessCode,
})

const sells = (scope: SiteScope, type: BatchTicketType): boolean =>
  type.eventStatus !== 'draft' && isInScope(scope, type.promoterId)

export const spanFrom = (now: number): { firstHeldAt: Date; expiresAt: Date } => ({
  firstHeldAt: new Date(now),
  expiresAt: new Date(holdExpiry(now, now)),
})

export const freshCart = (sale: Sale, now: number): CartRow => ({
  id: sale.request.cartId,
  promoterId: sale.promoterId,
  currency: sale.currency,
  ...spanFrom(now),
  wish: wishWords(sale),
})

/** A cart's word as one text, to know it again: with a code it is another. */
const wishWords = ({ request, closed }: Sale): string =>
  request.wishes
    .map(
      ({ ticketTypeId, quantity }) =>
        `${ticketTypeId} ${quantity}${closed.has(ticketTypeId) ? ' closed' : ''}`,
    )
    .join('\n')

export interface Change {
  sale: Sale
  cart: CartRow
  /** What has to be written: a new cart stands in the table as it is. */
  writes: 'nothing' | 'holds' | 'holds and cart'
  /** Undefined when the cart's pending order stands in the way. */
  verdicts: Verdict[] | undefined
  gone: string[]
}

export interface Standing {
  cart: CartRow
  /** What the cart holds now, by ticket type. */
  own: ReadonlyMap<string, number>
  hasOrder: boolean
  stock: Map<string, CountersRow>
  now: number
}

/** Takes what it grants out of `stock`, so that the next request of the batch sees what is left. */
export function decideHold(sale: Sale, at: Standing): Change {
  const { own, now } = at
  if (isSameWord(sale, at))
    return { sale, cart: at.cart, writes: 'nothing', verdicts: repeatVerdicts(sale, at), gone: [] }
  if (at.hasOrder) return { sale, cart: at.cart, writes: 'nothing', verdicts: undefined, gone: [] }
  const verdicts = grantAll(sale, at)
  const granted = new Map(verdicts.map((verdict) => [verdict.ticketTypeId, verdict.held]))
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
  return isHeld || cart.wish === wishWords(sale)
}

/** What was granted then, with the reason as it looks now. */
const repeatVerdicts = (sale: Sale, { own }: Standing): Verdict[] =>
  sale.request.wishes.map(({ ticketTypeId, quantity }) => {
    const held = own.get(ticketTypeId) ?? 0
    const type = sale.types.get(ticketTypeId)
    if (!type || (sale.closed.has(ticketTypeId) && held === 0))
      return { ticketTypeId, requested: quantity, held: 0, reason: 'UNKNOWN' }
    if (held >= quantity) return { ticketTypeId, requested: quantity, held }
    return {
      ticketTypeId,
      requested: quantity,
      held,
      reason: held >= type.maxPerOrder || quantity < type.minPerOrder ? 'LIMIT' : 'SOLD_OUT',
    }
  })

/** Of several wishes that draw from one capacity, each sees what the ones before it have left, and all that the cart gives up. */
function grantAll(sale: Sale, { own, stock, now }: Standing): Verdict[] {
  const kept = giveUp(sale, { own, stock })
  let room = CART_ADMISSIONS_LIMIT
  return sale.request.wishes.map(({ ticketTypeId, quantity }) => {
    const type = sale.types.get(ticketTypeId)
    const held = kept.get(ticketTypeId) ?? 0
    const isKnown = type && (!sale.closed.has(ticketTypeId) || held > 0)
    const known = isKnown ? toStock(type, { types: sale.all, stock, now }) : undefined
    const verdict = grantHold({
      ticketTypeId,
      requested: quantity,
      own: held,
      stock: known && { ...known, maxPerOrder: Math.min(known.maxPerOrder, room) },
      now,
    })
    room -= verdict.held
    const row = stock.get(ticketTypeId)
    if (row) row.held += verdict.held - held
    return verdict
  })
}

/** Takes what the cart holds beyond its wishes out of `stock`. Answers what it holds then. */
function giveUp({ request }: Sale, { own, stock }: Pick<Standing, 'own' | 'stock'>): Map<string, number> {
  const wished = new Map(request.wishes.map((wish) => [wish.ticketTypeId, wish.quantity]))
  const kept = new Map<string, number>()
  for (const [id, held] of own) {
    const left = Math.min(held, wished.get(id) ?? 0)
    kept.set(id, left)
    const row = stock.get(id)
    if (row) row.held -= held - left
  }
  return kept
}

const isSameCart = (one: CartRow, other: CartRow): boolean =>
  one.promoterId === other.promoterId &&
  one.currency === other.currency &&
  one.wish === other.wish &&
  one.firstHeldAt.getTime() === other.firstHeldAt.getTime() &&
  one.expiresAt.getTime() === other.expiresAt.getTime()

interface Shelf {
  types: HoldTypes
  stock: ReadonlyMap<string, CountersRow>
  now: number
}

function toStock(type: BatchTicketType, shelf: Shelf): Stock | undefined {
  const own = stockOf(type, shelf)
  const first = type.followsId === null ? undefined : shelf.types.get(type.followsId)
  const before = own && first && stockOf(first, shelf)
  return before ? { ...own, waits: waitsFor(before, own, shelf.now) } : own
}

function stockOf(type: BatchTicketType, { stock }: Shelf): Stock | undefined {
  const row = stock.get(type.id)
  if (!row) return undefined
  return { ...row, sharedFree: sharedFree(row, stock), ...termsOf(type) }
}

function sharedFree({ poolId, poolCapacity }: CountersRow, stock: Shelf['stock']): number | undefined {
  if (poolId === null || poolCapacity === null) return undefined
  return sharedFreeOf(
    poolCapacity,
    stock.values().filter((row) => row.poolId === poolId),
  )
}

const termsOf = (type: BatchTicketType): Omit<Stock, keyof CountersRow> => ({
  minPerOrder: type.minPerOrder,
  maxPerOrder: type.maxPerOrder,
  active: type.active && type.eventStatus === 'published',
  saleStartsAt: type.saleStartsAt?.getTime(),
  saleEndsAt: Math.min(type.saleEndsAt?.getTime() ?? Infinity, type.eventEndsAt.getTime()),
})
