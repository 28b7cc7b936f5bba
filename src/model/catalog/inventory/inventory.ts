import { CART_LIFETIME_MS, CART_MAX_LIFETIME_MS } from './hold-times.ts'
import type { HoldReason } from './hold-reasons.ts'
import { saleState, type SaleWindow } from '#model/catalog/catalog.ts'

export interface InventoryCounters {
  capacity: number
  held: number
  sold: number
}

/** Inventory of one ticket type. `held` includes the holds of the current cart. */
export interface Stock extends SaleWindow, InventoryCounters {
  ticketTypeId: string
  /** Available tickets of the shared capacity. Absent when the capacity isn't shared. */
  sharedFree?: number | undefined
  minPerOrder?: number
  maxPerOrder: number
}

export const countSharedAvailable = (
  capacity: number,
  members: Iterable<Pick<InventoryCounters, 'held' | 'sold'>>,
): number => {
  let free = capacity
  for (const { held, sold } of members) free -= held + sold
  return free
}

/**
 * Returns the number of available tickets, limited by the type's own capacity and the shared one. A reader without the
 * lock can briefly see a negative number.
 */
export const countAvailable = ({
  capacity,
  held,
  sold,
  sharedFree = Infinity,
}: Omit<Stock, 'ticketTypeId'>): number => Math.min(capacity - held - sold, sharedFree)

/**
 * True while a ticket type isn't on sale because `first` must sell out before it. It goes on sale when the sale of
 * `first` has ended or is turned off, or when fewer tickets of `first` are available than its minimum per order.
 * Tickets in carts count as sold. When they are released, `first` is on sale again, and the second type stays on sale
 * if any of its tickets is held or sold.
 */
export function isWaitingForEarlierType(
  first: Omit<Stock, 'ticketTypeId'>,
  own: Pick<InventoryCounters, 'held' | 'sold'>,
  now: number,
): boolean {
  if (own.held + own.sold > 0) return false
  const state = saleState(first, now)
  return (state === 'on_sale' || state === 'not_yet') && countAvailable(first) >= (first.minPerOrder ?? 1)
}

export interface HoldDecision {
  ticketTypeId: string
  requested: number
  held: number
  reason?: HoldReason
}

/** Number of further tickets that a client may hold, and the reason to report when this isn't enough. */
export interface HoldAllowance {
  more: number
  reason: HoldReason
}

const UNLIMITED: HoldAllowance = { more: Infinity, reason: 'SOLD_OUT' }

/**
 * Returns how many tickets a cart gets. While the ticket type is on sale, a cart keeps the requested tickets that it holds.
 */
export function grantHold(request: {
  ticketTypeId: string
  requested: number
  own: number
  stock: Stock | undefined
  now: number
  allowance?: HoldAllowance | undefined
}): HoldDecision {
  const { ticketTypeId, requested, own, stock, now, allowance = UNLIMITED } = request
  if (!stock) return { ticketTypeId, requested, held: 0, reason: 'UNKNOWN' }
  if (saleState(stock, now) !== 'on_sale') return { ticketTypeId, requested, held: 0, reason: 'NOT_ON_SALE' }
  if (requested <= 0) return { ticketTypeId, requested, held: 0 }
  const { minPerOrder = 1, maxPerOrder } = stock
  const allowed = Math.min(requested, maxPerOrder)
  if (allowed < minPerOrder) return { ticketTypeId, requested, held: 0, reason: 'LIMIT' }
  const free = countAvailable(stock)
  const most = Math.min(allowed, own + Math.min(free, allowance.more))
  const held = most < minPerOrder ? 0 : most
  if (held < allowed) return { ticketTypeId, requested, held, reason: shortReason(free, allowance) }
  if (held < requested) return { ticketTypeId, requested, held, reason: 'LIMIT' }
  return { ticketTypeId, requested, held }
}

const shortReason = (free: number, { more, reason }: HoldAllowance): HoldReason =>
  more < free ? reason : 'SOLD_OUT'

/**
 * Returns when a hold expires, in milliseconds since the epoch: at the latest 30 minutes after the cart's first
 * change.
 */
export const holdExpiry = (firstHeldAt: number, now: number, holdMs = CART_LIFETIME_MS): number =>
  Math.min(now + holdMs, firstHeldAt + (CART_MAX_LIFETIME_MS / CART_LIFETIME_MS) * holdMs)

/** Milliseconds within which a started payment can complete, even if the hold would expire earlier. */
export const PAYMENT_LIFETIME_MS = 300_000
/** Maximum milliseconds between the first hold and the expiry of a hold whose payment is in progress. */
export const PAYMENT_MAX_LIFETIME_MS = 2_700_000

/**
 * Returns the new expiry of a hold whose payment is in progress, in milliseconds since the epoch. Never earlier than
 * the old expiry.
 */
export const paymentExpiry = (hold: { firstHeldAt: number; expiresAt: number }, now: number): number =>
  Math.max(hold.expiresAt, Math.min(now + PAYMENT_LIFETIME_MS, hold.firstHeldAt + PAYMENT_MAX_LIFETIME_MS))
