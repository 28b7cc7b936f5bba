import type { showInvitation as contract } from '#contracts/account/invitations.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { findInvitationByToken } from './invitation-rows.ts'

export const showInvitation: UseCase<typeof contract, VisitorCall> = async (context, { body, client }) => {
  const limited = await context.limits.consume(ACCOUNT_LIMITS.linkOfNetwork, clientNetworkOf(client.address))
  if (limited) return limited
  const row = await findInvitationByToken(context.db, hashToken(body.token))
  if (!row?.isOpen || row.expiresAt.getTime() <= context.clock.now()) return fail('LINK_INVALID')
  const { promoterName, role, email, expiresAt } = row
  return succeed({ invitation: { promoterName, role, email, expiresAt: expiresAt.toISOString() } })
}
