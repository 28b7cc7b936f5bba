/** Specification §4: how often the browser checks whether the cart has expired. */
export const CART_CHECK_INTERVAL_MS = 60_000

/** Specification §3: the fields of a cart item. Money in major units. */
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
 * The one rule for which stored items are in the cart, without a schema: the badge of every page runs it. Drops what doesn't
 * have the fields of specification §3, keeps the first item of a ticket type, and caps its quantity at maxPerOrder.
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

/** Milliseconds since the epoch; undefined for what is no such moment. A cart without one doesn't expire. */
export const readExpiry = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= 0 ? stored : undefined

export const isExpired = (expiresAt: number | undefined, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now
