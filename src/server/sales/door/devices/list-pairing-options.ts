import type { listPairingOptions as contract } from '#contracts/console/door/devices.ts'
import { succeed } from '#model/platform/result.ts'
import { doorAccessCutoff } from '#server/sales/door/door-access.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listPairingOptionRows } from './device-list-rows.ts'

export const listPairingOptions: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const rows = await listPairingOptionRows(context.db, { promoterId, endedAfter: doorAccessCutoff(context) })
  return succeed({ events: rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })) })
}
