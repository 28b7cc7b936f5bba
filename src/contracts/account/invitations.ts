import * as z from 'zod/mini'
import { memberRole } from '#model/people/members.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const link = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

export const invitationView = z.object({
  promoterName: z.string(),
  role: memberRole,
  email: z.string(),
  expiresAt: z.string(),
})
export type InvitationView = z.infer<typeof invitationView>

export const showInvitation = endpoint({
  description: 'Returns the promoter, role and email address of an invitation link. The link stays valid.',
  method: 'POST',
  path: '/api/public/auth/customer/invitations/show',
  access: 'anyone',
  body: link,
  data: z.object({ invitation: invitationView }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const acceptInvitation = endpoint({
  description:
    'Accepts an invitation: the account becomes a member of the promoter. The account must have the ' +
    'email address that the invitation was sent to (else INVITATION_FOR_ANOTHER); the link also verifies ' +
    'that address. A link works for one account; repeated calls by that account succeed.',
  method: 'POST',
  path: '/api/auth/customer/invitations/accept',
  access: 'account',
  body: link,
  data: z.object({ promoterId: z.string(), promoterName: z.string(), role: memberRole }),
  errors: ['LINK_INVALID', 'INVITATION_FOR_ANOTHER', 'RATE_LIMITED'],
})

export const listOwnInvitations = endpoint({
  description:
    "Lists pending invitations to the account's verified address. Accepting one requires the emailed " +
    'link.',
  method: 'GET',
  path: '/api/auth/customer/invitations',
  access: 'account',
  data: z.object({
    invitations: z.array(
      z.object({ promoterName: z.string(), role: memberRole, sentAt: z.string(), expiresAt: z.string() }),
    ),
  }),
})
