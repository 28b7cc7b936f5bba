import {
  isAmount,
  isFlag,
  isInteger,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
} from '#browser/platform/shapes.ts'
import type { CartHold } from '#contracts/shop/carts.ts'
import { HOLD_REASONS } from '#model/catalog/inventory/hold-reasons.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import type { PromoCode } from '#model/pricing/promo.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import type { DescribedItem } from '#model/sales/cart.ts'

/** Checks of the cart's data without Zod. A test compares them with the Zod schemas. */

const isTaxRule = isShape<TaxRule>({
  included: isFlag,
  rounding: isOneOf(['per_line', 'per_rate', 'keep_gross']),
  rates: isListOf(isShape({ name: isText, rateMillionths: isInteger })),
})

export const isCartHold = isShape<CartHold>({
  cartId: isText,
  currency: isNullable(isText),
  expiresAt: isNullable(isText),
  expiresInMs: isNullable(isInteger),
  items: isListOf(
    isShape<CartHold['items'][number]>({
      ticketTypeId: isText,
      eventId: isNullable(isText),
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

const isPercentage = (value: unknown): value is number => isAmount(value) && value <= 100

export const isFeeConfiguration = isShape<FeeConfiguration>({
  ticketBaseFee: isAmount,
  ticketPercentageFee: isPercentage,
  orderProcessingFee: isAmount,
  orderPercentageFee: isPercentage,
})

export const isPromoCode = isShape<PromoCode>({
  code: isText,
  discountType: isOneOf(['percentage', 'fixed']),
  discountValue: isAmount,
  maxDiscountAmount: isOptional(isAmount),
  ticketTypeIds: isOptional(isListOf(isText)),
})

const isCount = (value: unknown): value is number => isInteger(value) && value > 0

/** Returns true if a stored item has all details. */
export const isDescribedItem = isShape<DescribedItem>({
  id: isText,
  ticketTypeId: isText,
  eventId: isText,
  price: isAmount,
  quantity: isCount,
  totalPrice: isAmount,
  minPerOrder: isOptional(isCount),
  maxPerOrder: isCount,
  accessCode: isOptional(isText),
  name: isText,
  eventTitle: isText,
  eventSlug: isText,
  eventStartsAt: isText,
  timeZone: isText,
  promoterId: isText,
  currency: isText,
  tax: isOptional(isTaxRule),
})
