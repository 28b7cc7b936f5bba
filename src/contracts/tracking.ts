import * as z from 'zod/mini'
import { epochMs, recordOf } from '#model/bounds.ts'
import { trackingData } from '#model/tracking.ts'
import { nothing } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** A reference as it stands in an address: a link's code, or its id. */
const reference = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

/**
 * A visitor came through a link (specification §7: once per ref and session). Counted once per link, visitor and day, whoever
 * asks; a robot, a prefetch or the link's own member is heard and not counted. Keeps the link for this browser's purchases.
 */
export const trackClick = endpoint({
  method: 'POST',
  path: '/api/tracking-links/{id}/click',
  access: 'anyone',
  params: reference,
  body: z.optional(trackingData),
  allowsUnknownFields: true,
  data: z.object({ trackingLinkId: z.string(), counted: z.boolean() }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

/** A page's tracking event for the debug log. Bounded, limited, and kept without anything personal. */
export const logTracking = endpoint({
  method: 'POST',
  path: '/api/tracking-debug/log',
  access: 'anyone',
  body: z.object({
    eventType: z.string().check(z.minLength(1), z.maxLength(60)),
    trackingLinkId: z.optional(z.string().check(z.maxLength(64))),
    data: z.optional(recordOf(200, z.unknown())),
    message: z.optional(z.string().check(z.maxLength(500))),
    url: z.optional(z.string().check(z.maxLength(500))),
    sessionId: z.optional(z.string().check(z.maxLength(64))),
    timestamp: z.optional(z.union([epochMs, z.string().check(z.maxLength(40))])),
  }),
  allowsUnknownFields: true,
  data: nothing,
  errors: ['RATE_LIMITED'],
})
