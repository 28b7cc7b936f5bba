import type { DeviceReport, DoorPairing, MemberDevice } from '#contracts/console/door/devices.ts'
import { pairingState, ACCESS_AFTER_END_MS } from '#model/sales/door/pairings.ts'
import { grantedRight } from '#model/sales/door/rights.ts'
import type { MemberDeviceRow, PairingRow, DeviceReportRow } from './device-list-rows.ts'

export const viewPairing = (row: PairingRow, now: Date): DoorPairing => ({
  id: row.id,
  name: row.name,
  state: pairingState(row, now),
  rights: grantedRight.options.filter((right) => row.rights.includes(right)),
  events: row.events,
  gates: row.gates,
  pairedBy: row.pairedBy,
  createdAt: row.createdAt.toISOString(),
  codeExpiresAt: row.codeExpiresAt?.toISOString() ?? null,
  pairedAt: row.pairedAt?.toISOString() ?? null,
  endsAt: row.lastEndsAt ? new Date(row.lastEndsAt.getTime() + ACCESS_AFTER_END_MS).toISOString() : null,
  report: viewReport(row),
})

export const toMemberDevice = (row: MemberDeviceRow): MemberDevice => ({
  id: row.id,
  name: row.name,
  isRevoked: row.isRevoked,
  member: row.member,
  events: row.events,
  report: viewReport(row),
})

const viewReport = ({ lastSyncAt, waiting, battery, appVersion, gate }: DeviceReportRow): DeviceReport =>
  lastSyncAt && {
    lastSyncAt: lastSyncAt.toISOString(),
    waiting: waiting ?? 0,
    battery,
    appVersion: appVersion ?? '',
    gate,
  }
