import type { Invitation, invite as contract } from '#contracts/console/staff/staff.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { INVITATION_LIFETIME_MS, canAssignRole, MAX_STAFF } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { hashLimitKey, consumeLimits } from '#server/people/sessions/limits.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findInvitation,
  insertInvitation,
  isMemberEmail,
  lockStaffCount,
  type InvitationRow,
} from './invitation-rows.ts'
import { viewInvitation } from './list-invitations.ts'

const OF_PROMOTER = { name: 'invitations', points: 60, seconds: 3600 }
/** Limit of emails to one address, because recipients haven't asked for them. */
const OF_ADDRESS = { name: 'invitations_email', points: 5, seconds: 24 * 3600 }

export const invite: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  if (!canAssignRole(actor.accountId, body.role)) return fail('FORBIDDEN')
  if (await isMemberEmail(context.db, { promoterId, email: body.email })) return fail('ALREADY_MEMBER')
  const limited = await limitInvitations(context, { promoterId, email: body.email })
  if (limited) return limited
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx): Promise<Result<{ invitation: Invitation }, CodeOf<typeof contract>>> => {
      if (!(await isStillAuthorised(trx, call, 'staff:write'))) return fail('FORBIDDEN')
      if ((await lockStaffCount(trx, promoterId)) >= MAX_STAFF) return fail('STAFF_FULL')
      const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS)
      const values = { ...body, promoterId, actor, now, expiresAt }
      const id = await insertInvitation(trx, values)
      if (id === undefined) return fail('INVITATION_THERE')
      const row = await findInvitation(trx, id)
      if (!row) throw new Error('The inserted invitation was not found.')
      await writeMails(trx, [invitationMail(context, call, row)], now)
      const subject = { id, name: '' }
      const after = { role: body.role }
      await recordChange(trx, { promoterId, actor, action: 'invitation.sent', subject, after }, now)
      return succeed({ invitation: viewInvitation(row, now) })
    },
  )
}

export const limitInvitations = (context: Context, request: { promoterId: string; email: string }) =>
  consumeLimits(context, [
    [OF_PROMOTER, request.promoterId],
    [OF_ADDRESS, hashLimitKey('invitation', request.promoterId, request.email)],
  ])

export const invitationMail = (
  context: Context,
  call: Pick<PromoterCall, 'client' | 'site'>,
  { id, round, promoterId }: InvitationRow,
): MailFact => ({
  kind: 'staff_invitation',
  fact: `staff_invitation:${id}:${round}`,
  payload: { invitationId: id, round },
  ...accountMailSite(context, call),
  promoterId,
})
