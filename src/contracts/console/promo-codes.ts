import * as z from 'zod/mini'
import { currency, toCents, toMajor } from '#model/money.ts'
import { endpoint } from '../endpoint.ts'

const MOST_USES = 1_000_000_000
const MOST_MONEY = 1_000_000
const MOST_TYPES = 100

/** Codes that are made or imported at once. */
export const MOST_PROMO_CODES = 10_000
/** Bytes of a file of codes. */
export const MOST_PROMO_FILE = 2 * 1024 * 1024

const code = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9._-]{0,63}$/, 'Use letters, digits, dots and dashes, 64 at most.'),
  )
const moment = z.nullable(z.iso.datetime({ offset: true, error: 'Enter a date and a time.' }))
const limit = z.nullable(
  z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(MOST_USES, 'Enter 1,000,000,000 or less.')),
)
const uuid = z.uuid('This is not one of yours.')
const amount = z
  .number('Enter a number.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(MOST_MONEY, 'Enter 1,000,000 or less.'))

const terms = {
  discountType: z.enum(['percentage', 'fixed']),
  /** Whole percents (12.5) or major units. */
  discountValue: amount,
  /** The most that a percentage takes off. */
  maxDiscountAmount: z.nullable(amount),
  /** Of amounts of money; null where there is none. */
  currency: z.nullable(currency),
  startsAt: moment,
  endsAt: moment,
  maxUses: limit,
  maxUsesPerCustomer: limit,
  /** Null: every event. */
  eventId: z.nullable(uuid),
  /** Empty: every ticket type. */
  ticketTypeIds: z.array(uuid).check(z.maxLength(MOST_TYPES, 'Choose 100 ticket types at most.')),
  active: z.boolean(),
}
const promoTerms = z.object(terms)
export type PromoTermsView = z.infer<typeof promoTerms>

/** What is wrong with terms as a whole, by field. */
const RULES: readonly [
  path: keyof PromoTermsView,
  message: string,
  isBroken: (is: PromoTermsView) => boolean,
][] = [
  ['discountValue', 'Enter more than 0.', (is) => is.discountValue === 0],
  [
    'discountValue',
    'Enter 100 % or less.',
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
    'A percentage without a highest amount has no currency.',
    (is) => !hasMoney(is) && is.currency !== null,
  ],
  [
    'discountValue',
    'This currency has no such amount.',
    (is) => is.discountType === 'fixed' && !isAmount(is.discountValue, is.currency),
  ],
  [
    'maxDiscountAmount',
    'This currency has no such amount.',
    (is) => is.maxDiscountAmount !== null && !isAmount(is.maxDiscountAmount, is.currency),
  ],
  [
    'maxDiscountAmount',
    'Only a percentage has a highest amount.',
    (is) => is.discountType === 'fixed' && is.maxDiscountAmount !== null,
  ],
  ['maxDiscountAmount', 'Enter more than 0.', (is) => is.maxDiscountAmount === 0],
  ['endsAt', 'The end has to be after the start.', (is) => isBackwards(is)],
]

const hasMoney = (is: PromoTermsView): boolean => is.discountType === 'fixed' || is.maxDiscountAmount !== null
const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6
const isAmount = (major: number, code: string | null): boolean =>
  code === null || Math.abs(toMajor(toCents(major, code), code) - major) < 1e-9
const isBackwards = ({ startsAt, endsAt }: PromoTermsView): boolean =>
  startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)

const followsRules = z.superRefine<PromoTermsView>((is, context) => {
  for (const [path, message, isBroken] of RULES)
    if (isBroken(is)) context.addIssue({ code: 'custom', path: [path], message })
})

/** Everything that a promoter says of one code. */
export const promoFields = z.object({ ...terms, code }).check(followsRules)
export type PromoFields = z.infer<typeof promoFields>

export const promoState = z.enum(['active', 'scheduled', 'ended', 'used_up', 'off'])
export type PromoState = z.infer<typeof promoState>

