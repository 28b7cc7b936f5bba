import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { processingFeePaidBy, taxesRemittedBy } from '#model/pricing/platform-terms.ts'
import { amount, feeTerms } from './fees.ts'

/** The platform's share of a paid order, independent of the fees charged to the buyer. Major units and percent. */
export const platformTerms = z.extend(feeTerms, {
  /** Minimum of the share per paid ticket. */
  ticketMinimum: amount,
  processingFeePaidBy,
  taxesRemittedBy,
})
export type PlatformTermsView = z.infer<typeof platformTerms>

export const ownTerms = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Current terms; null when the platform takes no share in this currency. */
      terms: z.nullable(platformTerms),
      /** Later changes, earliest first. */
      upcoming: z.array(z.object({ effectiveFrom: z.string(), terms: z.nullable(platformTerms) })),
    }),
  ),
})
export type OwnTerms = z.infer<typeof ownTerms>

export const getOwnTerms = endpoint({
  description:
    'Returns what the platform takes of paid orders, by currency, with announced changes. Only operators of the platform change it. ' +
    'Orders keep the terms that were in effect when they were created.',
  method: 'GET',
  path: '/api/promoter/terms',
  access: 'promoter',
  scope: 'pricing:read',
  data: ownTerms,
  errors: ['FORBIDDEN'],
})
