import * as z from 'zod/mini'
import { epochMs, recordOf } from '#model/platform/bounds.ts'
import { trackingData } from '#model/sales/tracking/tracking.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const reference = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

/** Clients report each `ref` once per session (specification §7). */
export const trackClick = endpoint({
  description:
    'Records a visit through a tracking link and attributes later purchases in this browser to the link. ' +
    "Counted once per link, visitor and day; visits by bots, prefetches and the link's own member aren't " +
    'counted.',
  method: 'POST',
  path: '/api/tracking-links/{id}/click',
  access: 'anyone',
  params: reference,
  body: z.optional(trackingData),
  allowsUnknownFields: true,
  data: z.object({ trackingLinkId: z.string(), counted: z.boolean() }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const logTracking = endpoint({
  description:
    'Writes a tracking event to the debug log. Personal data is removed, and data beyond the size limits ' +
    'is omitted.',
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
