import { atom, type ReadableAtom } from 'nanostores'
import {
  readClockOffset,
  readEventOfSnapshot,
  readStoredEvent,
  storeSnapshot,
  writeClockOffset,
  type DoorDatabase,
  type DoorDevice,
  type LoggedScan,
  type StoredEvent,
} from '#browser/portal/door/door-database.ts'
import { importKeys, readCode } from '#browser/portal/door/read-code.ts'
import type { DoorSnapshot, DoorTicketRow } from '#contracts/portal/door.ts'
import type { Result } from '#model/platform/result.ts'
import type { Remarks } from '#model/sales/door/remarks.ts'
import { scanRefKey, type Conflict, type Scan, type ScanRef } from '#model/sales/door/scans.ts'
import {
  findIndexedTicket,
  refusedVerdict,
  scanTicket,
  type Entrance,
  type ShownVerdict,
} from './check-code.ts'
import type { DoorCounts } from './admission-counts.ts'
import { DoorTicketIndex, type IndexedTicket, type GuestFilter } from './door-ticket-index.ts'
import { DoorLog } from './door-log.ts'
import { syncDoor, type CallSync } from './sync-door.ts'

export interface DoorState {
  event: DoorSnapshot['event']
  gates: DoorSnapshot['gates']
  caller: DoorSnapshot['caller']
  roomCapacity: number | null
  /** Kind of the event's codes; undefined in snapshots of an older version. */
  codes: DoorSnapshot['codes']
  counts: DoorCounts
  conflicts: readonly (Conflict & { ticket: IndexedTicket | undefined })[]
  devices: ReadonlyMap<string, string>
  /** Number of scans that haven't been sent yet. */
  waiting: number
  refused: readonly LoggedScan[]
  /** Time of the last sync since the page was opened, by this device's clock; undefined before the first one. */
  syncedAtMs: number | undefined
  /** Names of the ticket's lists, and its notes. */
  remarksOf: (ticket: IndexedTicket) => Remarks
  /** Error of the last sync; undefined if it succeeded. */
  syncFailure: { code: string; message: string } | undefined
}

export interface Door {
  $state: ReadableAtom<DoorState>
  /** Checks a code, and records the entry or exit if it is admitted. Resolves once the scan is stored on the device. */
  scan: (text: string, at: Entrance) => Promise<ShownVerdict>
  /** Admits a ticket that was found by searching, like `scan` does for a code. */
  admit: (ticketId: string, at: Entrance) => Promise<ShownVerdict>
  /** Admits a ticket that the verdict refused. */
  override: (ticketId: string, at: { gateId: string | null; reason: string }) => Promise<ShownVerdict>
  undo: (scan: ScanRef & { ticketId: string }, reason: string) => Promise<void>
  search: (text: string) => IndexedTicket[]
  /** Builds the search index, so that the first search is as fast as the next ones. */
  prepareSearch: () => void
  /** Valid tickets, sorted by name. */
  listGuests: (filter: GuestFilter) => IndexedTicket[]
  /** Valid tickets of the same order that haven't entered. */
  othersOfOrder: (ticketId: string) => IndexedTicket[]
  isInside: (ticketId: string) => boolean
  /** Adds tickets that this device has sold. */
  addTickets: (rows: readonly DoorTicketRow[]) => void
  /** Entries of the ticket that haven't been undone, oldest first. */
  entriesOf: (ticketId: string) => readonly Scan[]
  /** Sends scans and receives changes. Only one sync runs at a time. */
  sync: () => Promise<void>
}

export interface DoorDeps {
  db: DoorDatabase
  now: () => number
  device: DoorDevice
  /** Gate at which this device scans. */
  gateId: (snapshot: Pick<DoorSnapshot, 'gates' | 'caller'>) => string | null
  battery?: () => number | null
  appVersion: string
  fetchSnapshot: (eventId: string) => Promise<Result<DoorSnapshot>>
  callSync: CallSync
  /** Returns true for tickets that this device sold in a sale that it hasn't sent yet. Their scans are sent after the sale. */
  isUnsent?: (ticketId: string) => boolean
}

/** Opens an event's door with a new snapshot, or with the stored one when offline. */
export async function openDoor(eventId: string, deps: DoorDeps): Promise<Result<Door>> {
  const { db, now } = deps
  const sentAtMs = now()
  const fresh = await deps.fetchSnapshot(eventId)
  if (!fresh.success && REFUSALS.has(fresh.error.code)) return fresh
  if (fresh.success) {
    await storeSnapshot(db, fresh.data)
    // The clock difference is measured from the time of the request, because a snapshot can take long to download.
    await writeClockOffset(db, fresh.data.takenAtMs - sentAtMs)
  }
  const stored = await (fresh.success ? readEventOfSnapshot(db, fresh.data) : readStoredEvent(db, eventId))
  if (stored) return { success: true, data: await createDoor(stored, deps) }
  return fresh.success ? { success: false, error: STORAGE_FAILED } : fresh
}

/** Error codes after which the device must no longer use its stored data. */
const REFUSALS = new Set(['NOT_FOUND', 'FORBIDDEN', 'DEVICE_REVOKED', 'DEVICE_ENDED'])

