import type { CartHold } from '#contracts/carts.ts'
import type { Verdict } from '#model/inventory.ts'
import { toMajor } from '#model/money.ts'
import type { TicketTypeRow } from '../catalog/ticket-type-rows.ts'
import type { CartRow } from '../inventory/hold-rows.ts'

export const emptyCart = (cartId: string): CartHold => ({
  cartId,
  currency: null,
  expiresAt: null,
  expiresInMs: null,
  items: [],
})

/** What the server set aside, per item what was asked and why less came. */
export const toCartHold = (held: {
  cart: CartRow
  verdicts: readonly Verdict[]
  types: ReadonlyMap<string, TicketTypeRow>
  now: number
}): CartHold => ({
  cartId: held.cart.id,
  currency: held.cart.currency,
  ...(held.verdicts.some((verdict) => verdict.held > 0)
    ? { expiresAt: held.cart.expiresAt.toISOString(), expiresInMs: held.cart.expiresAt.getTime() - held.now }
    : { expiresAt: null, expiresInMs: null }),
  items: held.verdicts.map((verdict) => {
    const type = held.types.get(verdict.ticketTypeId)
    return {
      ...verdict,
      eventId: type?.event_id ?? null,
      price: type ? toMajor(type.price_cents, type.currency) : 0,
      maxPerOrder: type?.max_per_order ?? 0,
    }
  }),
})
