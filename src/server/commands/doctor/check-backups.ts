import { findBackupState, type BackupStateRow } from '#server/platform/backups/backup-rows.ts'
import { backupTarget, openBackupStore } from '#server/platform/backups/stores/open-store.ts'
import { BackupStoreDown } from '#server/platform/backups/stores/store.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/query.ts'
import { countWalReceivers, readArchiver, type ArchiverRow } from './doctor-rows.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

const HOUR_MS = 3_600_000
const MAX_BASE_AGE_MS = 48 * HOUR_MS
const MAX_WAL_AGE_MS = HOUR_MS / 4

/** Checks the backups of the embedded PostgreSQL, or whether an external one archives its write-ahead log. */
export async function checkBackups(db: Db, config: Config, now: number): Promise<Finding[]> {
  if (config.DATABASE_URL) return [checkArchiver(await readArchiver(db), await countWalReceivers(db))]
  const target = backupTarget(config)
  if (target.kind === 'off')
    return [problemFinding('BACKUP_TO is off: if this machine’s disk fails, orders and tickets are lost.')]
  const state = await findBackupState(db).catch(() => undefined)
  return [...(await checkStore(config)), ...checkState(state, now), ...checkPlace(config, state)]
}

async function checkStore(config: Config): Promise<Finding[]> {
  try {
    await openBackupStore(config)?.listFolders('')
    return []
  } catch (error) {
    if (!(error instanceof BackupStoreDown)) throw error
    return [problemFinding(`The backups can’t be reached. ${error.message}`)]
  }
}

function checkState(state: BackupStateRow | undefined, now: number): Finding[] {
  if (!state)
    return [warningFinding('There is no backup yet. Foyer makes the first one a minute after it starts.')]
  const { baseAt, walAt, error } = state
  if (error !== '') return [problemFinding(`The last backup failed: ${error}`)]
  if (!baseAt)
    return [warningFinding('There is no backup yet. Foyer makes the first one a minute after it starts.')]
  if (now - baseAt.getTime() > MAX_BASE_AGE_MS)
    return [
      problemFinding(
        `The last backup is of ${baseAt.toISOString()}. Foyer makes one every day while it runs; \`foyer backup\` makes one now.`,
      ),
    ]
  if (!walAt || now - walAt.getTime() > MAX_WAL_AGE_MS)
    return [
      warningFinding(
        'Changes of the last 15 minutes are not in the backup: Foyer isn’t running, or its storage is slow.',
      ),
    ]
  return [fineFinding(`Everything up to ${walAt.toISOString()} is backed up.`)]
}

function checkPlace(config: Config, state: BackupStateRow | undefined): Finding[] {
  if (state && !state.isElsewhere)
    return [
      warningFinding(
        `The backups are on the same disk as the data, and would be lost with it. Set BACKUP_TO to another disk or an s3:// URL.`,
      ),
    ]
  return config.BACKUP_KEY.length > 0
    ? [fineFinding('Backups are encrypted. Keep a copy of BACKUP_KEY on another machine.')]
    : []
}

const EXTERNAL_HINT = 'See docs/backups.md.'

function checkArchiver({ isOn, archivedAt, failedAt, failedFile }: ArchiverRow, receivers: number): Finding {
  if (failedAt && (!archivedAt || failedAt > archivedAt))
    return problemFinding(
      `PostgreSQL could not archive the WAL file ${failedFile} at ${failedAt.toISOString()}: its disk is filling up, and backups lack the sales since then. ${EXTERNAL_HINT}`,
    )
  if (isOn && archivedAt)
    return fineFinding(`PostgreSQL archives its WAL, last at ${archivedAt.toISOString()}.`)
  if (isOn)
    return warningFinding(`PostgreSQL’s archiving is on and hasn’t archived anything yet. ${EXTERNAL_HINT}`)
  if (receivers > 0)
    return warningFinding(
      `${receivers === 1 ? '1 server receives' : `${receivers} servers receive`} PostgreSQL’s WAL, but it isn’t archived: a mistake, such as a deletion, is replicated at once. ${EXTERNAL_HINT}`,
    )
  return warningFinding(
    `PostgreSQL doesn’t archive its WAL. Unless its provider backs it up otherwise, sales since the last dump can be lost. ${EXTERNAL_HINT}`,
  )
}
