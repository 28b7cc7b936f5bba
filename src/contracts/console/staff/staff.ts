import * as z from 'zod/mini'
import { objectId, version } from '#model/platform/bounds.ts'
import { memberRole } from '#model/people/members.ts'
import { emailAddress } from '#model/people/people.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const account = z.object({ accountId: objectId })

export const staffMember = z.object({
  accountId: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRole,
  joinedAt: z.string(),
  hasSecondFactor: z.boolean(),
  isYou: z.boolean(),
  version,
})
export type StaffMember = z.infer<typeof staffMember>

/** A former member who has earned commission. Amounts in major units, one entry per currency. */
export const formerMember = z.object({
  accountId: z.string(),
  name: z.string(),
  removedAt: z.string(),
  /** Unpaid earnings. `available` is the part that can be paid out now. */
  owed: z.array(z.object({ currency: z.string(), available: z.number(), pending: z.number() })),
})
export type FormerMember = z.infer<typeof formerMember>

/** The list isn't paginated, because a promoter has at most 500 members and pending invitations. */
export const listMembers = endpoint({
  description:
    "Lists the members of the promoter's team by role, and former members with unpaid earnings or past " +
    'payouts.',
  method: 'GET',
  path: '/api/promoter/members',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ members: z.array(staffMember), former: z.array(formerMember) }),
})

export const putMember = endpoint({
  description:
    "Changes a member's role. When an owner gets another role, their pending invitations and API keys " +
    'are revoked, and their webhook endpoints turned off. An API key can only change members that it ' +
    'invited, only assign the roles `sales` and `door`, and not remove owners (FORBIDDEN). LAST_OWNER ' +
    'when no other owner is left.',
  method: 'PUT',
  path: '/api/promoter/members/{accountId}',
  access: 'promoter',
  scope: 'staff:write',
  params: account,
  body: z.object({ role: memberRole, version }),
  data: z.object({ member: staffMember }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'LAST_OWNER'],
})

export const removeMember = endpoint({
  description:
    'Removes a member from the team. Their access and the API keys that they created end with the next ' +
    'call; their pending invitations are revoked, and their webhook endpoints turned off. Earnings stay ' +
    'payable; assignments are deleted and links no longer earn commission. LAST_OWNER when no other ' +
    'owner is left.',
  method: 'DELETE',
  path: '/api/promoter/members/{accountId}',
  access: 'promoter',
  scope: 'staff:write',
  params: account,
  data: nothing,
  errors: ['NOT_FOUND', 'LAST_OWNER'],
})

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: memberRole,
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = endpoint({
  description: 'Lists pending invitations, newest first.',
  method: 'GET',
  path: '/api/promoter/invitations',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ invitations: z.array(invitation) }),
})

export const invite = endpoint({
  description:
    "Sends an invitation to join the promoter's team by email. An API key can only assign the roles " +
    '`sales` and `door` (FORBIDDEN).',
  method: 'POST',
  path: '/api/promoter/invitations',
  access: 'promoter',
  scope: 'staff:write',
  body: z.object({ email: emailAddress, role: memberRole }),
  data: z.object({ invitation }),
  status: 201,
  errors: ['ALREADY_MEMBER', 'INVITATION_THERE', 'STAFF_FULL', 'RATE_LIMITED'],
})

export const resendInvitation = endpoint({
  description: 'Resends an invitation with a new link. The previous link stops working.',
  method: 'POST',
  path: '/api/promoter/invitations/{id}/resend',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  data: z.object({ invitation }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const revokeInvitation = endpoint({
  description: 'Revokes a pending invitation. Its link stops working.',
  method: 'DELETE',
  path: '/api/promoter/invitations/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})

export const listStaffOptions = endpoint({
  description:
    'Lists the events that assignments, commission rules and tracking links can refer to: those that ' +
    "haven't ended, soonest first, 500 at most.",
  method: 'GET',
  path: '/api/promoter/staff-choices',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        startsAt: z.string(),
        /** Local time of the event, for example 2026-12-01T20:00. */
        localStart: z.string(),
        localEnd: z.string(),
        timeZone: z.string(),
        currency: z.string(),
        isPublic: z.boolean(),
        ticketTypes: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
      }),
    ),
  }),
})
export type StaffOptions = z.infer<typeof listStaffOptions.data>
