import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { CART_ITEMS_LIMIT } from '#model/sales/cart.ts'
import { HOLD_REASONS } from '#model/catalog/inventory/hold-reasons.ts'
import { taxRule } from '#model/pricing/price-schemas.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const params = z.object({ cartId: z.uuid('The cart id must be a UUID.') })

/** Tickets held for a cart. `expiresAt` is null while nothing is held. Prices in major units. */
export const cartHold = z.object({
  cartId: z.string(),
  currency: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Milliseconds until `expiresAt` by the server's clock, because the client's clock may be wrong. */
  expiresInMs: z.nullable(z.int()),
  items: z.array(
    z.object({
      ticketTypeId: z.string(),
      eventId: z.nullable(z.string()),
      requested: z.int(),
      held: z.int(),
      price: z.number(),
      /** Minimum number of tickets per order. Default 1. */
      minPerOrder: z.optional(z.int()),
      maxPerOrder: z.int(),
      /** Taxes of the ticket type; missing when no tax applies. */
      tax: z.optional(taxRule),
      reason: z.optional(z.enum(HOLD_REASONS)),
    }),
  ),
})
export type CartHold = z.infer<typeof cartHold>

export const putCart = endpoint({
  description:
    'Replaces the content of a cart and holds the tickets, as far as available. `held` is the held ' +
    'number of each ticket type, and `reason` why it is lower than requested. Repeating a request ' +
    'changes nothing, not even `expiresAt`. After MIXED_CART, the cart is unchanged.',
  method: 'PUT',
  path: '/api/public/carts/{cartId}',
  access: 'anyone',
  params,
  body: z.object({
    items: z
      .array(z.object({ ticketTypeId: reference, quantity: z.int().check(z.nonnegative(), z.maximum(1000)) }))
      .check(z.maxLength(CART_ITEMS_LIMIT)),
    codes: z.optional(z.array(z.string().check(z.trim(), z.maxLength(64))).check(z.maxLength(10))),
  }),
  data: cartHold,
  errors: ['MIXED_CART', 'ORDER_IN_PAYMENT'],
})

export const getCart = endpoint({
  description: 'Returns the tickets held for a cart. Empty when the cart is unknown or has expired.',
  method: 'GET',
  path: '/api/public/carts/{cartId}',
  access: 'anyone',
  params,
  data: cartHold,
})

export const deleteCart = endpoint({
  description: 'Deletes a cart and releases its tickets. Succeeds for an unknown cart.',
  method: 'DELETE',
  path: '/api/public/carts/{cartId}',
  access: 'anyone',
  params,
  data: cartHold,
  errors: ['ORDER_IN_PAYMENT'],
})
