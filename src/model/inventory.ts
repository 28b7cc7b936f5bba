import { CART_LIFETIME_MS, CART_LONGEST_LIFETIME_MS } from './hold-times.ts'
import type { HoldReason } from './hold-reasons.ts'
import { saleState, type SaleWindow } from './catalog.ts'

/** `held` counts live holds only. */
export interface Counters {
  capacity: number
  held: number
  sold: number
}

/** Inventory of one ticket type: its `held` has this cart's own among it. */
export interface Stock extends SaleWindow, Counters {
  ticketTypeId: string
  /** What is left of the capacity that it shares with others; missing when it shares none. */
  sharedFree?: number | undefined
  /** 1 unless said. */
  minPerOrder?: number
  maxPerOrder: number
}

/** What is left of a capacity for all who draw from it. */
export const sharedFreeOf = (
  capacity: number,
  members: Iterable<Pick<Counters, 'held' | 'sold'>>,
): number => {
  let free = capacity
  for (const { held, sold } of members) free -= held + sold
  return free
}

/** Of its own capacity, and of what it shares. Below 0 never, but for what is read while it changes. */
export const freeOf = ({
  capacity,
  held,
  sold,
  sharedFree = Infinity,
}: Omit<Stock, 'ticketTypeId'>): number => Math.min(capacity - held - sold, sharedFree)

/**
 * Whether a ticket type is not on sale yet because `first` is sold before it. It takes over as soon as nobody can get `first`:
 * its sale has ended or is switched off, or less is free than an order takes. Tickets in carts count as gone: a visitor who finds
 * nothing to buy goes. What comes back out of carts is on sale again at its old price, and the one that took over stays on
 * sale from its own first ticket on, in a cart or sold.
 */
export function waitsFor(
  first: Omit<Stock, 'ticketTypeId'>,
  own: Pick<Counters, 'held' | 'sold'>,
  now: number,
): boolean {
  if (own.held + own.sold > 0) return false
  const state = saleState(first, now)
  return (state === 'on_sale' || state === 'not_yet') && freeOf(first) >= (first.minPerOrder ?? 1)
}

export interface Verdict {
  ticketTypeId: string
  requested: number
  held: number
  reason?: HoldReason
}

/** How many more a client may take than it holds, and why no more. */
export interface Allowance {
  more: number
  reason: HoldReason
}

const UNLIMITED: Allowance = { more: Infinity, reason: 'SOLD_OUT' }

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
  allowance?: Allowance | undefined
}): Verdict {
  const { ticketTypeId, requested, own, stock, now, allowance = UNLIMITED } = request
  if (!stock) return { ticketTypeId, requested, held: 0, reason: 'UNKNOWN' }
  if (saleState(stock, now) !== 'on_sale') return { ticketTypeId, requested, held: 0, reason: 'NOT_ON_SALE' }
  if (requested <= 0) return { ticketTypeId, requested, held: 0 }
  const { minPerOrder = 1, maxPerOrder } = stock
  const allowed = Math.min(requested, maxPerOrder)
  if (allowed < minPerOrder) return { ticketTypeId, requested, held: 0, reason: 'LIMIT' }
  const free = freeOf(stock)
  const most = Math.min(allowed, own + Math.min(free, allowance.more))
  const held = most < minPerOrder ? 0 : most
  if (held < allowed) return { ticketTypeId, requested, held, reason: shortReason(free, allowance) }
  if (held < requested) return { ticketTypeId, requested, held, reason: 'LIMIT' }
  return { ticketTypeId, requested, held }
}

const shortReason = (free: number, { more, reason }: Allowance): HoldReason =>
  more < free ? reason : 'SOLD_OUT'

/** Ten minutes from the last change, thirty from the first at most; shorter for clients that don't pay. Milliseconds since the epoch. */
export const holdExpiry = (firstHeldAt: number, now: number, holdMs = CART_LIFETIME_MS): number =>
  Math.min(now + holdMs, firstHeldAt + (CART_LONGEST_LIFETIME_MS / CART_LIFETIME_MS) * holdMs)

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
