import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { deleteMember, lockMembersOfKey } from './member-rows.ts'

export async function removeMembersOfKey(
  trx: Trx,
  { promoterId, actor, apiKeyId }: PromoterCaller & { apiKeyId: string },
  now: Date,
): Promise<void> {
  for (const { accountId, role } of await lockMembersOfKey(trx, { promoterId, apiKeyId })) {
    await deleteMember(trx, { promoterId, accountId, now })
    const subject = { id: accountId, name: '' }
    await recordChange(trx, { promoterId, actor, action: 'member.removed', subject, before: { role } }, now)
  }
}
