import type * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import { withoutWebAddresses } from '#model/platform/web-addresses.ts'
import { PLAIN_NAME } from '#model/people/accounts.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { findInvitation, insertInvitationToken } from '#server/people/invitations/invitation-rows.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Composes the invitation to a team. Not sent if the invitation has been resent, accepted or withdrawn, because its
 * link is then invalid.
 */
export async function composeInvitation(
  { context, origin, siteName }: MailContext,
  { invitationId, round }: z.infer<typeof mailPayloads.staff_invitation>,
): Promise<AddressedMail> {
  const token = randomToken()
  const { db } = context
  if (!(await insertInvitationToken(db, { tokenHash: hashToken(token), invitationId, round })))
    return undefined
  const row = await findInvitation(db, invitationId)
  if (!row) return undefined
  const { role, invitedBy } = row
  const promoterName = withoutWebAddresses(row.promoterName) || siteName
  const mail = staffInvitationMail({
    promoterName,
    invitedBy: PLAIN_NAME.test(invitedBy) ? invitedBy : '',
    roleSummary: ROLE_LABELS[role].does,
    until: day.format(row.expiresAt),
    url: origin + urls.join(token),
  })
  return { to: row.email, mail: mail }
}

interface StaffInvitation {
  promoterName: string
  /** Name of the inviting person; '' if it isn't safe to show. */
  invitedBy: string
  roleSummary: string
  until: string
  url: string
}

const staffInvitationMail = ({
  promoterName,
  invitedBy,
  roleSummary,
  until,
  url,
}: StaffInvitation): MailContent => ({
  subject: `${promoterName} invited you to join`,
  preview: `You’ll be able to ${roleSummary}.`,
  heading: `Join ${promoterName}`,
  parts: [
    {
      kind: 'words',
      text: `${invitedBy || promoterName} invited you to join the team of ${promoterName}. You’ll be able to ${roleSummary}.`,
    },
    { kind: 'action', label: 'View invitation', url },
    {
      kind: 'words',
      text: `The link expires on ${until}. If this isn’t for you, you can ignore this email.`,
    },
  ],
  reason: `You’re receiving this email because someone at ${promoterName} entered your address.`,
})
