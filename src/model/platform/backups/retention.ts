import { segmentStart, type WalPiece } from './wal.ts'

const DAY_MS = 86_400_000

export interface StoredBase {
  id: string
  timeline: number
  /** Position in the WAL from which a restore of this base reads. */
  startLsn: number
  /** End of the base backup in milliseconds since the epoch. */
  finishedAt: number
}

/**
 * Returns the base backups that are needed to restore any moment of the last `days`: the bases of these days, and the
 * newest earlier one. The newest base is always kept.
 */
export function selectBasesToKeep<Base extends StoredBase>(
  bases: readonly Base[],
  { days, now }: { days: number; now: number },
): Base[] {
  const newestFirst = bases.toSorted((one, other) => other.finishedAt - one.finishedAt)
  const firstOlder = newestFirst.findIndex(({ finishedAt }) => finishedAt <= now - days * DAY_MS)
  return firstOlder === -1 ? newestFirst : newestFirst.slice(0, firstOlder + 1)
}

/**
 * True when a kept base needs the piece. Pieces of a timeline without a base are kept when that timeline is newer
 * than those of all bases, as after a restore.
 */
export function isPieceNeeded(piece: WalPiece, kept: readonly StoredBase[]): boolean {
  const ofTimeline = kept.filter(({ timeline }) => timeline === piece.timeline)
  if (ofTimeline.length === 0) return kept.every(({ timeline }) => timeline < piece.timeline)
  return piece.to > segmentStart(Math.min(...ofTimeline.map(({ startLsn }) => startLsn)))
}

/** Returns the newest base that was complete at the moment; without a moment, the newest base. */
export const chooseBaseBackup = <Base extends StoredBase>(
  bases: readonly Base[],
  at: number | undefined,
): Base | undefined =>
  bases
    .filter(({ finishedAt }) => at === undefined || finishedAt <= at)
    .toSorted((one, other) => other.finishedAt - one.finishedAt)[0]

export type BaseBackupReason = 'first' | 'gap' | 'daily'

export interface Coverage {
  newest: StoredBase | undefined
  /** End of the WAL that follows the newest base without a gap. */
  coveredUntil: number
  /** Position from which the server still has WAL. */
  restartLsn: number
}

/**
 * Returns why a base backup is due, or undefined: there is none on this timeline, WAL since the newest one has a gap,
 * or the newest one is a day old.
 */
export function reasonForBaseBackup(state: Coverage & { now: number }): BaseBackupReason | undefined {
  const { newest, now } = state
  if (!newest) return 'first'
  if (!isRestorable(state)) return 'gap'
  return Math.abs(now - newest.finishedAt) >= DAY_MS ? 'daily' : undefined
}

/**
 * True when there is a base, and no gap between its WAL and the WAL that the server still has, so that all changes
 * can be restored.
 */
export const isRestorable = ({ newest, coveredUntil, restartLsn }: Coverage): boolean =>
  newest !== undefined && coveredUntil >= segmentStart(restartLsn)
