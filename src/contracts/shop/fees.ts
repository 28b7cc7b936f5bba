import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { DEFAULT_FEES_CACHE_MS, feeConfiguration } from '#model/pricing/fees.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/** `source` stands beside `data` (specification §7): event, promoter or default. */
export const feesForEvent = endpoint({
  method: 'GET',
  path: '/api/fee-configuration-for-event',
  access: 'anyone',
  query: z.object({ eventId: reference }),
  data: feeConfiguration,
  errors: ['FEES_NOT_FOUND'],
})

export const defaultFees = endpoint({
  method: 'GET',
  path: '/api/public/fee-configurations/default',
  access: 'anyone',
  data: feeConfiguration,
  maxAgeSeconds: DEFAULT_FEES_CACHE_MS / 1000,
  errors: ['FEES_NOT_FOUND'],
})
