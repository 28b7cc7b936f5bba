import type { revokeInvitation as contract } from '#contracts/console/staff/staff.ts'
import { fail } from '#contracts/platform/errors.ts'
import { canAssignRole } from '#model/people/members.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { lockInvitation, markInvitationRevoked } from './invitation-rows.ts'

export const revokeInvitation: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor } = call
  const { id } = call.params
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const row = await lockInvitation(trx, { promoterId, id })
    if (!row?.isOpen) return fail('NOT_FOUND')
    if (!canAssignRole(actor.accountId, row.role)) return fail('FORBIDDEN')
    await markInvitationRevoked(trx, { id, now })
    const subject = { id, name: '' }
    const before = { role: row.role }
    await recordChange(trx, { promoterId, actor, action: 'invitation.revoked', subject, before }, now)
    return succeed({})
  })
}
