import { chooseBaseBackup } from '#model/platform/backups/retention.ts'
import { coveredUntil, segmentStart } from '#model/platform/backups/wal.ts'
import type { Archive, StoredPiece } from '../archive.ts'
import type { Manifest } from '../manifest.ts'
import { BackupUnusable } from '../seal.ts'
import { selectWalPieces } from './fetch-wal.ts'
import { formatUtcTime } from './utc-times.ts'

export interface RestorePlan {
  base: Manifest
  pieces: StoredPiece[]
  /** Newest timeline in the archive. The restored server starts the next one. */
  lastTimeline: number
  /** Other timelines that have a base backup. All changes up to `coversUntil` are stored. */
  otherTimelines: { timeline: number; coversUntil: number }[]
  /** Moment to restore, in milliseconds since the epoch. Undefined for the latest state in the backup. */
  at: number | undefined
  /** True when the WAL is known to contain every commit up to `at`, even if there was no commit after `at`. */
  isPastMoment: boolean
  /** Time up to which all changes are in the backup, in milliseconds since the epoch. */
  coversUntil: number
  /** Size of the restored files in bytes. */
  bytes: number
}

export interface RestoreTarget {
  /** Moment to restore, in milliseconds since the epoch. Undefined for the latest state in the backup. */
  at?: number | undefined
  /** Timeline to restore; undefined for that of the newest base backup before the moment. */
  timeline?: number | undefined
}

/**
 * Chooses the base backup and the pieces of WAL to restore. Throws `BackupUnusable` when the backup doesn't contain
 * the moment or the timeline.
 */
export async function planRestore(archive: Archive, { at, timeline }: RestoreTarget): Promise<RestorePlan> {
  const [manifests, pieces] = await Promise.all([archive.listManifests(), archive.listPieces()])
  const possible = manifests.filter((each) => timeline === undefined || each.timeline === timeline)
  const base = chooseBaseBackup(possible, at)
  if (!base) throw new BackupUnusable(noBase(archive, possible, timeline))
  const { end, coversUntil } = coverageOf(base, pieces)
  if (at !== undefined && at > coversUntil)
    throw new BackupUnusable(
      `The backup ends at ${formatUtcTime(coversUntil)}. Leave out --at to restore its latest state.`,
    )
  const enough = firstEnough(manifests, base, at)
  const needed = selectWalPieces(pieces, { base, toLsn: Math.min(end, enough) })
  return {
    base,
    pieces: needed,
    lastTimeline: Math.max(...[...manifests, ...pieces].map((each) => each.timeline)),
    otherTimelines: listOthers(manifests, pieces, base.timeline),
    at,
    isPastMoment: end >= enough,
    coversUntil,
    bytes: base.tarBytes + sumOf(needed),
  }
}

const noBase = ({ place }: Archive, manifests: readonly Manifest[], timeline: number | undefined): string =>
  manifests.length === 0
    ? `There is no complete backup${timeline === undefined ? '' : ` of timeline ${timeline}`} at ${place}.`
    : `The earliest moment that can be restored is ${formatUtcTime(Math.min(...manifests.map(({ finishedAt }) => finishedAt)))}.`

/**
 * Position at which the WAL contains all changes up to the moment: the earliest end of the bases that were started
 * after it. A base that was started before the moment doesn't prove this, because its end position is reached before
 * its last part is stored.
 */
const firstEnough = (manifests: readonly Manifest[], base: Manifest, at: number | undefined): number =>
  at === undefined
    ? Infinity
    : Math.min(
        Infinity,
        ...manifests
          .filter(({ timeline, startedAt }) => timeline === base.timeline && startedAt > at)
          .map(({ stopLsn }) => stopLsn),
      )

function listOthers(
  manifests: readonly Manifest[],
  pieces: readonly StoredPiece[],
  own: number,
): RestorePlan['otherTimelines'] {
  const timelines = new Set(manifests.map(({ timeline }) => timeline).filter((each) => each !== own))
  return [...timelines]
    .toSorted((one, other) => one - other)
    .flatMap((timeline) => {
      const newest = chooseBaseBackup(
        manifests.filter((each) => each.timeline === timeline),
        undefined,
      )
      return newest ? [{ timeline, coversUntil: coverageOf(newest, pieces).coversUntil }] : []
    })
}

/** Position and time up to which the WAL after the base has no gap. */
function coverageOf(base: Manifest, pieces: readonly StoredPiece[]): { end: number; coversUntil: number } {
  const end = coveredUntil(pieces, { timeline: base.timeline, from: segmentStart(base.startLsn) })
  const last = pieces.find(({ timeline, to }) => timeline === base.timeline && to === end)
  return { end, coversUntil: Math.max(base.finishedAt, last?.storedAt.getTime() ?? 0) }
}

const sumOf = (pieces: readonly StoredPiece[]): number =>
  pieces.reduce((sum, { from, to }) => sum + to - from, 0)
