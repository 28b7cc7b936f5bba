import { toCents, toMajor } from '#model/platform/money.ts'
import type { StoredItem } from './stored-cart.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'

/** Maximum number of tickets in a cart. */
export const CART_ADMISSIONS_LIMIT = 200
export const CART_ITEMS_LIMIT = 50

/**
 * An item of a cart. Money is in major units. Only the fields of `StoredItem` (specification §3) must be stored;
 * missing details are fetched.
 */
export interface DescribedItem extends StoredItem {
  minPerOrder?: number | undefined
  accessCode?: string | undefined
  name: string
  eventTitle: string
  eventSlug: string
  eventStartsAt: string
  timeZone: string
  promoterId: string
  currency: string
  /** Taxes of the ticket type; absent when it isn't taxed. */
  tax?: TaxRule | undefined
}

/** An item has either all details or none. */
export type CartItem = StoredItem & Partial<Omit<DescribedItem, keyof StoredItem>>

export const isDescribed = (item: CartItem): item is DescribedItem => item.eventTitle !== undefined

/** Returns the item's name; 'Ticket' until its details are loaded. */
export const cartItemName = ({ name = 'Ticket' }: Pick<CartItem, 'name'>): string => name

/** An item to add. By default, its id is the ticket type's id plus a timestamp (specification §3). */
export type NewCartItem = Omit<CartItem, 'id' | 'totalPrice'> & { id?: string }

/**
 * Adds an item to the cart (specification §5): to the quantity of an item with the same ticket type, up to
 * `maxPerOrder`. A quantity of 0 or less adds nothing.
 */
export function addCartItem(items: readonly CartItem[], added: NewCartItem, now: number): CartItem[] {
  const present = items.find((item) => item.ticketTypeId === added.ticketTypeId)
  if (present) {
    const merged = items.map((item) => (item === present ? { ...item, ...added, id: item.id } : item))
    return setCartQuantity(merged, added.ticketTypeId, present.quantity + Math.max(0, added.quantity))
  }
  const id = added.id ?? `${added.ticketTypeId}-${now}`
  return setCartQuantity([...items, { ...added, id, totalPrice: 0 }], added.ticketTypeId, added.quantity)
}

/** Sets the quantity of an item (specification §5), up to `maxPerOrder`. A quantity of 0 or less removes the item. */
export function setCartQuantity(
  items: readonly CartItem[],
  ticketTypeId: string,
  quantity: number,
): CartItem[] {
  return items.flatMap((item) => {
    if (item.ticketTypeId !== ticketTypeId) return [item]
    const capped = Math.min(Math.floor(quantity), item.maxPerOrder)
    return capped > 0 ? [{ ...item, quantity: capped, totalPrice: lineTotal(item, capped) }] : []
  })
}

/** Multiplies in minor units, so that 3 × 12.10 is 36.3 and not 36.29999…. */
const lineTotal = ({ price, currency = NO_CURRENCY }: CartItem, quantity: number): number =>
  toMajor(toCents(price, currency) * quantity, currency)

/** ISO 4217 code for "no currency", which has two decimals. */
const NO_CURRENCY = 'XXX'

/** Returns 0 for a ticket type that isn't in the cart. */
export const quantityOf = (items: readonly CartItem[], ticketTypeId: string): number =>
  items.find((item) => item.ticketTypeId === ticketTypeId)?.quantity ?? 0

export const countTickets = (items: readonly Pick<CartItem, 'quantity'>[]): number =>
  items.reduce((count, item) => count + item.quantity, 0)

/**
 * True when all items have the same promoter and currency. Items without details aren't compared, because the server checks
 * them.
 */
export const canAddToCart = (
  items: readonly CartItem[],
  added: Pick<CartItem, 'promoterId' | 'currency'>,
): boolean =>
  items.every(
    (item) =>
      !isDescribed(item) || (item.promoterId === added.promoterId && item.currency === added.currency),
  )
