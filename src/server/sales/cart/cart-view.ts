import type { CartHold } from '#contracts/shop/carts.ts'
import type { HoldDecision } from '#model/catalog/inventory/inventory.ts'
import { toMajor } from '#model/platform/money.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import type { CartRow } from '#server/catalog/inventory/hold-rows.ts'

export const emptyCart = (cartId: string): CartHold => ({
  cartId,
  currency: null,
  expiresAt: null,
  expiresInMs: null,
  items: [],
})

export interface HeldTicketType {
  eventId: string
  currency: string
  priceCents: number
  minPerOrder: number
  maxPerOrder: number
  tax: TaxRule | null
}

interface RequestedItem {
  ticketTypeId: string
  quantity: number
}

/**
 * Builds the response for a cart: the held quantities, and the reason where less is held than requested. Items are in the
 * order of `requested`.
 */
export function toCartHold(held: {
  cart: CartRow
  requested: readonly RequestedItem[]
  verdicts: readonly HoldDecision[]
  types: ReadonlyMap<string, HeldTicketType>
  now: number
}): CartHold {
  const { cart, requested, types, now } = held
  const verdicts = new Map(held.verdicts.map((verdict) => [verdict.ticketTypeId, verdict]))
  const isHeld = held.verdicts.some((verdict) => verdict.held > 0)
  return {
    cartId: cart.id,
    currency: cart.currency,
    expiresAt: isHeld ? cart.expiresAt.toISOString() : null,
    expiresInMs: isHeld ? cart.expiresAt.getTime() - now : null,
    items: requested.map((item) => {
      const verdict = verdicts.get(item.ticketTypeId)
      const type = types.get(item.ticketTypeId)
      if (!verdict || !type || verdict.reason === 'UNKNOWN') return unknownCartItem(item)
      const { eventId, currency, priceCents, minPerOrder, maxPerOrder, tax } = type
      const price = toMajor(priceCents, currency)
      const fewest = minPerOrder > 1 ? { minPerOrder } : {}
      return { ...verdict, eventId, price, ...fewest, maxPerOrder, ...(tax ? { tax } : {}) }
    }),
  }
}

export const unknownCartItem = (item: RequestedItem): CartHold['items'][number] => ({
  ticketTypeId: item.ticketTypeId,
  eventId: null,
  requested: item.quantity,
  held: 0,
  price: 0,
  maxPerOrder: 0,
  reason: 'UNKNOWN',
})
