import type { listOwnInvitations as contract } from '#contracts/account/invitations.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listInvitationsOfEmail } from './invitation-rows.ts'

/**
 * Open invitations to the account's address. Empty if it isn't verified, because anyone can register with any
 * address.
 */
export const listOwnInvitations: UseCase<typeof contract, AccountCall> = async (context, { account }) => {
  if (!account.isEmailVerified) return succeed({ invitations: [] })
  const now = new Date(context.clock.now())
  const rows = await listInvitationsOfEmail(context.db, { email: account.email, now })
  return succeed({
    invitations: rows.map(({ promoterName, role, sentAt, expiresAt }) => ({
      promoterName,
      role,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  })
}
