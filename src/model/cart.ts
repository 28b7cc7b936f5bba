import * as z from 'zod/mini'
import { toCents, toMajor } from './money.ts'
import type { StoredItem } from './stored-cart.ts'
import { taxRule } from './taxes.ts'

/** Admissions in one cart. */
export const CART_ADMISSIONS_LIMIT = 200
/** Different ticket types in one cart. */
export const CART_ITEMS_LIMIT = 50

/**
 * A cart item with the details that it is shown with. Money in major units, as it is kept in the browser's storage. Only the
 * fields of specification §3 (`StoredItem`) have to be stored: the rest is fetched from the server where it is missing.
 */
export const cartItem = z.object({
  id: z.string(),
  ticketTypeId: z.string(),
  eventId: z.string(),
  price: z.number().check(z.nonnegative()),
  quantity: z.int().check(z.positive()),
  totalPrice: z.number().check(z.nonnegative()),
  /** 1 unless said. */
  minPerOrder: z.optional(z.int().check(z.positive())),
  maxPerOrder: z.int().check(z.positive()),
  /** The code that opened it to this visitor. */
  accessCode: z.optional(z.string()),
  name: z.string(),
  eventTitle: z.string(),
  eventSlug: z.string(),
  eventStartsAt: z.string(),
  timeZone: z.string(),
  promoterId: z.string(),
  currency: z.string(),
  /** Missing where nothing is taxed. */
  tax: z.optional(taxRule),
})
export type DescribedItem = z.infer<typeof cartItem>

/** Details are there all together, or not yet. */
export type CartItem = StoredItem & Partial<Omit<DescribedItem, keyof StoredItem>>

export const isDescribed = (item: CartItem): item is DescribedItem => item.eventTitle !== undefined

/** The item's name, also before it is known. */
export const nameOf = ({ name = 'Ticket' }: Pick<CartItem, 'name'>): string => name

/** What is added: specification §3 gives the id its default, ticket type id plus a timestamp. */
export type NewCartItem = Omit<CartItem, 'id' | 'totalPrice'> & { id?: string }

/** Specification §5: an existing ticket type merges quantities, capped at maxPerOrder; 0 or less adds nothing. */
export function addItem(items: readonly CartItem[], added: NewCartItem, now: number): CartItem[] {
  const present = items.find((item) => item.ticketTypeId === added.ticketTypeId)
  if (present) {
    const merged = items.map((item) => (item === present ? { ...item, ...added, id: item.id } : item))
    return setQuantity(merged, added.ticketTypeId, present.quantity + Math.max(0, added.quantity))
  }
  const id = added.id ?? `${added.ticketTypeId}-${now}`
  return setQuantity([...items, { ...added, id, totalPrice: 0 }], added.ticketTypeId, added.quantity)
}

/** Specification §5: 0 or less removes the item, and maxPerOrder caps it. */
export function setQuantity(items: readonly CartItem[], ticketTypeId: string, quantity: number): CartItem[] {
  return items.flatMap((item) => {
    if (item.ticketTypeId !== ticketTypeId) return [item]
    const capped = Math.min(Math.floor(quantity), item.maxPerOrder)
    return capped > 0 ? [{ ...item, quantity: capped, totalPrice: lineTotal(item, capped) }] : []
  })
}

/** Through minor units, so that 3 × 12.10 reads 36.3 and not 36.29999…. */
const lineTotal = ({ price, currency = NO_CURRENCY }: CartItem, quantity: number): number =>
  toMajor(toCents(price, currency) * quantity, currency)

/** ISO 4217; two decimals. */
const NO_CURRENCY = 'XXX'

export const countTickets = (items: readonly Pick<CartItem, 'quantity'>[]): number =>
  items.reduce((count, item) => count + item.quantity, 0)

/** Items of one promoter and one currency share a cart; anything else needs a new one. About items without details the server decides. */
export const fitsCart = (
  items: readonly CartItem[],
  added: Pick<CartItem, 'promoterId' | 'currency'>,
): boolean =>
  items.every(
    (item) =>
      !isDescribed(item) || (item.promoterId === added.promoterId && item.currency === added.currency),
  )
