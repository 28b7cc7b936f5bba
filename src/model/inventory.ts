import { CART_LIFETIME_MS, CART_LONGEST_LIFETIME_MS } from './cart.ts'
import { saleState, type SaleWindow } from './catalog.ts'

/** Why a cart holds less than was asked. */
export type HoldReason = 'SOLD_OUT' | 'LIMIT' | 'NOT_ON_SALE' | 'UNKNOWN'

/** Inventory of one ticket type: `held` counts live holds only, this cart's own among them. */
export interface Stock extends SaleWindow {
  ticketTypeId: string
  capacity: number
  held: number
  sold: number
  maxPerOrder: number
}

export interface Verdict {
  ticketTypeId: string
  requested: number
  held: number
  reason?: HoldReason
}

/**
 * What one cart gets when it asks for `requested` and holds `own` already. Never takes a live hold back from its own cart
 * because others came meanwhile; takes it back when the sale has ended.
 */
export function grantHold(request: {
  ticketTypeId: string
  requested: number
  own: number
  stock: Stock | undefined
  now: number
}): Verdict {
  const { ticketTypeId, requested, own, stock, now } = request
  if (!stock) return { ticketTypeId, requested, held: 0, reason: 'UNKNOWN' }
  if (saleState(stock, now) !== 'on_sale') return { ticketTypeId, requested, held: 0, reason: 'NOT_ON_SALE' }
  const allowed = Math.min(requested, stock.maxPerOrder)
  const held = Math.max(0, Math.min(allowed, freeFor(stock, own)))
  if (held < allowed) return { ticketTypeId, requested, held, reason: 'SOLD_OUT' }
  if (held < requested) return { ticketTypeId, requested, held, reason: 'LIMIT' }
  return { ticketTypeId, requested, held }
}

/** What a cart that holds `own` already could hold in all. */
const freeFor = (stock: Stock, own: number): number => stock.capacity - stock.sold - stock.held + own

/** Ten minutes from the last change, thirty from the first at most. Milliseconds since the epoch. */
export const holdExpiry = (firstHeldAt: number, now: number): number =>
  Math.min(now + CART_LIFETIME_MS, firstHeldAt + CART_LONGEST_LIFETIME_MS)

/** A payment that has begun has this long to come through, whatever is left of the hold. */
export const PAYMENT_LIFETIME_MS = 300_000
/** Counted from the first hold: no payment keeps tickets from others for longer. */
export const PAYMENT_LONGEST_LIFETIME_MS = 2_700_000

/** When the hold of an order ends whose payment is under way: never earlier than it would have. Milliseconds since the epoch. */
export const paymentExpiry = (hold: { firstHeldAt: number; expiresAt: number }, now: number): number =>
  Math.max(
    hold.expiresAt,
    Math.min(now + PAYMENT_LIFETIME_MS, hold.firstHeldAt + PAYMENT_LONGEST_LIFETIME_MS),
  )
