import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { DoorSnapshot, DoorTicketRow } from '#contracts/portal/door.ts'
import type { Scan } from '#model/sales/door/scans.ts'

/** A scan by this device. `waiting`: not sent yet. `refused`: the server hasn't stored it; `why` is the reason. */
export interface LoggedScan {
  eventId: string
  seq: number
  scan: Scan & { reason?: string }
  state: 'waiting' | 'stored' | 'refused'
  why: string
}

/** Changes returned by a sync. Each sync is stored as one row, because a row per ticket takes seconds to write. */
export interface DoorDelta {
  eventId: string
  scans: readonly Scan[]
  tickets: readonly DoorTicketRow[]
  position: number
  completeUntilMs: number
}

/** Name and id of this browser as a device. */
export interface DoorDevice {
  id: string
  name: string
}

/** Last known difference of this device's clock, used while offline. */
interface DoorClock {
  /** Server's time minus this device's, in milliseconds. */
  offsetMs: number
}

interface DoorSchema extends DBSchema {
  snapshots: { key: string; value: { eventId: string; snapshot: DoorSnapshot } }
  deltas: { key: number; value: DoorDelta; indexes: { eventId: string } }
  log: { key: [string, number]; value: LoggedScan; indexes: { eventId: string } }
  device: { key: string; value: DoorDevice | DoorClock }
}

export type DoorDatabase = IDBPDatabase<DoorSchema>

const DURABLE = { durability: 'strict' } as const
const OWN = 'own'
const CLOCK = 'clock'

export const openDoorDatabase = (name = 'foyer-door'): Promise<DoorDatabase> =>
  openDB<DoorSchema>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('snapshots', { keyPath: 'eventId' })
      db.createObjectStore('deltas', { autoIncrement: true }).createIndex('eventId', 'eventId')
      db.createObjectStore('log', { keyPath: ['eventId', 'seq'] }).createIndex('eventId', 'eventId')
      db.createObjectStore('device')
    },
  })

/** Replaces the event's snapshot and deletes the stored changes of earlier syncs, which the new snapshot contains. */
export async function storeSnapshot(db: DoorDatabase, snapshot: DoorSnapshot): Promise<void> {
  const trx = db.transaction(['snapshots', 'deltas'], 'readwrite', DURABLE)
  const eventId = snapshot.event.id
  const deltas = trx.objectStore('deltas')
  const keys = await deltas.index('eventId').getAllKeys(eventId)
  await Promise.all([
    ...keys.map((key) => deltas.delete(key)),
    trx.objectStore('snapshots').put({ eventId, snapshot }),
    trx.done,
  ])
}

export interface StoredEvent {
  snapshot: DoorSnapshot
  deltas: readonly DoorDelta[]
  log: readonly LoggedScan[]
}

/** Reads an event's snapshot, changes and scans. Returns undefined until the event's first snapshot is stored. */
export async function readStoredEvent(db: DoorDatabase, eventId: string): Promise<StoredEvent | undefined> {
  const [stored, deltas, log] = await Promise.all([
    db.get('snapshots', eventId),
    db.getAllFromIndex('deltas', 'eventId', eventId),
    db.getAllFromIndex('log', 'eventId', eventId),
  ])
  return stored && { snapshot: stored.snapshot, deltas, log }
}

/**
 * Returns the event of a snapshot that was just stored; undefined if it couldn't be stored. Doesn't read the snapshot's 50,000 tickets,
 * which would double the time to open the door.
 */
export async function readEventOfSnapshot(
  db: DoorDatabase,
  snapshot: DoorSnapshot,
): Promise<StoredEvent | undefined> {
  const eventId = snapshot.event.id
  const [key, log] = await Promise.all([
    db.getKey('snapshots', eventId),
    db.getAllFromIndex('log', 'eventId', eventId),
  ])
  return key === undefined ? undefined : { snapshot, deltas: [], log }
}

/** Resolves once the scan is stored durably. */
export async function appendScan(db: DoorDatabase, logged: LoggedScan): Promise<void> {
  const trx = db.transaction('log', 'readwrite', DURABLE)
  await Promise.all([trx.store.add(logged), trx.done])
}

/** Stores the changes returned by a sync, and the new states of the sent scans. */
export async function storeSync(
  db: DoorDatabase,
  { delta, sent }: { delta: DoorDelta | undefined; sent: readonly LoggedScan[] },
): Promise<void> {
  const trx = db.transaction(['deltas', 'log'], 'readwrite', DURABLE)
  await Promise.all([
    ...(delta ? [trx.objectStore('deltas').add(delta)] : []),
    ...sent.map((logged) => trx.objectStore('log').put(logged)),
    trx.done,
  ])
}

export async function readDevice(db: DoorDatabase, fallback: () => DoorDevice): Promise<DoorDevice> {
  const known = await db.get('device', OWN)
  if (known && 'id' in known) return known
  const made = fallback()
  await db.put('device', made, OWN)
  return made
}

export const writeDevice = (db: DoorDatabase, device: DoorDevice): Promise<string> =>
  db.put('device', device, OWN)

/** Returns 0 before the first measurement. */
export async function readClockOffset(db: DoorDatabase): Promise<number> {
  const clock = await db.get('device', CLOCK)
  return clock && 'offsetMs' in clock ? clock.offsetMs : 0
}

export const writeClockOffset = (db: DoorDatabase, offsetMs: number): Promise<string> =>
  db.put('device', { offsetMs }, CLOCK)
