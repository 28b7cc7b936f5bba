import { setTimeout as pause } from 'node:timers/promises'
import { chooseBaseBackup } from '#model/platform/backups/retention.ts'
import { coveredUntil, parseLsn, segmentStart } from '#model/platform/backups/wal.ts'
import { describeErrorMessage } from '#server/platform/log-serializers.ts'
import { openArchive } from './archive.ts'
import type { BackupParts } from './back-up-now.ts'
import {
  BACKUP_SLOT,
  createReplicationSlot,
  deleteBackupState,
  dropReplicationSlot,
  findBackupState,
  findReplicationSlot,
  writeBackupState,
  type BackupStateRow,
} from './backup-rows.ts'
import { connectReplication } from './replication.ts'
import { backupTarget, isBackupOnOtherDisk } from './stores/open-store.ts'
import { streamWal } from './stream-wal.ts'
import { runBackupLoop, type BackupPace, type BackupProgress, type BackupRun } from './backup-loop.ts'

const PACE: BackupPace = {
  roundMs: 60_000,
  retryMs: 30_000,
  pieceMs: 15_000,
  firstBaseMs: 60_000,
  maxRateKb: 20_480,
}
/** Time in milliseconds to store the last piece of WAL when stopping. The server keeps WAL that isn't stored. */
const STOP_MS = 5000

/**
 * Backs up the embedded database and the uploads until stopped: streams WAL, and takes a base backup every day. Runs
 * only in the process that owns the data folder. Failures are logged, shown to operators and retried.
 */
export function startBackups(
  parts: BackupParts,
  pace: Partial<BackupPace> = {},
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = parts.config.DATABASE_URL ? Promise.resolve() : run(parts, { ...PACE, ...pace }, signal)
  return {
    stop: async () => {
      stopping.abort()
      const waited = new AbortController()
      await Promise.race([
        running,
        pause(STOP_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ])
      waited.abort()
    },
  }
}

async function run(parts: BackupParts, pace: BackupPace, signal: AbortSignal): Promise<void> {
  const { config, database, log } = parts
  const target = backupTarget(config)
  if (target.kind === 'off') return turnOff(parts)
  if (target.kind === 'folder' && target.isDefault)
    log[config.NODE_ENV === 'production' ? 'warn' : 'info'](
      { folder: target.folder },
      'Backups are on the same disk as the data. Set BACKUP_TO to a location on another disk.',
    )
  const place = target.kind === 's3' ? config.BACKUP_TO : target.folder
  const state = {
    ...(await findProgress(parts, place)),
    place,
    isElsewhere: isBackupOnOtherDisk(config),
    error: '',
  }
  const running: BackupRun = { ...parts, pace, signal, state }
  while (!signal.aborted) {
    try {
      await backUp(running)
    } catch (error) {
      if (signal.aborted) return
      state.error = messageOf(error)
      log.error({ err: error }, 'The backup failed and will be retried')
      await writeBackupState(database.maintenance, state).catch(() => undefined)
      await pause(pace.retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** State that earlier runs recorded for this backup location. It is shown even while the location doesn’t respond. */
async function findProgress(
  { database }: BackupParts,
  place: string,
): Promise<Pick<BackupStateRow, 'baseAt' | 'walAt'>> {
  const found = await findBackupState(database.maintenance).catch(() => undefined)
  return found?.place === place ? found : { baseAt: null, walAt: null }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (/ahead of the WAL flush position/.test(error.message))
    return 'The data folder is older than its backup, as after restoring a snapshot of this machine. Move the backup to another folder; Foyer then starts a new one.'
  return describeErrorMessage(error)
}

/** Drops the slot, so that the server no longer keeps WAL for backups. */
async function turnOff({ database, log }: BackupParts): Promise<void> {
  try {
    await dropReplicationSlot(database.maintenance)
    await deleteBackupState(database.maintenance)
  } catch (error) {
    log.warn({ err: error }, 'Backups are off, but PostgreSQL still keeps WAL for them')
  }
}

/** Runs until the signal, or until the server or the store fails. */
async function backUp(running: BackupRun): Promise<void> {
  const { config, database, signal, state, pace } = running
  const replication = await connectReplication(database.connection)
  // PostgreSQL doesn't stop while a connection receives WAL, and a store that doesn't respond would keep this one
  // open.
  const giveUp = (): void => void setTimeout(replication.close, STOP_MS).unref()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const { systemId, timeline } = await replication.identify()
    const archive = openArchive(config, systemId)
    if (!archive) return
    const restartLsn = await openReplicationSlot(running)
    const [pieces, manifests] = await Promise.all([archive.listPieces(), archive.listManifests()])
    const from = coveredUntil(pieces, { timeline, from: segmentStart(restartLsn) })
    const newest = chooseBaseBackup(
      manifests.filter((each) => each.timeline === timeline),
      undefined,
    )
    const covered = newest ? coveredUntil(pieces, { timeline, from: segmentStart(newest.startLsn) }) : 0
    state.baseAt = newest ? new Date(newest.finishedAt) : null
    // After a restore, the row has the state of the original server.
    if (!newest) state.walAt = null
    await writeBackupState(database.maintenance, state)
    const failed = new AbortController()
    const both = AbortSignal.any([signal, failed.signal])
    const progress: BackupProgress = {
      isFirst: manifests.length === 0,
      newest,
      coveredUntil: covered,
      restartLsn,
      storedAt: undefined,
    }
    const onStored = (at: number): void => {
      progress.storedAt = at
    }
    const work = [
      streamWal({
        archive,
        replication,
        slot: BACKUP_SLOT,
        timeline,
        from,
        signal: both,
        onStored,
        pieceMs: pace.pieceMs,
      }),
      runBackupLoop({ ...running, signal: both }, archive, progress),
    ]
    const abortBoth = (error: unknown): void => failed.abort(error)
    await Promise.allSettled(work.map((each) => each.catch(abortBoth)))
    if (failed.signal.aborted) throw failed.signal.reason
  } finally {
    signal.removeEventListener('abort', giveUp)
    replication.close()
  }
}

/** Returns the position from which the server still has WAL. */
async function openReplicationSlot({ database, log }: BackupRun): Promise<number> {
  const db = database.maintenance
  const found = await findReplicationSlot(db)
  if (found?.restartLsn && !found.isLost) return parseLsn(found.restartLsn)
  if (found) {
    log.error(
      'The backup storage was unavailable for too long, so part of the WAL is missing from the backup',
    )
    await dropReplicationSlot(db)
  }
  await createReplicationSlot(db)
  const created = await findReplicationSlot(db)
  return parseLsn(created?.restartLsn ?? '')
}
