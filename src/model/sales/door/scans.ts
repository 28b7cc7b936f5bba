import { entryDayOf } from './entry-days.ts'
import type { DoorRules } from './door-rules.ts'

/** Identifies a scan. Each device numbers its scans from 1, without gaps. */
export interface ScanRef {
  deviceId: string
  seq: number
}

/** An entry of the append-only log of scans. A scan never changes; undoing it adds another entry. */
export interface Scan extends ScanRef {
  ticketId: string
  kind: 'entry' | 'exit' | 'undo'
  /** Time by the server's clock: the device's time plus its last known offset. */
  atMs: number
  gateId: string | null
  undoes?: ScanRef
  /** True when a member admitted the ticket although the verdict wasn't `valid`. */
  isOverride?: boolean
}

export interface Admissions {
  /** Entries that weren't undone, oldest first. */
  entries: readonly Scan[]
  isInside: boolean
  /**
   * Entries that the rules didn't allow, each with the earlier entry that had used up the ticket. They occur when
   * devices are offline and don't know each other's scans.
   */
  conflicts: readonly Conflict[]
}

export interface Conflict {
  first: Scan
  second: Scan
}

export const NO_ADMISSIONS: Admissions = { entries: [], isInside: false, conflicts: [] }

export const scanRefKey = ({ deviceId, seq }: ScanRef): string => `${deviceId}:${seq}`

/**
 * Computes a ticket's state from its scans. The result doesn't depend on their order or on duplicates, so all devices
 * agree once they have the same scans.
 */
export function computeAdmissions(scans: Iterable<Scan>, rules: DoorRules): Admissions {
  const known = new Map<string, Scan>()
  for (const scan of scans) known.set(scanRefKey(scan), scan)
  const undone = new Set([...known.values()].flatMap(({ undoes }) => (undoes ? [scanRefKey(undoes)] : [])))
  const moves = [...known.values()]
    .filter((scan) => scan.kind !== 'undo' && !undone.has(scanRefKey(scan)))
    .toSorted(inLogOrder)
  const entries: Scan[] = []
  const conflicts: Conflict[] = []
  let isInside = false
  for (const scan of moves) {
    if (scan.kind === 'exit') isInside = false
    else {
      const first = findBlockingEntry({ entries, isInside }, rules, scan.atMs)
      if (first && !scan.isOverride) conflicts.push({ first, second: scan })
      entries.push(scan)
      isInside = true
    }
  }
  return { entries, isInside, conflicts }
}

/**
 * Returns the entry that uses up the ticket, so that the rules allow no further entry. Undefined while they allow
 * one.
 */
export function findBlockingEntry(
  { entries, isInside }: Pick<Admissions, 'entries' | 'isInside'>,
  rules: DoorRules,
  atMs: number,
): Scan | undefined {
  const last = entries.at(-1)
  if (!last || rules.reEntry === 'none' || (rules.reEntry === 'after_exit' && isInside)) return last
  if (rules.maxEntries === null) return undefined
  const day = entryDayOf(atMs, rules.timeZone)
  const counted =
    rules.entriesPer === 'event'
      ? entries
      : entries.filter((entry) => entryDayOf(entry.atMs, rules.timeZone) === day)
  return counted.length >= rules.maxEntries ? counted.at(-1) : undefined
}

/** Compares scans by time, then by device and number, because two devices can scan in the same millisecond. */
const inLogOrder = (one: Scan, other: Scan): number =>
  one.atMs - other.atMs || compareText(one.deviceId, other.deviceId) || one.seq - other.seq

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
