import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runGenerator } from './processes.ts'

/** Devices at an event's entrances, each with its share of the tickets scanned while it was offline. */
export interface Doors {
  origin: string
  eventId: string
  /** Of the devices. */
  tokens: string[]
  ticketIds: string[]
  /** Scans that a device sends at once. */
  batch: number
  /** Pause of a device that is asked to try again. */
  retryMs: number
}

export interface DoorsSynced {
  stored: number
  /** Calls that were asked to try again. */
  busy: number
  tookMs: number[]
  /** Until all scans were stored. */
  storedMs: number
  /** Until all devices had all of them. */
  knownMs: number
}

export async function runDoors(doors: Doors): Promise<DoorsSynced> {
  const program = fileURLToPath(new URL('../sync-door.ts', import.meta.url))
  // Longer than arguments may be.
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const file = join(folder, 'doors.json')
  try {
    writeFileSync(file, JSON.stringify(doors))
    return JSON.parse(await runGenerator([process.execPath, program, file]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
