import type { revokeApiKey as contract } from '#contracts/console/developers/api-keys.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { revokeOpenInvitations } from '#server/people/invitations/revoke-open-invitations.ts'
import { detachMembersFromKey } from '#server/people/members/member-rows.ts'
import { removeMembersOfKey } from '#server/people/members/remove-members-of-key.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findApiKey, revokeApiKeyRow } from './api-key-rows.ts'

/**
 * Revokes the key, its open invitations and, unless they are kept, the memberships that it created. A repeated call
 * revokes what remains.
 */
export const revokeApiKey: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params, query } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const key = await findApiKey(trx, { promoterId, id: params.id })
    if (!key) return fail('NOT_FOUND')
    const { id, name, prefix } = key
    if (await revokeApiKeyRow(trx, { promoterId, id, now })) {
      const subject = { id, name }
      const before = { name, prefix }
      await recordChange(trx, { promoterId, actor, action: 'api_key.revoked', subject, before }, now)
    }
    // Invitations are also revoked for a key that was already revoked, because some may remain.
    await revokeOpenInvitations(trx, { promoterId, actor, inviter: { apiKeyId: id } }, now)
    const given = { promoterId, apiKeyId: id }
    if (query.members === 'keep') await detachMembersFromKey(trx, given)
    else await removeMembersOfKey(trx, { ...given, actor }, now)
    return succeed({})
  })
}
