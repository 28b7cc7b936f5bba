import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { revokeInvitationsOf, type Inviter } from './invitation-rows.ts'

export async function revokeOpenInvitations(
  trx: Trx,
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
