import type { Transaction } from 'kysely'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { revokeInvitationsOf, type Inviter } from './invitation-rows.ts'

export async function revokeOpenInvitations(
  trx: Transaction<Database>,
  { promoterId, actor, inviter }: PromoterCaller & { inviter: Inviter },
  now: Date,
): Promise<void> {
  const invitations = await revokeInvitationsOf(trx, { promoterId, inviter, now })
  for (const { id, role } of invitations) {
    const subject = { id, name: '' }
    const before = { role }
    await recordChange(trx, { promoterId, actor, action: 'invitation.revoked', subject, before }, now)
  }
}
