import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/bounds.ts'
import { endpoint } from '../endpoint.ts'
import { code, followsRules, terms, uuid } from './promo-terms.ts'

/** Codes that are made or imported at once. */
export const MOST_PROMO_CODES = 10_000
/** Bytes of a file of codes. */
export const MOST_PROMO_FILE = 2 * 1024 * 1024

/** Everything that a promoter says of one code. */
export const promoFields = z.object({ ...terms, code }).check(followsRules)
export type PromoFields = z.infer<typeof promoFields>

export const promoState = z.enum(['active', 'scheduled', 'ended', 'used_up', 'off'])
export type PromoState = z.infer<typeof promoState>

export const managedPromoCode = z.object({
  ...terms,
  id: z.string(),
  version,
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
const id = z.object({ id: reference })
const one = z.object({ promoCode: managedPromoCode })

/** The newest first. */
export const listPromoCodes = endpoint({
  ...READ,
  method: 'GET',
  path: '/api/promoter/promo-codes',
  query: z.extend(promoFilters, { cursor: z.optional(cursor) }),
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
  body: z.extend(promoFields, { version }),
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

/** Random codes behind a prefix, with the same terms. The id is chosen by the caller: asking twice makes them
 * once. The batch has an id of its own, which is answered. */
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
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
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
  maxBodyBytes: MOST_PROMO_FILE,
  data: promoImport,
  errors: ['FORBIDDEN', 'BODY_TOO_LARGE', 'FILE_REFUSED', 'RATE_LIMITED'],
})

/** The same selection as a file, and what an import takes. */
export const PROMO_EXPORT = '/api/promoter/promo-codes/export.csv'
