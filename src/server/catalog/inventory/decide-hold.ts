import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { holdDurationMs } from '#model/catalog/inventory/hold-shares.ts'
import { type HoldReason } from '#model/catalog/inventory/hold-reasons.ts'
import { grantHold, holdExpiry, type HoldDecision } from '#model/catalog/inventory/inventory.ts'
import type { BatchHoldRow, BatchTicketType } from './hold-batch-rows.ts'
import type { ReleasedHold } from './hold-client-rows.ts'
import type { ResolvedHoldRequest } from './resolve-hold-request.ts'
import { holdAllowanceFor, toStock } from './hold-stock.ts'
import type { ClientTally } from './hold-clients.ts'
import type { CartRow, CountersRow } from './hold-rows.ts'

export const newCartTimes = (now: number): { firstHeldAt: Date; expiresAt: Date } => ({
  firstHeldAt: new Date(now),
  expiresAt: new Date(holdExpiry(now, now)),
})

export const newCart = (sale: ResolvedHoldRequest, now: number): CartRow => ({
  id: sale.request.cartId,
  promoterId: sale.promoterId,
  currency: sale.currency,
  ...newCartTimes(now),
  fingerprint: requestFingerprint(sale),
})

/**
 * Fingerprint of a cart's request, which is equal for repeated requests. Includes whether access codes are missing
 * and whether the buyer has an account.
 */
const requestFingerprint = ({ request, closed }: ResolvedHoldRequest): string =>
  (request.hasAccount ? 'account\n' : '') +
  request.requested
    .map(
      ({ ticketTypeId, quantity }) =>
        `${ticketTypeId} ${quantity}${closed.has(ticketTypeId) ? ' closed' : ''}`,
    )
    .join('\n')

/** Result of a request: the changed cart and what must be written. */
export interface CartChange {
  sale: ResolvedHoldRequest
  cart: CartRow
  writes: 'nothing' | 'holds' | 'holds and cart'
  /** Decision for each ticket type; undefined when the cart has a pending order. */
  verdicts: HoldDecision[] | undefined
  gone: string[]
  released: ReleasedHold[]
}

export interface CartState {
  cart: CartRow
  own: ReadonlyMap<string, BatchHoldRow>
  hasOrder: boolean
  stock: Map<string, CountersRow>
  shares: ClientTally
  now: number
}

/**
 * Decides a request and subtracts the granted tickets from `stock`, so that the next request of the batch sees the
 * remaining tickets.
 */
export function decideHold(sale: ResolvedHoldRequest, at: CartState): CartChange {
  const { own, now } = at
  if (isRepeatedRequest(sale, at))
    return {
      sale,
      cart: at.cart,
      writes: 'nothing',
      verdicts: repeatDecisions(sale, at),
      gone: [],
      released: [],
    }
  if (at.hasOrder)
    return { sale, cart: at.cart, writes: 'nothing', verdicts: undefined, gone: [], released: [] }
  const verdicts = grantAll(sale, at)
  const granted = new Map(verdicts.map((verdict) => [verdict.ticketTypeId, verdict.held]))
  const isLive = at.cart.expiresAt.getTime() > now && own.size > 0
  const firstHeldAt = isLive ? at.cart.firstHeldAt : new Date(now)
  // A change never shortens an existing hold, even when the client's limits have tightened.
  const expiry = holdExpiry(firstHeldAt.getTime(), now, holdMs(sale, at))
  const expiresAt = new Date(isLive ? Math.max(expiry, at.cart.expiresAt.getTime()) : expiry)
  const cart = { ...newCart(sale, now), firstHeldAt, expiresAt }
  const gone = [...own.keys()].filter((id) => !granted.get(id))
  const writes = isSameCart(at.cart, cart) ? 'holds' : 'holds and cart'
  return { sale, cart, writes, verdicts, gone, released: releasedOf(sale, own, granted) }
}

const holdMs = ({ request, promoterId }: ResolvedHoldRequest, { shares }: CartState): number | undefined =>
  request.client && holdDurationMs(shares.unpaidOf(promoterId, request.client))

