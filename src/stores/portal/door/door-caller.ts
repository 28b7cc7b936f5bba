import { atom } from 'nanostores'
import { doorDatabaseOf } from '#browser/account/door-data.ts'
import { staffHeaders } from '#browser/account/staff-session.ts'
import { $storedSession } from '#browser/platform/session/stored-session.ts'
import {
  deletePairing,
  readPairing,
  writePairing,
  type StoredPairing,
} from '#browser/portal/door/stored-pairing.ts'
import { call } from '#browser/platform/api.ts'
import { pairDevice } from '#contracts/portal/door-pairing.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { Result } from '#model/platform/result.ts'
import { $storedEvents } from './stored-events.ts'

/** Pairing of this browser. If there is one, it is used instead of the signed-in account. */
export const $doorPairing = atom<StoredPairing | undefined>(undefined)

export async function loadPairing(): Promise<StoredPairing | undefined> {
  const pairing = await readPairing()
  $doorPairing.set(pairing)
  return pairing
}

/** Headers for the door's API: the token of the pairing, or the promoter that the signed-in member works for. */
export function doorHeaders(): Record<string, string> {
  const pairing = $doorPairing.get()
  return pairing ? { authorization: `Bearer ${pairing.token}` } : staffHeaders()
}

/** Returns the name of the database of the pairing or the account, which contains its device, tickets and scans. */
export function doorDatabaseName(): string {
  const owner = $doorPairing.get()?.id ?? $storedSession.get().customer?.id
  return owner === undefined ? 'foyer-door' : doorDatabaseOf(owner)
}

const PAIRING_TIMEOUT_MS = 15_000

/** Exchanges the code for a token, stores it, and opens the list of events. */
export async function pairThisDevice(code: string): Promise<Result<unknown>> {
  const answer = await call(pairDevice, { body: { code } }, { timeout: PAIRING_TIMEOUT_MS })
  if (!answer.success) return answer
  const { device, token } = answer.data
  await writePairing({ ...device, token })
  reloadDoor()
  return answer
}

/** Unsent scans stay stored, so that a new pairing of this browser can send them. */
export async function removePairing(): Promise<void> {
  await deletePairing()
  reloadDoor()
}

/** Deletes the stored event list, which belongs to the previous pairing or account, and reloads the page. */
function reloadDoor(): void {
  $storedEvents.set(undefined)
  window.location.replace(portalUrls.door())
}
