import * as z from 'zod/mini'
import { reference, version } from '#model/bounds.ts'
import { memberRole } from '#model/members.ts'
import { emailAddress } from '#model/people.ts'
import { nothing } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { member } from '../staff.ts'

/** Who works for a promoter, and who is asked to. For its owners. Lists of people come whole: there are 500 at most. */
const account = z.object({ accountId: reference })

export const staffMember = z.object({
  accountId: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRole,
  joinedAt: z.string(),
  /** Whether the account has a passkey or an authenticator app. */
  hasSecondFactor: z.boolean(),
  isYou: z.boolean(),
  version,
})
export type StaffMember = z.infer<typeof staffMember>

/** Whoever worked here once and is still owed something, or was paid. Money in major units, by currency. */
export const formerMember = z.object({
  accountId: z.string(),
  name: z.string(),
  removedAt: z.string(),
  /** What they have earned and not been paid; `available` of it can be paid now. */
  owed: z.array(z.object({ currency: z.string(), available: z.number(), pending: z.number() })),
})
export type FormerMember = z.infer<typeof formerMember>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/promoter/members',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ members: z.array(staffMember), former: z.array(formerMember) }),
  errors: [],
})

/**
 * Changes a member's role. The open invitations and API keys of an owner end when they become something else. An API key changes only
 * members that it invited itself, gives no role but `sales` and `door`, here and in invitations, and removes no owner (FORBIDDEN).
 */
export const putMember = endpoint({
  method: 'PUT',
  path: '/api/promoter/members/{accountId}',
  access: 'promoter',
  scope: 'staff:write',
  params: account,
  body: z.object({ role: memberRole, version }),
  data: z.object({ member: staffMember }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'LAST_OWNER'],
})

/**
 * Access ends with the next call, for API keys that they have made, too; their open invitations are taken back. What was earned
 * stays payable; assignments go, links earn nothing any more.
 */
export const removeMember = endpoint({
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

/** Those that are neither accepted nor taken back, the newest first. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/promoter/invitations',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ invitations: z.array(invitation) }),
  errors: [],
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/promoter/invitations',
  access: 'promoter',
  scope: 'staff:write',
  body: z.object({ email: emailAddress, role: memberRole }),
  data: z.object({ invitation }),
  status: 201,
  errors: ['ALREADY_MEMBER', 'INVITATION_THERE', 'STAFF_FULL', 'RATE_LIMITED'],
})

/** With a link of its own: the one before leads nowhere. */
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/promoter/invitations/{id}/resend',
  access: 'promoter',
  scope: 'staff:write',
  params: member,
  data: z.object({ invitation }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/promoter/invitations/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: member,
  data: nothing,
  errors: ['NOT_FOUND'],
})

/** What assignments, rules and links may be about: events that are not over, the next one first, 500 at most. */
export const staffChoices = endpoint({
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
        /** On the clock of the place, as a field of a form takes them: 2026-12-01T20:00. */
        localStart: z.string(),
        localEnd: z.string(),
        timeZone: z.string(),
        currency: z.string(),
        isPublic: z.boolean(),
        ticketTypes: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
      }),
    ),
  }),
  errors: [],
})
export type StaffChoices = z.infer<typeof staffChoices.data>