const STORAGE_FAILED = {
  code: 'STORAGE_FAILED',
  message:
    'This browser doesn’t keep data for this site. Leave private browsing or allow storage, then try again.',
}

async function createDoor(stored: StoredEvent, deps: DoorDeps): Promise<Door> {
  const log = await openLog(stored, deps)
  const book = fillBook(stored, log)
  const { $state, show, sync } = keepState(stored, { book, log, deps })
  const shown = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await work
    show()
    return value
  }
  return {
    $state,
    scan: async (text, at) => {
      const { snapshot } = book
      const found = findIndexedTicket(
        book,
        await readCode(text, { keys: await importKeys(snapshot.keys), snapshot, nowMs: log.timeMs() }),
      )
      return 'verdict' in found ? found : shown(scanTicket({ book, log }, found, at))
    },
    admit: async (ticketId, at) => {
      const ticket = book.find(ticketId)
      return ticket ? shown(scanTicket({ book, log }, ticket, at)) : refusedVerdict({ code: 'unknown' })
    },
    override: async (ticketId, at) => {
      const scan = await log.record({ ticketId, kind: 'entry', isOverride: true, ...at })
      book.addScans([scan])
      show()
      const entryNumber = book.admissionsOf(ticketId).entries.length
      return { verdict: { code: 'valid', entryNumber }, ticket: book.find(ticketId), otherEvent: '', scan }
    },
    undo: async ({ ticketId, deviceId, seq }, reason) => {
      const undoes = { deviceId, seq }
      book.addScans([await log.record({ ticketId, kind: 'undo', gateId: null, undoes, reason })])
      show()
    },
    search: (text) => book.search(text),
    prepareSearch: () => book.prepareSearch(),
    addTickets: (rows) => {
      book.addTickets(rows)
      show()
    },
    listGuests: (filter) => book.listGuests(filter),
    othersOfOrder: (ticketId) => book.othersOfOrder(ticketId),
    isInside: (ticketId) => book.admissionsOf(ticketId).isInside,
    entriesOf: (ticketId) => book.admissionsOf(ticketId).entries,
    sync,
  }
}

async function openLog({ snapshot, log }: StoredEvent, { db, now, device }: DoorDeps): Promise<DoorLog> {
  const offsetMs = await readClockOffset(db)
  return new DoorLog({ db, now, eventId: snapshot.event.id, deviceId: device.id }, { log, offsetMs })
}

/** Creates the state that the page shows, and `sync`, which updates it. */
function keepState(
  { snapshot, deltas }: StoredEvent,
  { book, log, deps }: { book: DoorTicketIndex; log: DoorLog; deps: DoorDeps },
): Pick<Door, '$state' | 'sync'> & { show: () => void } {
  const { db, now, device, callSync: call, fetchSnapshot, appVersion, isUnsent } = deps
  const devices = new Map(snapshot.devices.map(({ id, name }) => [id, name])).set(device.id, device.name)
  let position = Math.max(snapshot.position, ...deltas.map((delta) => delta.position))
  let resolved = new Set<string>()
  let last: Pick<DoorState, 'syncedAtMs' | 'syncFailure'> = { syncedAtMs: undefined, syncFailure: undefined }
  const view = (): DoorState => ({
    event: book.snapshot.event,
    gates: book.snapshot.gates,
    caller: book.snapshot.caller,
    roomCapacity: book.snapshot.roomCapacity,
    codes: book.snapshot.codes,
    counts: book.counts(),
    conflicts: book.conflicts().filter(({ second }) => !resolved.has(scanRefKey(second))),
    devices,
    waiting: log.in('waiting').length,
    refused: log.in('refused'),
    remarksOf: (ticket) => book.remarksOf(ticket),
    ...last,
  })
  const $state = atom(view())
  const show = (): void => $state.set(view())
  const describeDevice = () => ({
    ...device,
    gateId: deps.gateId(book.snapshot),
    battery: deps.battery?.() ?? null,
    appVersion,
  })
  const sync = async (): Promise<void> => {
    const answer = await syncDoor(
      { db, book, log, now, call, fetchSnapshot, describeDevice, isUnsent },
      position,
    )
    if (answer.success) {
      ;({ position } = answer.data)
      resolved = new Set(answer.data.resolvedConflicts.map(scanRefKey))
      for (const { id, name } of answer.data.devices) devices.set(id, name)
      last = { syncedAtMs: now(), syncFailure: undefined }
    } else last = { ...last, syncFailure: answer.error }
    show()
  }
  let syncing: Promise<void> | undefined
  const syncOnce = (): Promise<void> =>
    (syncing ??= sync().finally(() => {
      syncing = undefined
    }))
  return { $state, show, sync: syncOnce }
}

function fillBook({ snapshot, deltas }: StoredEvent, log: DoorLog): DoorTicketIndex {
  const book = new DoorTicketIndex(snapshot)
  for (const delta of deltas) {
    book.addTickets(delta.tickets)
    book.addScans(delta.scans)
    book.completeUntilMs = Math.max(book.completeUntilMs, delta.completeUntilMs)
  }
  // Once the server has stored a scan, use its copy, because all devices must compute with the same times.
  book.addScans(log.counted().filter((scan) => !book.hasScan(scan)))
  return book
}
