import * as z from 'zod/mini'

/**
 * Schemas of fees, taxes and promo codes. They are separate from the rules, because the first “add to cart” loads the
 * rules without Zod.
 */

/** Fee configuration in the API's format (specification §3): base fees in major units, percentages as in §5. */
export const feeConfiguration = z.object({
  ticketBaseFee: z.number().check(z.nonnegative()),
  ticketPercentageFee: z.number().check(z.nonnegative(), z.maximum(100)),
  orderProcessingFee: z.number().check(z.nonnegative()),
  orderPercentageFee: z.number().check(z.nonnegative(), z.maximum(100)),
})

export const feeSource = z.enum(['event', 'promoter', 'default'])

/** How fractions of a minor unit are rounded. docs/taxes.md has an example of each. */
export const taxRounding = z.enum(['per_line', 'per_rate', 'keep_gross'])

/** A `rateMillionths` of 1,000,000 is 100%. */
const taxRate = z.object({
  name: z.string(),
  rateMillionths: z.int(),
})

/**
 * Taxes of a ticket type, in the API and in the browser's cart. Every rate applies to the price without taxes, so
 * that rates can be added up.
 */
export const taxRule = z.object({
  /** True when prices include the taxes. Otherwise, taxes are added to prices. */
  included: z.boolean(),
  rounding: taxRounding,
  rates: z.array(taxRate),
})

/**
 * Specification §3. Money is in major units; percentages are numbers such as 12.5. Without `ticketTypeIds`, the code
 * applies to all ticket types.
 */
export const promoCode = z.object({
  code: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  discountValue: z.number().check(z.nonnegative()),
  maxDiscountAmount: z.optional(z.number().check(z.nonnegative())),
  ticketTypeIds: z.optional(z.array(z.string())),
})
