import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { cursor } from '#model/platform/bounds.ts'

export const promoterListRow = z.object({
  id: z.string(),
  name: z.string(),
  siteName: z.string(),
  siteUrl: z.string(),
  country: z.string(),
  since: z.string(),
  /** Made up: from the demo. */
  isDemo: z.boolean(),
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  publishedEvents: z.number(),
  /** By currency, net of refunds. `total`: what buyers paid, in major units. Lags behind sales by seconds. */
  sales: z.array(
    z.object({ currency: z.string(), orders: z.number(), tickets: z.number(), total: z.number() }),
  ),
})
export type PromoterListRow = z.infer<typeof promoterListRow>

export const listAllPromoters = endpoint({
  description:
    'Lists all promoters with their sales, newest first. `q` searches the name, the site name and the owners’ email addresses.',
  method: 'GET',
  path: '/api/operator/promoters',
  access: 'operator',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    cursor: z.optional(cursor),
  }),
  data: z.object({ promoters: z.array(promoterListRow), nextCursor: z.nullable(z.string()) }),
  errors: [],
})
