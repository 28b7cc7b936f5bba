import * as z from 'zod/mini'
import { cursor, objectId, reference } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { createTrackingLink, trackingLink } from '#contracts/portal/staff.ts'

/** A tracking link of a member, or of the promoter itself. Promoters' links earn no commission. */
export const consoleLink = z.extend(trackingLink, {
  /** Member who owns the link; null for the promoter's links and for links of deleted accounts. */
  memberId: z.nullable(z.string()),
  memberName: z.nullable(z.string()),
})
export type ConsoleLink = z.infer<typeof consoleLink>

export const listPromoterLinks = endpoint({
  description:
    "Lists the tracking links of the promoter and its members, newest first. `memberId` is a member's " +
    'id, or `none` for links without a member.',
  method: 'GET',
  path: '/api/promoter/tracking-links',
  access: 'promoter',
  scope: 'staff:read',
  query: z.object({ cursor: z.optional(cursor), memberId: z.optional(reference) }),
  data: z.object({ links: z.array(consoleLink), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const createPromoterLink = endpoint({
  description:
    'Creates a tracking link of a member, or of the promoter itself when `memberId` is omitted; the ' +
    'latter earns no commission.',
  method: 'POST',
  path: '/api/promoter/tracking-links',
  access: 'promoter',
  scope: 'staff:write',
  body: z.extend(createTrackingLink.body, { memberId: z.optional(objectId) }),
  data: z.object({ link: consoleLink }),
  status: 201,
  errors: ['NOT_FOUND', 'LINK_CODE_TAKEN', 'LINKS_FULL'],
})
