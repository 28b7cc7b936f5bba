import * as devices from '#contracts/console/door/devices.ts'
import * as door from '#contracts/portal/door.ts'
import * as doorSales from '#contracts/portal/door-sales.ts'
import { pairDevice as pairDeviceContract } from '#contracts/portal/door-pairing.ts'
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
import type { Bind, BindDoor, BindPromoter } from '#server/http/bindings/bindings.ts'

/** Binds the contracts for scans and devices, except the snapshot, which is sent as text (`answer-door-snapshot.ts`). */
export function bindDoor(bind: Bind, bindAtDoor: BindDoor, bindPromoter: BindPromoter): void {
  bindAtDoor(door.listDoorEvents, listDoorEvents)
  bindAtDoor(door.syncScans, syncScans)
  bindAtDoor(doorSales.syncDoorSales, syncDoorSales)
  bindAtDoor(doorSales.putDoorShare, putDoorShare)
  bindAtDoor(doorSales.voidDoorSale, voidDoorSale)
  bind(pairDeviceContract, pairDevice)

  bindPromoter(devices.listDoorDevices, listDoorDevices)
  bindPromoter(devices.listPairingOptions, listPairingOptions)
  bindPromoter(devices.createPairing, createPairing)
  bindPromoter(devices.renewPairingCode, renewPairingCode)
  bindPromoter(devices.revokePairing, revokePairing)
  bindPromoter(devices.revokeDoorDevice, revokeDoorDevice)
  bindPromoter(devices.restoreDoorDevice, restoreDoorDevice)
}
