import { atom } from 'nanostores'
import { countUnsentDoorRecords, salesDatabaseOf } from '#browser/account/door-data.ts'
import { $hasDoorData } from '#browser/account/door-marker.ts'
import { call } from '#browser/platform/api.ts'
import { now, startTicker } from '#browser/platform/clock.ts'
import { readAccessToken } from '#browser/platform/session/access-token.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import {
  openDoorDatabase,
  readDevice,
  readStoredEvent,
  writeDevice,
  type DoorDatabase,
  type DoorDevice,
} from '#browser/portal/door/door-database.ts'
import { batteryPercent, watchBattery } from '#browser/portal/door/battery.ts'
import { consumePairingCode } from '#browser/portal/door/pairing-link.ts'
import { registerDoorWorker, persistStorage } from '#browser/portal/door/register-door-worker.ts'
import { openSalesDatabase } from '#browser/portal/door/sales-database.ts'
import { lockDoor } from '#browser/portal/door/lock-door.ts'
import { getDoorSnapshot, syncScans } from '#contracts/portal/door.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { redirectToSignIn } from '#stores/account/customer.ts'
import { $doorPairing, doorDatabaseName, doorHeaders, loadPairing } from './door-caller.ts'
import { $chosenDoorGates, chosenGateOf } from './door-settings.ts'
import { openDoor, type Door } from './open-door.ts'
import { openTill, type Till } from './sales/till.ts'
import { TILL_CALLS } from './sales/till-calls.ts'

/** Interval of syncing. A scan reaches the other devices within twice this time. */
const SYNC_MS = 4000
const SYNC_TIMEOUT_MS = 15_000
/** Time limit for a snapshot. Long enough to download 50,000 tickets, which are 2 MB. */
const SNAPSHOT_TIMEOUT_MS = 30_000
const MAX_VERSION_LENGTH = 40

/** Number of scans and sales of an event that this device hasn't sent. */
export interface UnsentCounts {
  scans: number
  /** Number of sales, including voids, that haven't been sent. */
  sales: number
}

export type DoorOpening =
  | { status: 'opening' }
  | { status: 'failed'; code: string; message: string; unsent?: UnsentCounts }
  | { status: 'open'; door: Door; till: Till; eventId: string }

export const $doorOpening = atom<DoorOpening>({ status: 'opening' })

/** Id of the event in the page's URL; null without one, undefined until the page has started. */
export const $chosenDoorEvent = atom<string | null | undefined>(undefined)

/**
 * Request to the user to pair this browser; undefined if there is none. `code` is from the opened link; `unsent` is the
 * number of scans and sales that a sign-in, or another pairing, would send.
 */
export const $pairingRequest = atom<{ code: string; unsent: number } | undefined>(undefined)

export const $doorDevice = atom<DoorDevice | undefined>(undefined)

/** False when the browser may delete the door's stored data. */
export const $isStoragePersistent = atom(true)

/** The file name contains a hash of the app's content. It is used as the app's version. */
const appVersion = (new URL(import.meta.url).pathname.split('/').at(-1) ?? '').slice(-MAX_VERSION_LENGTH)

let database: Promise<DoorDatabase> | undefined

async function loadDevice(): Promise<{ db: DoorDatabase; device: DoorDevice }> {
  $hasDoorData.set(true)
  database ??= openDoorDatabase(doorDatabaseName())
  const db = await database
  const device = await readDevice(db, () => {
    const id = newUuid()
    return { id, name: $doorPairing.get()?.name ?? `Device ${id.slice(0, 4).toUpperCase()}` }
  })
  $doorDevice.set(device)
  return { db, device }
}

/**
 * Starts the page. Asks to pair a browser that is neither paired nor signed in. A session with an expired token counts as signed in,
 * because the token can be renewed.
 */
