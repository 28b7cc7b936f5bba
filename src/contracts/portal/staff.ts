import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'
import { memberRole } from '#model/people/members.ts'
import { phoneNumber } from '#model/people/people.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

/**
 * Endpoints of the staff portal (specification §7), for members of a promoter. Amounts in major units, times in ISO 8601.
 *
 * - The promoter is that of the host. On other hosts, it is the one in `X-Promoter-User-Id` or, without this header, the one that the member
 *   has worked for longest.
 * - `{id}` is an account id: the caller's own, or that of a member whose promoter the caller owns or manages; otherwise NOT_FOUND.
 * - Payout accounts and payouts are available only to the member.
 */
const money = z.number()

export const staffProfile = z.object({
  id: z.string(),
  promoterId: z.string(),
  promoterName: z.string(),
  role: memberRole,
  /** Name that the team sees: `ownName`, or the account's name if that is empty. */
  displayName: z.string(),
  /** Name in this team; '' to use the account's name. */
  ownName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Phone number that the team sees. The account has its own. */
  phone: z.string(),
  bio: z.string(),
  avatarUrl: z.string(),
  /** All memberships of the account, including the one in this team. */
  memberships: z.array(z.object({ promoterId: z.string(), promoterName: z.string(), role: memberRole })),
})
export type StaffProfile = z.infer<typeof staffProfile>

export const getStaffProfile = endpoint({
  description: "Returns the member's profile in this team.",
  method: 'GET',
  path: '/api/public/staff/profile',
  access: 'member',
  permission: 'staff:access',
  data: z.object({ staffProfile }),
})

export const putStaffProfile = endpoint({
  description: "Updates the member's profile in this team. The account's own profile stays unchanged.",
  method: 'PUT',
  path: '/api/staff/profile',
  access: 'member',
  permission: 'staff:access',
  body: z.object({
    displayName: z.string().check(z.trim(), z.maxLength(80, 'Use 80 characters at most.')),
    phone: z.union([z.literal(''), phoneNumber]),
    bio: z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.')),
  }),
  allowsUnknownFields: true,
  data: z.object({ staffProfile }),
})

export const assignment = z.object({
  id: z.string(),
  eventId: z.string(),
  eventTitle: z.string(),
  eventSlug: z.string(),
  venueName: z.string(),
  city: z.string(),
  timeZone: z.string(),
  eventStartsAt: z.string(),
  eventEndsAt: z.string(),
  eventStatus: z.enum(['draft', 'published', 'cancelled']),
  role: z.enum(['sales', 'door']),
  startsAt: z.string(),
  endsAt: z.string(),
  note: z.string(),
})
export type Assignment = z.infer<typeof assignment>

export const listAssignments = endpoint({
  description:
    "Lists the member's assignments: upcoming ones first (soonest first), then past ones (latest first).",
  method: 'GET',
  path: '/api/public/staff/assignments',
  access: 'member',
  permission: 'staff:access',
  data: z.object({ assignments: z.array(assignment) }),
})

/** `revenue`: ticket revenue after discounts and refunds, without taxes, fees and delivery. */
export const linkStats = z.object({
  clicks: z.int(),
  holds: z.int(),
  orders: z.int(),
  tickets: z.int(),
  refundedTickets: z.int(),
  revenue: money,
  commission: money,
  currency: z.string(),
})

export const trackingLink = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** `url` has `?ref=` and the campaign parameters; `shortUrl` is `/t/{code}`. Both are on the promoter's site. */
  url: z.string(),
  shortUrl: z.string(),
  eventId: z.nullable(z.string()),
  eventTitle: z.nullable(z.string()),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  stats: linkStats,
})
export type TrackingLink = z.infer<typeof trackingLink>

export const listTrackingLinks = endpoint({
  description: "Lists the member's own tracking links, newest first.",
  method: 'GET',
  path: '/api/public/staff/tracking-links',
  access: 'member',
  permission: 'sales:track',
  data: z.object({
    trackingLinks: z.array(trackingLink),
    events: z.array(
      z.object({ id: z.string(), title: z.string(), startsAt: z.string(), timeZone: z.string() }),
    ),
  }),
})

export const getTrackingLink = endpoint({
  description: "Returns one of the member's own tracking links, with its figures of the last 30 days.",
  method: 'GET',
  path: '/api/public/staff/tracking-links/{id}',
  access: 'member',
  permission: 'sales:track',
  params: idParams,
  data: z.object({
    trackingLink,
    /** One entry for each of the last 30 days, in the time zone of the promoter's events. */
    days: z.array(
      z.object({ day: z.string(), clicks: z.int(), orders: z.int(), tickets: z.int(), revenue: money }),
    ),
  }),
})

const campaign = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Use 100 characters at most.')))
const linkName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Name the link.'), z.maxLength(80, 'Use 80 characters at most.'))

export const createTrackingLink = endpoint({
  description:
    'Creates a tracking link of the member, for one event or all. LINK_CODE_TAKEN when the code is in ' +
    'use.',
  method: 'POST',
  path: '/api/public/staff/tracking-links',
  access: 'member',
  permission: 'sales:track',
  body: z.object({
    name: linkName,
    /** Code of the link: letters, digits, - and _. Generated when omitted. */
    code: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/, 'Use 3 to 40 letters, digits, - or _.')),
    ),
    eventId: z.optional(objectId),
    utmSource: campaign,
    utmMedium: campaign,
    utmCampaign: campaign,
  }),
  data: z.object({ trackingLink }),
  status: 201,
  errors: ['LINK_CODE_TAKEN', 'LINKS_FULL'],
})

export const putTrackingLink = endpoint({
  description:
    'Updates a tracking link. A disabled link still redirects, but records no visits and earns no ' +
    'commission.',
  method: 'PUT',
  path: '/api/public/staff/tracking-links/{id}',
  access: 'member',
  permission: 'sales:track',
  params: idParams,
  body: z.object({ name: linkName, isActive: z.boolean() }),
  data: z.object({ trackingLink }),
})
