import type {
  restoreDoorDevice as restoreContract,
  revokeDoorDevice as revokeContract,
  revokePairing as revokePairingContract,
} from '#contracts/console/door/devices.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPairing } from './device-list-rows.ts'
import { findMemberDevice, setDeviceRevoked } from './device-rows.ts'
import { revokePairingRow } from './pairing-rows.ts'

export const revokePairing: UseCase<typeof revokePairingContract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const pairing = await findPairing(trx, { promoterId, id: params.id })
    if (!pairing) return fail('NOT_FOUND')
    const { id, name } = pairing
    if (await revokePairingRow(trx, { promoterId, id, now }))
      await recordChange(
        trx,
        { promoterId, actor, action: 'door_pairing.revoked', subject: { id, name } },
        now,
      )
    return succeed({})
  })
}

export const revokeDoorDevice: UseCase<typeof revokeContract, PromoterCall> = (context, call) =>
  change(context, call, true)

export const restoreDoorDevice: UseCase<typeof restoreContract, PromoterCall> = (context, call) =>
  change(context, call, false)

function change(
  context: Context,
  { promoterId, actor, params: { id } }: PromoterCall & { params: { id: string } },
  isRevoked: boolean,
): Promise<Result<Record<string, never>, 'NOT_FOUND'>> {
  const now = new Date(context.clock.now())
  const action = isRevoked ? 'door_device.revoked' : 'door_device.restored'
  return transact(context.db, async (trx) => {
    const device = await findMemberDevice(trx, { promoterId, id })
    if (!device) return fail('NOT_FOUND')
    const subject = { id, name: device.name }
    if (await setDeviceRevoked(trx, { promoterId, id, revokedAt: isRevoked ? now : null }))
      await recordChange(trx, { promoterId, actor, action, subject }, now)
    return succeed({})
  })
}