const releasedOf = (
  { request: { client }, promoterId }: ResolvedHoldRequest,
  own: CartState['own'],
  granted: ReadonlyMap<string, number>,
): ReleasedHold[] =>
  [...own].flatMap(([ticketTypeId, { quantity: before }]) => {
    const quantity = before - (granted.get(ticketTypeId) ?? 0)
    return client && quantity > 0 ? [{ ...client, promoterId, ticketTypeId, quantity }] : []
  })

/**
 * True for a repeated request, or a request for exactly the tickets that are already held. It changes nothing, not
 * even the expiry. Tickets of events that were cancelled since are released, though.
 */
function isRepeatedRequest(sale: ResolvedHoldRequest, { cart, own, now }: CartState): boolean {
  if (own.size === 0 || cart.expiresAt.getTime() <= now) return false
  if (own.keys().some((id) => sale.types.get(id)?.eventStatus === 'cancelled')) return false
  const { requested } = sale.request
  const isHeld =
    own.size === requested.length &&
    requested.every((item) => own.get(item.ticketTypeId)?.quantity === item.quantity)
  return isHeld || cart.fingerprint === requestFingerprint(sale)
}

const repeatDecisions = (sale: ResolvedHoldRequest, { own, stock }: CartState): HoldDecision[] =>
  sale.request.requested.map(({ ticketTypeId, quantity }) => {
    const held = own.get(ticketTypeId)?.quantity ?? 0
    const row = stock.get(ticketTypeId)
    const type = sale.types.get(ticketTypeId)
    if (!type || (sale.closed.has(ticketTypeId) && held === 0))
      return { ticketTypeId, requested: quantity, held: 0, reason: 'UNKNOWN' }
    if (held >= quantity) return { ticketTypeId, requested: quantity, held }
    return {
      ticketTypeId,
      requested: quantity,
      held,
      reason: repeatReason(type, { held, quantity, row }),
    }
  })

const repeatReason = (
  { minPerOrder, maxPerOrder, holdsNeedAccount }: BatchTicketType,
  of: { held: number; quantity: number; row: CountersRow | undefined },
): HoldReason => {
  const { held, quantity, row } = of
  if (held >= maxPerOrder || quantity < minPerOrder) return 'LIMIT'
  if (!row || row.held + row.sold >= row.capacity) return 'SOLD_OUT'
  return holdsNeedAccount ? 'ACCOUNT_REQUIRED' : 'BUSY'
}

/**
 * Decides the requested ticket types in their order. Types with a shared capacity can use what earlier types left and
 * everything that the cart releases.
 */
function grantAll(sale: ResolvedHoldRequest, { own, stock, shares, now }: CartState): HoldDecision[] {
  const { client } = sale.request
  const kept = releaseExcess(sale, { own, stock, shares })
  let room = CART_ADMISSIONS_LIMIT
  return sale.request.requested.map(({ ticketTypeId, quantity }) => {
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
      allowance: type && known && holdAllowanceFor(type, { ...sale.request, stock: known, shares }),
    })
    room -= verdict.held
    const row = stock.get(ticketTypeId)
    if (row) row.held += verdict.held - held
    if (client) shares.move(ticketTypeId, client, verdict.held - held)
    return verdict
  })
}

/**
 * Releases holds beyond the requested quantity to `stock`. Returns the remaining holds, which from now on count
 * against the share of the current client.
 */
function releaseExcess(
  { request }: ResolvedHoldRequest,
  { own, stock, shares }: Pick<CartState, 'own' | 'stock' | 'shares'>,
): Map<string, number> {
  const requestedById = new Map(request.requested.map((item) => [item.ticketTypeId, item.quantity]))
  const kept = new Map<string, number>()
  for (const [id, { quantity: held, client, prefix }] of own) {
    const left = Math.min(held, requestedById.get(id) ?? 0)
    if (client !== null && prefix !== null) shares.move(id, { client, prefix }, -held)
    if (request.client) shares.move(id, request.client, left)
    kept.set(id, left)
    const row = stock.get(id)
    if (row) row.held -= held - left
  }
  return kept
}

const isSameCart = (one: CartRow, other: CartRow): boolean =>
  one.promoterId === other.promoterId &&
  one.currency === other.currency &&
  one.fingerprint === other.fingerprint &&
  one.firstHeldAt.getTime() === other.firstHeldAt.getTime() &&
  one.expiresAt.getTime() === other.expiresAt.getTime()
