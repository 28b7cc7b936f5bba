import type { Transaction } from 'kysely'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { deleteMember, lockMembersOfKey } from './member-rows.ts'

export async function removeMembersOfKey(
  trx: Transaction<Database>,
  { promoterId, actor, apiKeyId }: PromoterCaller & { apiKeyId: string },
  now: Date,
): Promise<void> {
  for (const { accountId, role } of await lockMembersOfKey(trx, { promoterId, apiKeyId })) {
    await deleteMember(trx, { promoterId, accountId, now })
    const subject = { id: accountId, name: '' }
    await recordChange(trx, { promoterId, actor, action: 'member.removed', subject, before: { role } }, now)
  }
}
