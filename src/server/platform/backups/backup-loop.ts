import { setTimeout as pause } from 'node:timers/promises'
import {
  reasonForBaseBackup,
  isRestorable,
  type BaseBackupReason,
  type Coverage,
} from '#model/platform/backups/retention.ts'
import type { Archive } from './archive.ts'
import { backUpNow, type BackupParts } from './back-up-now.ts'
import { writeBackupState, type BackupStateRow } from './backup-rows.ts'
import { copyUploads, listStoredUploads } from './copy-uploads.ts'
import type { Manifest } from './manifest.ts'
import { NoRoom } from './stores/store.ts'

/** Intervals and delays of backups, in milliseconds. */
export interface BackupPace {
  /** Interval of checks for new uploads and for a base backup that is due. */
  roundMs: number
  retryMs: number
  /** Maximum time between pieces of WAL, which limits how much is lost with the machine. */
  pieceMs: number
  /** Delay of the very first base backup, so that the first start isn't slow and a short trial creates no backup. */
  firstBaseMs: number
  /** Maximum rate of a base backup in kB per second, so that sales aren't slowed down. */
  maxRateKb: number
}

export interface BackupRun extends BackupParts {
  pace: BackupPace
  signal: AbortSignal
  state: BackupStateRow
}

export interface BackupProgress extends Coverage {
  isFirst: boolean
  /** Time up to which all changes are stored, in milliseconds since the epoch. */
  storedAt: number | undefined
}

/** Delay after a base backup that didn't fit. */
const ROOM_RETRY_MS = 3_600_000

/**
 * Copies uploads every round, takes base backups when they are due, and writes the state. A base that doesn't fit is
 * reported and retried after an hour; WAL is stored meanwhile.
 */
export async function runBackupLoop(
  running: BackupRun,
  archive: Archive,
  progress: BackupProgress,
): Promise<void> {
  const { signal, pace, state, clock, config, uploads } = running
  const wait = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal }).catch(() => undefined)
  if (progress.isFirst) await wait(pace.firstBaseMs)
  let stored: Set<string> | undefined
  let [problem, nextBaseAt] = ['', 0]
  while (!signal.aborted) {
    const now = clock.now()
    const reason = now < nextBaseAt ? undefined : reasonForBaseBackup({ ...progress, now })
    const base = reason && (await takeDueBase(running, archive, reason))
    if (base instanceof NoRoom) [problem, nextBaseAt] = [base.message, now + ROOM_RETRY_MS]
    else if (base) {
      Object.assign(progress, { newest: base, coveredUntil: Infinity })
      state.baseAt = new Date(base.finishedAt)
      problem = ''
      // The list is read again, because taking a base also deletes uploads that are no longer needed.
      stored = undefined
    } else if (!config.S3_ENDPOINT) {
      stored ??= await listStoredUploads(archive)
      await copyUploads({ archive, uploads, now }, stored)
    }
    state.error = problem
    await writeState(running, progress)
    await wait(pace.roundMs)
  }
}

async function writeState({ state, database }: BackupRun, progress: BackupProgress): Promise<void> {
  if (progress.storedAt !== undefined && isRestorable(progress)) state.walAt = new Date(progress.storedAt)
  await writeBackupState(database.maintenance, state)
}

async function takeDueBase(
  running: BackupRun,
  archive: Archive,
  reason: BaseBackupReason,
): Promise<Manifest | NoRoom> {
  const { log, pace } = running
  const checkpoint = reason === 'daily' ? 'spread' : 'fast'
  try {
    const base = await backUpNow(running, archive, { checkpoint, maxRateKb: pace.maxRateKb })
    log.info({ base: base.id, bytes: base.tarBytes, reason }, 'A base backup was taken')
    return base
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    log.error({ err: error }, 'There is no room for a base backup; it will be retried in an hour')
    return error
  }
}
