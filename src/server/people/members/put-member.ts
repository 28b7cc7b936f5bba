import type { putMember as contract, StaffMember } from '#contracts/console/staff/staff.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { roleRefusal, type MemberRole } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewMember } from './list-members.ts'
import { findMemberRow, lockOwnersAndMember, setMemberRole } from './member-rows.ts'
import { revokeCreatedByMember } from './revoke-created-by-member.ts'

type Call = Parameters<UseCase<typeof contract, PromoterCall>>[1]

/**
 * Changes a member's role with effect from the next call. When an owner gets another role, revokes that member's API
 * keys and invitations and turns their webhooks off.
 */
export const putMember: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const { accountId } = call.params
  return transact(
    context.db,
    async (trx): Promise<Result<{ member: StaffMember }, CodeOf<typeof contract>>> => {
      const locked = await lockMember(trx, call)
      if (!locked.success) return locked
      const { role, version } = locked.data
      const before = await findMemberRow(trx, { promoterId, accountId })
      if (version !== body.version)
        return fail('EDIT_CONFLICT', { current: before && viewMember(before, actor.accountId) })
      const now = new Date(context.clock.now())
      if (role !== body.role)
        await setMemberRole(trx, { promoterId, accountId, role: body.role, grantedByKey: actor.apiKeyId })
      if (role === 'owner' && body.role !== 'owner')
        await revokeCreatedByMember(trx, { promoterId, actor, accountId }, now)
      const change = {
        promoterId,
        actor,
        action: 'member.changed',
        subject: { id: accountId, name: '' },
      } as const
      await recordChange(trx, { ...change, before: { role }, after: { role: body.role } }, now)
      const after = await findMemberRow(trx, { promoterId, accountId })
      return after ? succeed({ member: viewMember(after, actor.accountId) }) : fail('NOT_FOUND')
    },
  )
}

type Locked = Awaited<ReturnType<typeof lockOwnersAndMember>> & { role: MemberRole }

async function lockMember(trx: Trx, call: Call): Promise<Result<Locked, CodeOf<typeof contract>>> {
  const { promoterId, actor, params, body } = call
  const { accountId } = params
  if (actor.apiKeyId !== null && !(await isStillAuthorised(trx, call, 'staff:write')))
    return fail('FORBIDDEN')
  const locked = await lockOwnersAndMember(trx, { promoterId, accountId })
  const { ownerIds, role, grantedByKey } = locked
  if (role === undefined) return fail('NOT_FOUND')
  const isOwnGrant = grantedByKey !== null && grantedByKey === actor.apiKeyId
  const refused = roleRefusal({ ownerIds, actorId: actor.accountId, accountId, role: body.role, isOwnGrant })
  return refused ? fail(refused) : succeed({ ...locked, role })
}
