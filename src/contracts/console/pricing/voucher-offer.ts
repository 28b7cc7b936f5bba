import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { formatMoney, isWholeCents, toCents } from '#model/platform/money.ts'
import { MAX_OFFERED_AMOUNTS, MAX_SOLD_CENTS } from '#model/sales/vouchers/voucher-offers.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const offered = z
  .number('Enter an amount.')
  .check(z.gt(0, 'Enter more than 0.'), z.maximum(1e6, 'Enter a smaller amount.'))

const offerFields = {
  /** True while vouchers are on sale. */
  isActive: z.boolean(),
  currency,
  /** Fixed amounts in major units. */
  amounts: z
    .array(offered)
    .check(z.maxLength(MAX_OFFERED_AMOUNTS, `Offer ${MAX_OFFERED_AMOUNTS} amounts at most.`)),
  /** Range for an amount that the buyer chooses, in major units; null if only fixed amounts are sold. */
  min: z.nullable(offered),
  max: z.nullable(offered),
  /** Text above the form, in Markdown. */
  text: z.string().check(z.trim(), z.maxLength(2000, 'Use 2,000 characters at most.')),
}

export const voucherOfferSettings = z.object({ ...offerFields, version })
export type VoucherOfferSettings = z.infer<typeof voucherOfferSettings>

const isSold = (amount: number, code: string): boolean =>
  isWholeCents(amount, code) && toCents(amount, code) <= MAX_SOLD_CENTS

const notSoldMessage = (code: string): string =>
  `Enter an amount of up to ${formatMoney(MAX_SOLD_CENTS, code)}, with no more decimals than the currency has.`

export const voucherOfferFields = voucherOfferSettings.check(
  ({ value, issues }) => {
    const { currency: code, amounts, min, max } = value
    const fields = { amounts, min: min === null ? [] : [min], max: max === null ? [] : [max] }
    for (const [field, offers] of Object.entries(fields))
      if (!offers.every((amount) => isSold(amount, code)))
        issues.push({ code: 'custom', path: [field], message: notSoldMessage(code), input: value })
  },
  z.refine(({ min, max }) => (min === null) === (max === null), {
    path: ['max'],
    error: 'Enter both the lowest and the highest amount, or neither.',
  }),
  z.refine(({ min, max }) => min === null || max === null || min <= max, {
    path: ['max'],
    error: 'The highest amount can’t be less than the lowest.',
  }),
  z.refine(({ isActive, amounts, min }) => !isActive || amounts.length > 0 || min !== null, {
    path: ['amounts'],
    error: 'Enter an amount, or let buyers choose one.',
  }),
)

const offerAnswer = z.object({ offer: voucherOfferSettings })

export const getVoucherOfferSettings = endpoint({
  description:
    'Returns which vouchers the promoter sells on its storefront. Version 0 when it has never been changed.',
  method: 'GET',
  path: '/api/promoter/voucher-offer',
  access: 'promoter',
  scope: 'pricing:read',
  data: offerAnswer,
  errors: ['FORBIDDEN'],
})

export const putVoucherOfferSettings = endpoint({
  description:
    'Changes which vouchers the promoter sells on its storefront. Sold vouchers stay as they are. EDIT_CONFLICT when the version isn’t the latest.',
  method: 'PUT',
  path: '/api/promoter/voucher-offer',
  access: 'promoter',
  scope: 'pricing:write',
  body: voucherOfferFields,
  data: offerAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})