export const managedPromoCode = z.object({
  ...terms,
  id: z.string(),
  version: z.int(),
  code: z.string(),
  state: promoState,
  used: z.int(),
  /** Orders with it that are not paid yet. */
  reserved: z.int(),
  batchId: z.nullable(z.string()),
  createdAt: z.string(),
  /** What the promoter has from its orders, less what went back. */
  revenue: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type ManagedPromoCode = z.infer<typeof managedPromoCode>

export const promoFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  state: z.optional(promoState),
  eventId: z.optional(uuid),
  batchId: z.optional(uuid),
})
export type PromoFilters = z.infer<typeof promoFilters>

const READ = { access: 'promoter', scope: 'pricing:read' } as const
const WRITE = { access: 'promoter', scope: 'pricing:write' } as const
const id = z.object({ id: z.string() })
const one = z.object({ promoCode: managedPromoCode })

/** The newest first. */
export const listPromoCodes = endpoint({
  ...READ,
  method: 'GET',
  path: '/api/promoter/promo-codes',
  query: z.extend(promoFilters, { cursor: z.optional(z.string()) }),
  data: z.object({ promoCodes: z.array(managedPromoCode), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN'],
})

const promoBatch = z.object({ id: z.string(), name: z.string(), count: z.int(), createdAt: z.string() })

/** What codes can be about. */
const promoChoices = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      currency: z.string(),
      ticketTypes: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  batches: z.array(promoBatch),
})
export type PromoChoices = z.infer<typeof promoChoices>

export const listPromoChoices = endpoint({
  ...READ,
  method: 'GET',
  path: '/api/promoter/promo-codes/choices',
  data: promoChoices,
  errors: ['FORBIDDEN'],
})

export const createPromoCode = endpoint({
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes',
  body: promoFields,
  data: one,
  status: 201,
  errors: ['FORBIDDEN', 'PROMO_CODE_TAKEN'],
})

/** A code that was used keeps its name and its discount; its limit can't go below its uses. */
export const putPromoCode = endpoint({
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/promo-codes/{id}',
  params: id,
  body: z.extend(promoFields, { version: z.int() }),
  data: one,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'PROMO_CODE_TAKEN', 'PROMO_WAS_USED'],
})

/** Only a code that no order names; others are switched off. */
export const deletePromoCode = endpoint({
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/promo-codes/{id}',
  params: id,
  data: z.object({}),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'PROMO_IN_ORDERS'],
})

/** Random codes behind a prefix, with the same terms. The batch's id is chosen by the caller: asking twice makes them once. */
export const createPromoBatch = endpoint({
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes/bulk',
  body: z
    .object({
      ...terms,
      id: z.uuid(),
      name: z.string().check(z.trim(), z.minLength(1, 'Name the codes, to find them by.'), z.maxLength(100)),
      prefix: z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^([A-Z0-9][A-Z0-9._-]{0,23})?$/, 'Use letters, digits, dots and dashes, 24 at most.'),
        ),
      count: z
        .int('Enter a whole number.')
        .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(MOST_PROMO_CODES, 'Enter 10,000 or less.')),
      /** Random characters behind the prefix. */
      length: z
        .int('Enter a whole number.')
        .check(z.minimum(5, 'Enter 5 or more.'), z.maximum(24, 'Enter 24 or less.')),
    })
    .check(followsRules),
  data: z.object({
    batch: promoBatch,
    /** That the codes can be guessed, where they can. */
    warning: z.nullable(z.string()),
  }),
  status: 201,
  errors: ['FORBIDDEN'],
})

const promoImport = z.object({
  created: z.int(),
  batch: z.nullable(promoBatch),
  /** `why` is null for a line that was created, or would be. */
  lines: z.array(z.object({ line: z.int(), code: z.string(), why: z.nullable(z.string()) })),
})
export type PromoImport = z.infer<typeof promoImport>

/** Takes a CSV as its body. `all`: nothing unless every line is right; `valid`: the lines that are; `none`: only looks. */
export const importPromoCodes = endpoint({
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes/import',
  query: z.object({
    id: z.uuid(),
    name: z.string().check(z.trim(), z.minLength(1, 'Name the codes, to find them by.'), z.maxLength(100)),
    mode: z.enum(['all', 'valid', 'none']),
  }),
  data: promoImport,
  errors: ['FORBIDDEN', 'BODY_TOO_LARGE', 'FILE_REFUSED'],
})

/** The same selection as a file, and what an import takes. */
export const PROMO_EXPORT = '/api/promoter/promo-codes/export.csv'
