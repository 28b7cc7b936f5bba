import * as z from 'zod/mini'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { currency } from '#model/platform/currency.ts'
import { toCents, toMajor } from '#model/platform/money.ts'

const MAX_USES = 1_000_000_000
const MAX_AMOUNT = 1_000_000
const MAX_TYPES = 100

export const promoCodeInput = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9._-]{0,63}$/, 'Use letters, digits, dots and dashes, 64 at most.'),
  )
const limitMoment = z.nullable(isoDateTime('Enter a date and a time.'))
const limit = z.nullable(
  z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(MAX_USES, 'Enter 1,000,000,000 or less.')),
)
export const scopeId = z.uuid('You have no event or ticket type with this id.')
const amount = z
  .number('Enter a number.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(MAX_AMOUNT, 'Enter 1,000,000 or less.'))

/** Fields of a promo code. `checkPromoTerms` checks rules that concern several fields. */
export const promoTermFields = {
  discountType: z.enum(['percentage', 'fixed']),
  /** Discount in percent, for example 12.5, or as an amount in major units. */
  discountValue: amount,
  maxDiscountAmount: z.nullable(amount),
  /** Currency of the amounts; null when no field is an amount. */
  currency: z.nullable(currency),
  startsAt: limitMoment,
  endsAt: limitMoment,
  maxUses: limit,
  maxUsesPerCustomer: limit,
  /** Event that the code is limited to; null for all events. */
  eventId: z.nullable(scopeId),
  /** Ticket types that the code is limited to; an empty list for all, unless `hasNoTypeLeft`. */
  ticketTypeIds: z.array(scopeId).check(z.maxLength(MAX_TYPES, 'Choose 100 ticket types at most.')),
  /**
   * True with an empty `ticketTypeIds`: the code is valid for no ticket type, because those that it was limited to were deleted. Send false to
   * make it valid for all. Without this field, a change keeps it. Ignored with ticket types.
   */
  hasNoTypeLeft: z.optional(z.boolean()),
  /** True when the code unlocks hidden ticket types. */
  reveals: z.boolean(),
  active: z.boolean(),
}
const promoTerms = z.object(promoTermFields)
export type PromoTermsView = z.infer<typeof promoTerms>

const RULES: readonly [
  path: keyof PromoTermsView,
  message: string,
  isBroken: (is: PromoTermsView) => boolean,
][] = [
  ['discountValue', 'Enter more than 0.', (is) => is.discountValue === 0],
  [
    'discountValue',
    'Enter 100% or less.',
    (is) => is.discountType === 'percentage' && is.discountValue > 100,
  ],
  [
    'discountValue',
    'Use two decimals at most.',
    (is) => is.discountType === 'percentage' && !isWhole(is.discountValue * 100),
  ],
  ['currency', 'Choose the currency of the amount.', (is) => hasMoney(is) && is.currency === null],
  [
    'currency',
    'Leave out the currency: a percentage without a maximum discount has none.',
    (is) => !hasMoney(is) && is.currency !== null,
  ],
  [
    'discountValue',
    'This amount has more decimals than the currency.',
    (is) => is.discountType === 'fixed' && !isAmount(is.discountValue, is.currency),
  ],
  [
    'maxDiscountAmount',
    'This amount has more decimals than the currency.',
    (is) => is.maxDiscountAmount !== null && !isAmount(is.maxDiscountAmount, is.currency),
  ],
  [
    'maxDiscountAmount',
    'Only a percentage can have a maximum discount.',
    (is) => is.discountType === 'fixed' && is.maxDiscountAmount !== null,
  ],
  ['maxDiscountAmount', 'Enter more than 0.', (is) => is.maxDiscountAmount === 0],
  [
    'reveals',
    'Choose the hidden tickets that the code reveals.',
    (is) => is.reveals && is.ticketTypeIds.length === 0 && !is.hasNoTypeLeft,
  ],
  ['endsAt', 'The end has to be after the start.', (is) => isBackwards(is)],
]

const hasMoney = (is: PromoTermsView): boolean => is.discountType === 'fixed' || is.maxDiscountAmount !== null
const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6
const isAmount = (major: number, code: string | null): boolean =>
  code === null || Math.abs(toMajor(toCents(major, code), code) - major) < 1e-9
const isBackwards = ({ startsAt, endsAt }: PromoTermsView): boolean =>
  startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)

export const checkPromoTerms = z.superRefine<PromoTermsView>((is, context) => {
  for (const [path, message, isBroken] of RULES)
    if (isBroken(is)) context.addIssue({ code: 'custom', path: [path], message })
})
