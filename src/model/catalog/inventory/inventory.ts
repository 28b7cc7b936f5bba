import { CART_LIFETIME_MS, CART_MAX_LIFETIME_MS } from './hold-times.ts'
import type { HoldReason } from './hold-reasons.ts'
import { saleState, type SaleWindow } from '#model/catalog/catalog.ts'

/** `held` counts active holds only. */
export interface Counters {
  capacity: number
  held: number
  sold: number
}

/** Inventory of one ticket type; `held` includes the current cart's own holds. */
export interface Stock extends SaleWindow, Counters {
  ticketTypeId: string
  /** Remaining tickets of the shared capacity; absent when the capacity is not shared. */
  sharedFree?: number | undefined
  /** Defaults to 1. */
  minPerOrder?: number
  maxPerOrder: number
}

export const sharedFreeOf = (
  capacity: number,
  members: Iterable<Pick<Counters, 'held' | 'sold'>>,
): number => {
  let free = capacity
  for (const { held, sold } of members) free -= held + sold
  return free
}

/** Remaining tickets, limited by the own and the shared capacity. At least 0 under the lock; unlocked reads can briefly be negative. */
export const freeOf = ({
  capacity,
  held,
  sold,
  sharedFree = Infinity,
}: Omit<Stock, 'ticketTypeId'>): number => Math.min(capacity - held - sold, sharedFree)

/**
 * True while a ticket type is not on sale because `first` is sold before it: until the sale of `first` has ended or is off,
 * or fewer of its tickets are free than its minimum per order. Tickets in carts count as gone. When they are released,
 * `first` is on sale again; the second type stays on sale once one of its tickets is held or sold.
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

export interface HoldDecision {
  ticketTypeId: string
  requested: number
  held: number
  reason?: HoldReason
}

export interface Allowance {
  more: number
  reason: HoldReason
}

const UNLIMITED: Allowance = { more: Infinity, reason: 'SOLD_OUT' }

/** Returns how many tickets a cart gets. A hold is never reduced because of other carts, only when the sale has ended. */
export function grantHold(request: {
  ticketTypeId: string
  requested: number
  own: number
  stock: Stock | undefined
  now: number
  allowance?: Allowance | undefined
}): HoldDecision {
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

/** At most 30 minutes after the first change of the cart. Milliseconds since the epoch. */
export const holdExpiry = (firstHeldAt: number, now: number, holdMs = CART_LIFETIME_MS): number =>
  Math.min(now + holdMs, firstHeldAt + (CART_MAX_LIFETIME_MS / CART_LIFETIME_MS) * holdMs)

/** Time that a started payment has to complete, even when the hold would expire earlier. */
export const PAYMENT_LIFETIME_MS = 300_000
/** Maximum lifetime of a hold under payment, counted from the first hold. */
export const PAYMENT_MAX_LIFETIME_MS = 2_700_000

/** Returns the expiry of a hold whose payment is in progress; never earlier than before. Milliseconds since the epoch. */
export const paymentExpiry = (hold: { firstHeldAt: number; expiresAt: number }, now: number): number =>
  Math.max(hold.expiresAt, Math.min(now + PAYMENT_LIFETIME_MS, hold.firstHeldAt + PAYMENT_MAX_LIFETIME_MS))
