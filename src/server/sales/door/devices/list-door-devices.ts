import type { listDoorDevices as contract } from '#contracts/console/door/devices.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listMemberDevices, listPairingRows } from './device-list-rows.ts'
import { toMemberDevice, viewPairing } from './device-views.ts'

const SHOWN_AFTER_MS = 30 * 86_400_000

export const listDoorDevices: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const now = new Date(context.clock.now())
  const find = { promoterId, since: new Date(now.getTime() - SHOWN_AFTER_MS) }
  const [pairings, devices] = await Promise.all([
    listPairingRows(context.db, find),
    listMemberDevices(context.db, find),
  ])
  return succeed({
    pairings: pairings.map((row) => viewPairing(row, now)),
    memberDevices: devices.map(toMemberDevice),
  })
}
