import type { renewPairingCode as contract } from '#contracts/console/door/devices.ts'
import { fail } from '#contracts/platform/errors.ts'
import { hasAccessEnded } from '#model/sales/door/pairings.ts'
import { succeed } from '#model/platform/result.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { PAIRING_CODE_LIMIT } from './create-pairing.ts'
import { findPairing } from './device-list-rows.ts'
import { newPairingCode, viewPairingCode } from './pairing-code.ts'
import { setPairingCode } from './pairing-rows.ts'

/**
 * Creates a new code for a pairing. The device that is paired now keeps its access until the code is used. A revoked pairing
 * stays revoked until then.
 */
export const renewPairingCode: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params } = call
  const tooMany = await context.limits.consume(PAIRING_CODE_LIMIT, promoterId)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  const code = newPairingCode(now)
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'devices'))) return fail('FORBIDDEN')
    const pairing = await findPairing(trx, { promoterId, id: params.id })
    if (!pairing) return fail('NOT_FOUND')
    if (hasAccessEnded(pairing, now)) return fail('DEVICE_ENDED')
    const { id, name } = pairing
    await setPairingCode(trx, { promoterId, id, code, accountId: actor.accountId })
    await recordChange(
      trx,
      { promoterId, actor, action: 'door_pairing.code_issued', subject: { id, name } },
      now,
    )
    return succeed(viewPairingCode(code, call.client.origin))
  })
}
