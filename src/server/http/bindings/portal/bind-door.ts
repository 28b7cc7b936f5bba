import * as devices from '#contracts/console/door/devices.ts'
import * as door from '#contracts/portal/door.ts'
import * as doorSales from '#contracts/portal/door-sales.ts'
import * as doorPairing from '#contracts/portal/door-pairing.ts'
import { createPairing } from '#server/sales/door/devices/create-pairing.ts'
import { listDoorDevices } from '#server/sales/door/devices/list-door-devices.ts'
import { listPairingOptions } from '#server/sales/door/devices/list-pairing-options.ts'
import { pairDevice } from '#server/sales/door/devices/pair-device.ts'
import { renewPairingCode } from '#server/sales/door/devices/renew-pairing-code.ts'
import {
  restoreDoorDevice,
  revokeDoorDevice,
  revokePairing,
} from '#server/sales/door/devices/revoke-devices.ts'
import { listDoorEvents } from '#server/sales/door/list-door-events.ts'
import { putDoorShare } from '#server/sales/door-sales/put-door-share.ts'
import { syncDoorSales } from '#server/sales/door-sales/sync-door-sales.ts'
import { voidDoorSale } from '#server/money/refunds/void-door-sale.ts'
import { syncScans } from '#server/sales/door/sync-scans.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

/** Binds the contracts for scans and devices, except the snapshot, which is sent as text (`answer-door-snapshot.ts`). */
export function bindDoor(bind: Bind): void {
  bind(door.listDoorEvents, listDoorEvents)
  bind(door.syncScans, syncScans)
  bind(doorSales.syncDoorSales, syncDoorSales)
  bind(doorSales.putDoorShare, putDoorShare)
  bind(doorSales.voidDoorSale, voidDoorSale)
  bind(doorPairing.pairDevice, pairDevice)

  bind(devices.listDoorDevices, listDoorDevices)
  bind(devices.listPairingOptions, listPairingOptions)
  bind(devices.createPairing, createPairing)
  bind(devices.renewPairingCode, renewPairingCode)
  bind(devices.revokePairing, revokePairing)
  bind(devices.revokeDoorDevice, revokeDoorDevice)
  bind(devices.restoreDoorDevice, restoreDoorDevice)
}
