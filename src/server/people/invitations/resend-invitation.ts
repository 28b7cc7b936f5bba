import type { Invitation, resendInvitation as contract } from '#contracts/console/staff/staff.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { INVITATION_LIFETIME_MS, canAssignRole } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findInvitation, lockInvitation, renewInvitation } from './invitation-rows.ts'
import { limitInvitations, invitationMail } from './invite.ts'
import { viewInvitation } from './list-invitations.ts'

export const resendInvitation: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor } = call
  const { id } = call.params
  const there = await findInvitation(context.db, id)
  if (there?.promoterId !== promoterId) return fail('NOT_FOUND')
  const limited = await limitInvitations(context, there)
  if (limited) return limited
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx): Promise<Result<{ invitation: Invitation }, CodeOf<typeof contract>>> => {
      if (!(await isStillAuthorised(trx, call, 'staff:write'))) return fail('FORBIDDEN')
      const before = await lockInvitation(trx, { promoterId, id })
      if (!before?.isOpen) return fail('NOT_FOUND')
      if (!canAssignRole(actor.accountId, before.role)) return fail('FORBIDDEN')
      await renewInvitation(trx, { id, now, expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS) })
      const row = await findInvitation(trx, id)
      if (!row) return fail('NOT_FOUND')
      await writeMails(trx, [invitationMail(context, call, row)], now)
      const states = { before: { round: before.round }, after: { round: row.round } }
      const subject = { id, name: '' }
      await recordChange(trx, { promoterId, actor, action: 'invitation.resent', subject, ...states }, now)
      return succeed({ invitation: viewInvitation(row, now) })
    },
  )
}
