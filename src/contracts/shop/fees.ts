import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { DEFAULT_FEES_CACHE_MS } from '#model/pricing/fees.ts'
import { feeConfiguration } from '#model/pricing/price-schemas.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const feesForEvent = endpoint({
  description:
    "Returns the service fees of an event: its own, else the promoter's, else the default. `source`, " +
    'beside `data`, is the level: `event`, `promoter` or `default`. An unknown event has the default ' +
    'fees.',
  method: 'GET',
  path: '/api/fee-configuration-for-event',
  access: 'anyone',
  query: z.object({ eventId: reference }),
  data: feeConfiguration,
  errors: ['FEES_NOT_FOUND'],
})

export const defaultFees = endpoint({
  description: 'Returns the default service fees.',
  method: 'GET',
  path: '/api/public/fee-configurations/default',
  access: 'anyone',
  data: feeConfiguration,
  maxAgeSeconds: DEFAULT_FEES_CACHE_MS / 1000,
  errors: ['FEES_NOT_FOUND'],
})
