import * as devices from '#contracts/console/door/devices.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export type DoorDevices = DataOf<typeof devices.listDoorDevices>

/** Devices of the promoter, reloaded every few seconds, because devices sync all the time. */
export const { $store: $doorDevices, load: loadDoorDevices } = createResource<DoorDevices>(
  () => callPromoter(devices.listDoorDevices, {}),
  { isPolled: true },
)

export const { $store: $pairingOptions, load: loadPairingOptions } = createResource(async () =>
  mapData(await callPromoter(devices.listPairingOptions, {}), ({ events }) => events),
)

export const createPairing = async (body: RequestOf<typeof devices.createPairing>['body']) =>
  afterwards(await callPromoter(devices.createPairing, { body }))

export const renewPairingCode = async (id: string) =>
  afterwards(await callPromoter(devices.renewPairingCode, { params: { id } }))

export const revokePairing = async (id: string) =>
  afterwards(await callPromoter(devices.revokePairing, { params: { id } }))

export const revokeDoorDevice = async (id: string) =>
  afterwards(await callPromoter(devices.revokeDoorDevice, { params: { id } }))

export const restoreDoorDevice = async (id: string) =>
  afterwards(await callPromoter(devices.restoreDoorDevice, { params: { id } }))

async function afterwards<Data>(answer: Result<Data>): Promise<Result<Data>> {
  if (answer.success) await loadDoorDevices()
  return withReason(answer)
}
