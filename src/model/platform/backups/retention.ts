import { segmentStart, type WalPiece } from './wal.ts'

const DAY_MS = 86_400_000

export interface KeptBase {
  id: string
  timeline: number
  /** Position from which a restore reads the log. */
  startLsn: number
  /** Milliseconds since the epoch. */
  finishedAt: number
}

/**
 * Returns the bases that a restore to any moment of the last `days` may need: those of these days, and the newest earlier
 * one. The newest base is always kept.
 */
export function basesToKeep<Base extends KeptBase>(
  bases: readonly Base[],
  { days, now }: { days: number; now: number },
): Base[] {
  const newestFirst = bases.toSorted((one, other) => other.finishedAt - one.finishedAt)
  const firstOlder = newestFirst.findIndex(({ finishedAt }) => finishedAt <= now - days * DAY_MS)
  return firstOlder === -1 ? newestFirst : newestFirst.slice(0, firstOlder + 1)
}

/**
 * True when a kept base needs the piece. Pieces of a timeline without a base are needed if it is newer than those of all bases, as after a
 * restore.
 */
export function isPieceNeeded(piece: WalPiece, kept: readonly KeptBase[]): boolean {
  const ofTimeline = kept.filter(({ timeline }) => timeline === piece.timeline)
  if (ofTimeline.length === 0) return kept.every(({ timeline }) => timeline < piece.timeline)
  return piece.to > segmentStart(Math.min(...ofTimeline.map(({ startLsn }) => startLsn)))
}

/** Newest base that was complete at the moment; without a moment, the newest. */
export const chooseBase = <Base extends KeptBase>(
  bases: readonly Base[],
  at: number | undefined,
): Base | undefined =>
  bases
    .filter(({ finishedAt }) => at === undefined || finishedAt <= at)
    .toSorted((one, other) => other.finishedAt - one.finishedAt)[0]

/** Why a base is taken now. */
export type BaseReason = 'first' | 'gap' | 'daily'

export interface Coverage {
  newest: KeptBase | undefined
  /** End of the uninterrupted log since the newest base. */
  coveredUntil: number
  /** Position from which the server still has the log. */
  restartLsn: number
}

/**
 * Returns why a base is due, if it is: none on this timeline, a part of the log since the newest one that is missing, or a
 * day since the newest one.
 */
export function baseReason(state: Coverage & { now: number }): BaseReason | undefined {
  const { newest, now } = state
  if (!newest) return 'first'
  if (!isRestorable(state)) return 'gap'
  return Math.abs(now - newest.finishedAt) >= DAY_MS ? 'daily' : undefined
}

/** True when there is a base, and no gap in the log between it and what the server still has. Stored changes can then be restored. */
export const isRestorable = ({ newest, coveredUntil, restartLsn }: Coverage): boolean =>
  newest !== undefined && coveredUntil >= segmentStart(restartLsn)
