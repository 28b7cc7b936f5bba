/** Milliseconds between two checks by the browser whether the cart has expired (specification §4). */
export const CART_CHECK_INTERVAL_MS = 60_000

/** Fields of a cart item (specification §3). Money is in major units. */
export interface StoredItem {
  id: string
  ticketTypeId: string
  eventId: string
  price: number
  quantity: number
  totalPrice: number
  maxPerOrder: number
}

/**
 * Parses the stored items. Drops invalid items and duplicates, and limits quantities. Uses no schema library, because
 * the cart badge on every page loads this module.
 */
export function readStoredItems(stored: unknown): StoredItem[] {
  const items = new Map<string, StoredItem>()
  for (const each of Array.isArray(stored) ? stored : [])
    if (isStoredItem(each) && !items.has(each.ticketTypeId))
      items.set(each.ticketTypeId, { ...each, quantity: Math.min(each.quantity, each.maxPerOrder) })
  return [...items.values()]
}

function isStoredItem(stored: unknown): stored is StoredItem {
  const item: Record<string, unknown> = Object(stored)
  return (
    ['id', 'ticketTypeId', 'eventId'].every((field) => typeof item[field] === 'string') &&
    ['price', 'totalPrice'].every((field) => Number(item[field]) >= 0 && Number.isFinite(item[field])) &&
    ['quantity', 'maxPerOrder'].every((field) => Number(item[field]) > 0 && Number.isSafeInteger(item[field]))
  )
}

/**
 * Parses the stored expiry, in milliseconds since the epoch. Undefined when it is invalid. A cart without an expiry
 * doesn't expire.
 */
export const readStoredExpiry = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= 0 ? stored : undefined

export const isCartExpired = (expiresAt: number | undefined, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now