export async function startDoorPage(): Promise<void> {
  const eventId = new URLSearchParams(window.location.search).get('event')
  const code = consumePairingCode()
  const pairing = await loadPairing()
  if (code !== undefined || (!pairing && readAccessToken() === undefined))
    $pairingRequest.set({ code: code ?? '', unsent: await countUnsentDoorRecords().catch(() => 0) })
  $chosenDoorEvent.set(eventId)
  if (import.meta.env.PROD) void registerDoorWorker().catch(() => undefined)
  $isStoragePersistent.set(await persistStorage().catch(() => false))
  void watchBattery().catch(() => undefined)
  await loadDevice().catch(() => undefined)
}

export async function renameDevice(name: string): Promise<void> {
  const { db, device } = await loadDevice()
  const renamed = { ...device, name: name.trim().slice(0, 60) || device.name }
  await writeDevice(db, renamed)
  $doorDevice.set(renamed)
}

/** Opens an event's door and keeps it in sync. Returns a function that closes it. */
export function enterDoor(eventId: string): () => void {
  const leaving = new AbortController()
  $doorOpening.set({ status: 'opening' })
  void open(eventId, leaving.signal)
    .catch((error: unknown): DoorOpening => ({
      status: 'failed',
      code: 'DOOR_FAILED',
      message: String(error),
    }))
    .then((opening) => {
      if (leaving.signal.aborted) return
      if (opening.status === 'failed' && opening.code === 'UNAUTHENTICATED' && !$doorPairing.get())
        return redirectToSignIn(portalUrls.door(eventId))
      $doorOpening.set(opening)
      if (opening.status === 'open') keepInSync(opening, leaving.signal)
    })
  return () => leaving.abort()
}

async function open(eventId: string, signal: AbortSignal): Promise<DoorOpening> {
  if (!window.isSecureContext)
    return {
      status: 'failed',
      code: 'NOT_SECURE',
      message: 'Scanning works only over HTTPS. Open this page with an address that starts with https://.',
    }
  // The door can be open in only one tab, because scans from two tabs would get the same sequence numbers.
  if (!(await lockDoor(eventId, signal)))
    return {
      status: 'failed',
      code: 'OPEN_ELSEWHERE',
      message: 'This event’s door is open in another tab of this browser. Close it there, then try again.',
    }
  const { db, device } = await loadDevice()
  const till = await openTill({
    db: await openSalesDatabase(salesDatabaseOf(doorDatabaseName())),
    eventId,
    deviceId: device.id,
    now,
    calls: TILL_CALLS,
  })
  const opened = await openDoor(eventId, {
    db,
    isUnsent: till.isUnsent,
    now,
    device,
    gateId: (snapshot) => chosenGateOf(snapshot, $chosenDoorGates.get()?.[eventId]),
    battery: batteryPercent,
    appVersion,
    fetchSnapshot: (id) =>
      call(
        getDoorSnapshot,
        { params: { id } },
        { headers: doorHeaders(), timeout: SNAPSHOT_TIMEOUT_MS, cache: 'no-store' },
      ),
    callSync: (id, body) =>
      call(syncScans, { params: { id }, body }, { headers: doorHeaders(), timeout: SYNC_TIMEOUT_MS }),
  })
  if (!opened.success) {
    const unsent = { scans: await countWaiting(db, eventId), sales: till.$state.get().waiting }
    return { status: 'failed', ...opened.error, unsent }
  }
  opened.data.addTickets(till.unsentTickets())
  return { status: 'open', door: opened.data, till, eventId }
}

async function countWaiting(db: DoorDatabase, eventId: string): Promise<number> {
  const stored = await readStoredEvent(db, eventId)
  return stored?.log.filter(({ state }) => state === 'waiting').length ?? 0
}

/**
 * Sends scans first, because that registers the device, to which sales refer. Scans of tickets that were just sold follow with the next
 * sync.
 */
function keepInSync({ door, till }: { door: Door; till: Till }, signal: AbortSignal): void {
  const syncBoth = async (): Promise<void> => {
    await door.sync()
    if (!signal.aborted && door.$state.get().caller.rights.includes('search')) door.prepareSearch()
    await till.sync()
  }
  const sync = (): void => void syncBoth().catch(() => undefined)
  signal.addEventListener('abort', startTicker(sync, SYNC_MS))
  window.addEventListener('online', sync, { signal })
  sync()
}
