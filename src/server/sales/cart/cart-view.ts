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

export interface HeldType {
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

/** Builds the response of a cart: held quantities, and per request the reason when less is held. `wishes` sets the order. */
export function toCartHold(held: {
  cart: CartRow
  wishes: readonly RequestedItem[]
  verdicts: readonly HoldDecision[]
  types: ReadonlyMap<string, HeldType>
  now: number
}): CartHold {
  const { cart, wishes, types, now } = held
  const verdicts = new Map(held.verdicts.map((verdict) => [verdict.ticketTypeId, verdict]))
  const isHeld = held.verdicts.some((verdict) => verdict.held > 0)
  return {
    cartId: cart.id,
    currency: cart.currency,
    expiresAt: isHeld ? cart.expiresAt.toISOString() : null,
    expiresInMs: isHeld ? cart.expiresAt.getTime() - now : null,
    items: wishes.map((wish) => {
      const verdict = verdicts.get(wish.ticketTypeId)
      const type = types.get(wish.ticketTypeId)
      if (!verdict || !type || verdict.reason === 'UNKNOWN') return unknownItem(wish)
      const { eventId, currency, priceCents, minPerOrder, maxPerOrder, tax } = type
      const price = toMajor(priceCents, currency)
      const fewest = minPerOrder > 1 ? { minPerOrder } : {}
      return { ...verdict, eventId, price, ...fewest, maxPerOrder, ...(tax ? { tax } : {}) }
    }),
  }
}

export const unknownItem = (wish: RequestedItem): CartHold['items'][number] => ({
  ticketTypeId: wish.ticketTypeId,
  eventId: null,
  requested: wish.quantity,
  held: 0,
  price: 0,
  maxPerOrder: 0,
  reason: 'UNKNOWN',
})
