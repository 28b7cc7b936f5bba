import type { syncScans } from '#contracts/portal/door.ts'
import type { InputOf } from '#contracts/platform/endpoint.ts'
import type { Trx } from '#server/platform/db/query.ts'
import {
  findDevice,
  replaceIdleDevice,
  writeDevice,
  type DeviceOwner,
  type DeviceRow,
} from './device-rows.ts'
import type { DoorCaller } from './find-door-caller.ts'

const MAX_DEVICES = 200
const MAX_DEVICES_OF_MEMBER = 50
/** Each new code of a pairing can pair another browser, and each browser counts as a device. */
const MAX_DEVICES_OF_PAIRING = 5
/** A device counts as idle after 10 minutes without a sync, because one in use syncs every few seconds. */
const IDLE_MS = 10 * 60_000

export type DeviceRefusal = 'DEVICE_REVOKED' | 'DEVICE_TAKEN' | 'DEVICES_FULL'

interface Registering {
  key: { promoterId: string; eventId: string }
  door: DoorCaller
  gateIds: ReadonlySet<string> | null
  /** Scans sent with this request, which the device's report still counts as not sent. */
  scans: readonly unknown[]
  now: Date
}

/** Registers the device or updates it. If there are too many devices, replaces an idle one. */
export async function registerDevice(
  trx: Trx,
  sent: InputOf<typeof syncScans>['body']['device'],
  { key, now, ...call }: Registering,
): Promise<DeviceRefusal | undefined> {
  const { door } = call
  const owner: DeviceOwner = { accountId: door.accountId, pairingId: door.pairingId }
  const maxOfOwner = door.pairingId === null ? MAX_DEVICES_OF_MEMBER : MAX_DEVICES_OF_PAIRING
  const device = { ...reported(sent, call), ...owner, now, maxDevices: MAX_DEVICES, maxOfOwner }
  if (await writeDevice(trx, key, device)) return undefined
  const known = await findDevice(trx, key, device.id)
  if (known) return isSame(known, owner) ? 'DEVICE_REVOKED' : 'DEVICE_TAKEN'
  const idleSince = new Date(now.getTime() - IDLE_MS)
  const hasRoom = await replaceIdleDevice(trx, key, { owner, maxOfOwner, idleSince })
  return hasRoom && (await writeDevice(trx, key, device)) ? undefined : 'DEVICES_FULL'
}

/** Returns the data that a device reports about itself. A paired device has the name from the console. */
const reported = (
  { battery = null, ...sent }: Parameters<typeof registerDevice>[1],
  { door, gateIds, scans }: Omit<Registering, 'key' | 'now'>,
): DeviceRow => ({
  ...sent,
  battery,
  waiting: Math.max(0, sent.waiting - scans.length),
  ...(door.pairingId !== null && { name: door.name }),
  ...(gateIds && !gateIds.has(sent.gateId ?? '') && { gateId: null }),
})

const isSame = (one: DeviceOwner, other: DeviceOwner): boolean =>
  one.accountId === other.accountId && one.pairingId === other.pairingId
