import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { platformTerms } from '#contracts/console/pricing/terms.ts'
import { reference } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'

const termsChange = z.object({
  id: z.number(),
  /** Terms of this promoter; null to go back to the default terms. */
  terms: z.nullable(platformTerms),
  /** 1970 for the terms that the installation started with. */
  effectiveFrom: z.string(),
  createdAt: z.string(),
  /** Name of the operator; null for the terms that the installation started with, and once the account is deleted. */
  createdBy: z.nullable(z.string()),
  /** `replaced`: another change with the same `effectiveFrom` was made later. */
  status: z.enum(['upcoming', 'current', 'past', 'replaced']),
})
export type TermsChange = z.infer<typeof termsChange>

const termsOfCurrency = z.object({
  currency: z.string(),
  /** Terms in effect now; null when the platform takes no share. */
  terms: z.nullable(platformTerms),
  /** Changes of the terms, sorted by `effectiveFrom`, latest first. */
  changes: z.array(termsChange),
})
export type TermsOfCurrency = z.infer<typeof termsOfCurrency>

export const termsOfPromoter = z.object({
  promoter: z.object({ id: z.string(), name: z.string() }),
  /** Changes for this promoter, and the terms in effect now: its own or the default. */
  currencies: z.array(z.extend(termsOfCurrency, { followsDefault: z.boolean() })),
})
export type TermsOfPromoter = z.infer<typeof termsOfPromoter>

/** Time from which the terms apply. Default: now. Earlier times are refused. */
const effectiveFrom = z.optional(isoDateTime('Use a date and time in ISO 8601.'))
const body = z.extend(platformTerms, { currency, effectiveFrom })
const params = z.object({ id: reference })
const LATER =
  'Orders created before then keep their terms. `effectiveFrom` defaults to now, and can’t be earlier.'

export const listTerms = endpoint({
  description:
    'Lists the default terms by currency, and the promoters that have had terms of their own, with history and upcoming changes. ' +
    '`withoutTerms` are currencies that promoters use and in which the platform charges nothing by default.',
  method: 'GET',
  path: '/api/operator/terms',
  access: 'operator',
  data: z.object({
    currencies: z.array(termsOfCurrency),
    withoutTerms: z.array(z.string()),
    promoters: z.array(termsOfPromoter),
  }),
})
export type ListedTerms = z.infer<typeof listTerms.data>

export const setDefaultTerms = endpoint({
  description: `Sets the default terms: the platform's share of orders for promoters without their own terms. Emails the owners of these promoters. ${LATER}`,
  method: 'POST',
  path: '/api/operator/terms',
  access: 'operator',
  body,
  data: termsOfCurrency,
})

export const getPromoterTerms = endpoint({
  description: 'Returns the terms of a promoter by currency, with history and upcoming changes.',
  method: 'GET',
  path: '/api/operator/promoters/{id}/terms',
  access: 'operator',
  params,
  data: termsOfPromoter,
  errors: ['NOT_FOUND'],
})

export const setPromoterTerms = endpoint({
  description: `Sets the terms of a promoter: the platform's share of its orders. Emails its owners. ${LATER}`,
  method: 'POST',
  path: '/api/operator/promoters/{id}/terms',
  access: 'operator',
  params,
  body,
  data: termsOfPromoter,
  errors: ['NOT_FOUND'],
})

export const followDefaultTerms = endpoint({
  description: `Resets a promoter to the default terms in a currency. Its owners are emailed. ${LATER}`,
  method: 'POST',
  path: '/api/operator/promoters/{id}/terms/default',
  access: 'operator',
  params,
  body: z.object({ currency, effectiveFrom }),
  data: termsOfPromoter,
  errors: ['NOT_FOUND'],
})
