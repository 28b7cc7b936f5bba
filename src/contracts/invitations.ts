import * as z from 'zod/mini'
import { memberRole } from '#model/members.ts'
import { endpoint } from './endpoint.ts'

/** The token of an invitation's link. */
const link = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** What whoever has the link may know: the mailbox that it came to is theirs. */
export const invitationShown = z.object({
  promoterName: z.string(),
  role: memberRole,
  email: z.string(),
  expiresAt: z.string(),
})
export type InvitationShown = z.infer<typeof invitationShown>

export const showInvitation = endpoint({
  method: 'POST',
  path: '/api/public/auth/customer/invitations/show',
  access: 'anyone',
  body: link,
  data: z.object({ invitation: invitationShown }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

/**
 * The caller works for the promoter from now on. Their account must have the address that the invitation went to; the link
 * proves it for an account that has not confirmed it yet, as the link of a registration does. Once: whoever has accepted may
 * ask again and hears the same, for others the link leads nowhere.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/customer/invitations/accept',
  access: 'account',
  body: link,
  data: z.object({ promoterId: z.string(), promoterName: z.string(), role: memberRole }),
  errors: ['LINK_INVALID', 'INVITATION_FOR_ANOTHER', 'RATE_LIMITED'],
})

/** Open invitations to the account's verified address. Accepting one takes the link that was mailed. */
export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/api/auth/customer/invitations',
  access: 'account',
  data: z.object({
    invitations: z.array(
      z.object({ promoterName: z.string(), role: memberRole, sentAt: z.string(), expiresAt: z.string() }),
    ),
  }),
  errors: [],
})
