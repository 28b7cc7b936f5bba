import type { removeMember as contract } from '#contracts/console/staff/staff.ts'
import { fail } from '#contracts/platform/errors.ts'
import { roleRefusal } from '#model/people/members.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { deleteMember, lockOwnersAndMember } from './member-rows.ts'
import { revokeCreatedByMember } from './revoke-created-by-member.ts'

/**
 * Removes a member, whose access ends with the next call. Also revokes the member's open invitations and API keys.
 */
export const removeMember: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor } = call
  const { accountId } = call.params
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    if (actor.apiKeyId !== null && !(await isStillAuthorised(trx, call, 'staff:write')))
      return fail('FORBIDDEN')
    const { ownerIds, role } = await lockOwnersAndMember(trx, { promoterId, accountId })
    if (role === undefined) return fail('NOT_FOUND')
    const refused = roleRefusal({
      ownerIds,
      actorId: actor.accountId,
      accountId,
      role: undefined,
      isOwnGrant: false,
    })
    if (refused) return fail(refused)
    await revokeCreatedByMember(trx, { promoterId, actor, accountId }, now)
    await deleteMember(trx, { promoterId, accountId, now })
    const subject = { id: accountId, name: '' }
    await recordChange(trx, { promoterId, actor, action: 'member.removed', subject, before: { role } }, now)
    return succeed({})
  })
}
