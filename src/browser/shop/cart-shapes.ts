import {
  isNonNegativeNumber,
  isBoolean,
  isInteger,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isString,
} from '#browser/platform/shapes.ts'
import type { CartHold } from '#contracts/shop/carts.ts'
import { HOLD_REASONS } from '#model/catalog/inventory/hold-reasons.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import type { PromoCode } from '#model/pricing/promo.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import type { DescribedItem } from '#model/sales/cart.ts'

/** Checks of the cart's data without Zod. A test compares them with the Zod schemas. */

const isTaxRule = isShape<TaxRule>({
  included: isBoolean,
  rounding: isOneOf(['per_line', 'per_rate', 'keep_gross']),
  rates: isListOf(isShape({ name: isString, rateMillionths: isInteger })),
})

export const isCartHold = isShape<CartHold>({
  cartId: isString,
  currency: isNullable(isString),
  expiresAt: isNullable(isString),
  expiresInMs: isNullable(isInteger),
  items: isListOf(
    isShape<CartHold['items'][number]>({
      ticketTypeId: isString,
      eventId: isNullable(isString),
      requested: isInteger,
      held: isInteger,
      price: isNumber,
      minPerOrder: isOptional(isInteger),
      maxPerOrder: isInteger,
      tax: isOptional(isTaxRule),
      reason: isOptional(isOneOf(HOLD_REASONS)),
    }),
  ),
})

const isPercentage = (value: unknown): value is number => isNonNegativeNumber(value) && value <= 100

export const isFeeConfiguration = isShape<FeeConfiguration>({
  ticketBaseFee: isNonNegativeNumber,
  ticketPercentageFee: isPercentage,
  orderProcessingFee: isNonNegativeNumber,
  orderPercentageFee: isPercentage,
})

export const isPromoCode = isShape<PromoCode>({
  code: isString,
  discountType: isOneOf(['percentage', 'fixed']),
  discountValue: isNonNegativeNumber,
  maxDiscountAmount: isOptional(isNonNegativeNumber),
  ticketTypeIds: isOptional(isListOf(isString)),
})

const isCount = (value: unknown): value is number => isInteger(value) && value > 0

/** Returns true if a stored item has all details. */
export const isDescribedItem = isShape<DescribedItem>({
  id: isString,
  ticketTypeId: isString,
  eventId: isString,
  price: isNonNegativeNumber,
  quantity: isCount,
  totalPrice: isNonNegativeNumber,
  minPerOrder: isOptional(isCount),
  maxPerOrder: isCount,
  accessCode: isOptional(isString),
  name: isString,
  eventTitle: isString,
  eventSlug: isString,
  eventStartsAt: isString,
  timeZone: isString,
  promoterId: isString,
  currency: isString,
  tax: isOptional(isTaxRule),
})
