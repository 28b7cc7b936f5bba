import type { revokeApiKey as contract } from '#contracts/console/api-keys.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { recordChange } from '../audit/record-change.ts'
import { transact } from '../db/transact.ts'
import { revokeOpenInvitations } from '../invitations/revoke-open-invitations.ts'
import type { PromoterCall, UseCase } from '../use-case.ts'
import { findKey, revokeKey } from './api-key-rows.ts'

/** Whoever has the key can do nothing with it any more, nor can those whom it has invited and who have not accepted. */
export const revokeApiKey: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const key = await findKey(trx, { promoterId, id: params.id })
    if (!key) return fail('NOT_FOUND')
    const { id, name, prefix } = key
    if (await revokeKey(trx, { promoterId, id, now })) {
      const subject = { id, name }
      const before = { name, prefix }
      await recordChange(trx, { promoterId, actor, action: 'api_key.revoked', subject, before }, now)
    }
    // Of a key that was revoked before, too.
    await revokeOpenInvitations(trx, { promoterId, actor, inviter: { apiKeyId: id } }, now)
    return succeed({})
  })
}
