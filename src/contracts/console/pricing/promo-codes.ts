import * as z from 'zod/mini'
import { cursor, version } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { promoCodeInput, checkPromoTerms, promoTermFields, scopeId } from './promo-terms.ts'

export const MAX_PROMO_CODES = 10_000
export const MAX_PROMO_FILE_BYTES = 2 * 1024 * 1024

export const promoFields = z.object({ ...promoTermFields, code: promoCodeInput }).check(checkPromoTerms)
export type PromoFields = z.infer<typeof promoFields>

export const promoState = z.enum(['active', 'scheduled', 'ended', 'used_up', 'off'])
export type PromoState = z.infer<typeof promoState>

export const managedPromoCode = z.object({
  ...promoTermFields,
  hasNoTypeLeft: z.boolean(),
  id: z.string(),
  version,
  code: z.string(),
  state: promoState,
  used: z.int(),
  /** Number of unpaid orders that use the code. */
  reserved: z.int(),
  batchId: z.nullable(z.string()),
  createdAt: z.string(),
  /** The promoter's revenue from orders with the code, less refunds. One entry per currency. */
  revenue: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type ManagedPromoCode = z.infer<typeof managedPromoCode>

export const promoFilters = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  state: z.optional(promoState),
  eventId: z.optional(scopeId),
  batchId: z.optional(scopeId),
})
export type PromoFilters = z.infer<typeof promoFilters>

const READ = { access: 'promoter', scope: 'pricing:read' } as const
const WRITE = { access: 'promoter', scope: 'pricing:write' } as const
const one = z.object({ promoCode: managedPromoCode })

export const listPromoCodes = endpoint({
  description: 'Lists promo codes, newest first.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/promo-codes',
  query: z.extend(promoFilters, { cursor: z.optional(cursor) }),
  data: z.object({ promoCodes: z.array(managedPromoCode), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN'],
})

const promoBatch = z.object({ id: z.string(), name: z.string(), count: z.int(), createdAt: z.string() })

const promoOptions = z.object({
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
export type PromoOptions = z.infer<typeof promoOptions>

export const listPromoOptions = endpoint({
  description:
    "Lists values for the filters and terms of promo codes: the promoter's events, latest first, with " +
    'their ticket types, and batches of codes.',
  ...READ,
  method: 'GET',
  path: '/api/promoter/promo-codes/choices',
  data: promoOptions,
  errors: ['FORBIDDEN'],
})

export const createPromoCode = endpoint({
  description: 'Creates a promo code.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes',
  body: promoFields,
  data: one,
  status: 201,
  errors: ['FORBIDDEN', 'PROMO_CODE_TAKEN'],
})

export const putPromoCode = endpoint({
  description:
    'Updates a promo code. PROMO_WAS_USED when the code or discount of a used one would change, or its ' +
    'limit would be below its uses.',
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/promo-codes/{id}',
  params: idParams,
  body: z.extend(promoFields, { version }),
  data: one,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'PROMO_CODE_TAKEN', 'PROMO_WAS_USED'],
})

export const deletePromoCode = endpoint({
  description: 'Deletes a promo code. PROMO_IN_ORDERS when an order has used it; turn it off instead.',
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/promo-codes/{id}',
  params: idParams,
  data: z.object({}),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'PROMO_IN_ORDERS'],
})

export const createPromoBatch = endpoint({
  description:
    'Creates random promo codes with a common prefix and the same terms. `id` is a UUID chosen by the ' +
    'client: a retry with the same one creates no further codes.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes/bulk',
  body: z
    .object({
      ...promoTermFields,
      id: z.uuid(),
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Name these codes, so that you can find them later.'),
          z.maxLength(100),
        ),
      prefix: z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^([A-Z0-9][A-Z0-9._-]{0,23})?$/, 'Use letters, digits, dots and dashes, 24 at most.'),
        ),
      count: z
        .int('Enter a whole number.')
        .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(MAX_PROMO_CODES, 'Enter 10,000 or less.')),
      length: z
        .int('Enter a whole number.')
        .check(z.minimum(5, 'Enter 5 or more.'), z.maximum(24, 'Enter 24 or less.')),
    })
    .check(checkPromoTerms),
  data: z.object({
    batch: promoBatch,
    /** Warning that the codes are easy to guess; otherwise null. */
    warning: z.nullable(z.string()),
  }),
  status: 201,
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
})

const promoImport = z.object({
  created: z.int(),
  batch: z.nullable(promoBatch),
  /** Result for each line. `why` is the reason why no code was created; null if it was, or would be in a preview. */
  lines: z.array(z.object({ line: z.int(), code: z.string(), why: z.nullable(z.string()) })),
})
export type PromoImport = z.infer<typeof promoImport>

export const importPromoCodes = endpoint({
  description:
    'Imports promo codes from a CSV body. `mode`: `all` imports only if every line is valid; `valid` ' +
    'imports the valid lines; `none` only validates.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/promo-codes/import',
  query: z.object({
    id: z.uuid(),
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Name these codes, so that you can find them later.'),
        z.maxLength(100),
      ),
    mode: z.enum(['all', 'valid', 'none']),
  }),
  maxBodyBytes: MAX_PROMO_FILE_BYTES,
  data: promoImport,
  errors: ['FORBIDDEN', 'BODY_TOO_LARGE', 'FILE_REFUSED', 'RATE_LIMITED'],
})

/** CSV export of the filtered codes, in the format that the import reads. */
export const PROMO_EXPORT = '/api/promoter/promo-codes/export.csv'
