import * as z from 'zod/mini'

const field = z.optional(z.string().check(z.maxLength(200)))

/** Specification §3. `timestamp` in milliseconds since the epoch. */
export const trackingData = z.object({
  ref: field,
  utmSource: field,
  utmMedium: field,
  utmCampaign: field,
  utmTerm: field,
  utmContent: field,
  timestamp: z.optional(z.number()),
})
