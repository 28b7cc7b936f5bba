import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { CART_ITEMS_LIMIT } from '#model/sales/cart.ts'
import { promoCode } from '#model/pricing/price-schemas.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const validatePromo = endpoint({
  description:
    "Checks whether a promo code applies to the tickets of a cart, and returns its discount. Doesn't " +
    'reserve a use; checkout checks again.',
  method: 'POST',
  path: '/api/public/promo-codes/validate',
  access: 'anyone',
  body: z.object({
    code: z.string().check(z.trim(), z.minLength(1, 'Enter a promo code.'), z.maxLength(64)),
    items: z
      .array(z.object({ ticketTypeId: reference, quantity: z.int().check(z.positive(), z.maximum(1000)) }))
      .check(z.maxLength(CART_ITEMS_LIMIT)),
  }),
  data: promoCode,
  errors: [
    /**
     * This code is also returned for a promo code that doesn't apply to the cart, so that the response doesn't reveal
     * which codes exist.
     */
    'PROMO_UNKNOWN',
    'PROMO_NOT_YET',
    'PROMO_ENDED',
    'PROMO_USED_UP',
    'PROMO_CUSTOMER_LIMIT',
    'RATE_LIMITED',
  ],
})
