import type { DoorPairing, PairingCode } from '#contracts/console/door/devices.ts'
import { grantedRight, type GrantedRight } from '#model/sales/door/rights.ts'
import type { PairedDevice } from '#contracts/portal/door-pairing.ts'
import type { Ask } from './ask.ts'

export const ALL_GRANTED: readonly GrantedRight[] = grantedRight.options

interface Pairing {
  eventId: string
  name?: string
  gateIds?: readonly string[]
  rights?: readonly GrantedRight[]
}

/** Creates a pairing as a manager, through the API. */
export async function createPairing(
  ask: Ask,
  bearer: string,
  { eventId, name = 'North gate', gateIds = [], rights = ALL_GRANTED }: Pairing,
): Promise<{ pairing: DoorPairing; code: PairingCode }> {
  const body = { name, eventIds: [eventId], gateIds, rights }
  const made = await ask<{ pairing: DoorPairing; code: PairingCode }>('POST', '/api/promoter/door-pairings', {
    bearer,
    body,
  })
  if (!made.success) throw new Error(made.error.message)
  return made.data
}

export const sendCode = (ask: Ask, code: string, more: Parameters<Ask>[2] = {}) =>
  ask<{ token: string; device: PairedDevice }>('POST', '/api/door/pair', { ...more, body: { code } })

/** Pairs a device as a manager and the device do. */
export async function pairDevice(
  ask: Ask,
  bearer: string,
  pairing: Pairing,
): Promise<{ id: string; token: string }> {
  const { code, pairing: made } = await createPairing(ask, bearer, pairing)
  const paired = await sendCode(ask, code.code)
  if (!paired.success) throw new Error(paired.error.message)
  return { id: made.id, token: paired.data.token }
}
