import { existsSync, readFileSync, writeFileSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '#server/platform/embedded-postgres/binaries.ts'
import { POSTGRES_USER } from '#server/platform/embedded-postgres/data-folder.ts'
import {
  launchPostmaster,
  stopPostmaster,
  type Postmaster,
} from '#server/platform/embedded-postgres/postmaster.ts'
import { BackupUnusable } from '../seal.ts'
import { formatUtcTime } from './utc-times.ts'

/** A restored server that has replayed its WAL and accepts connections. */
export interface RecoveredServer {
  connection: { host: string; port: number; user: string; database: string }
  stop: () => Promise<void>
}

export interface Recovery {
  /** Extracted base backup. */
  folder: string
  /** Folder of segment files. */
  wal: string
  /** Moment to restore, in milliseconds since the epoch. Undefined for the end of the WAL. */
  at: number | undefined
  /** True when the WAL is known to contain every commit up to `at`. */
  isPastMoment: boolean
}

/** Starts PostgreSQL, which replays WAL up to the moment and then starts a new timeline. */
export async function recoverDatabase(recovery: Recovery): Promise<RecoveredServer> {
  const { folder, at, isPastMoment } = recovery
  expectVersion(folder)
  const signal = join(folder, 'recovery.signal')
  writeFileSync(signal, '')
  if (POSTGRES_USER) chownSync(signal, POSTGRES_USER.uid, POSTGRES_USER.gid)
  const started = await start(recovery, at)
  if (typeof started !== 'string') return started
  if (at === undefined || !/recovery ended before configured recovery target/.test(started))
    throw failed(started)
  if (!isPastMoment)
    throw new BackupUnusable(
      `The backup has no change after ${formatUtcTime(at)}, so changes before it may be missing too. Choose an earlier time, or leave out --at to restore the latest state.`,
    )
  // No transaction was committed after the moment, so replaying all WAL gives the state at that moment.
  const whole = await start(recovery, undefined)
  if (typeof whole === 'string') throw failed(whole)
  return whole
}

const failed = (said: string): BackupUnusable =>
  new BackupUnusable(`PostgreSQL could not replay the backup’s WAL:\n${said.trim()}`)

async function start({ folder, wal }: Recovery, at: number | undefined): Promise<RecoveredServer | string> {
  const server = await launchPostmaster({
    binaries: findBinaries(POSTGRES_USER !== undefined),
    folder,
    flags: [
      `restore_command=${copyCommand(wal)}`,
      'recovery_target_timeline=current',
      // No queries run during recovery, so settings of the original server don't matter.
      'hot_standby=off',
      ...(at === undefined
        ? []
        : [`recovery_target_time=${toPostgres(at)}`, 'recovery_target_action=promote']),
    ],
  })
  return typeof server === 'string' ? server : running(folder, server)
}

/** PostgreSQL doesn't accept ISO 8601's T and Z in this setting. */
const toPostgres = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '+00')

const running = (folder: string, server: Postmaster): RecoveredServer => ({
  connection: { host: server.socketFolder, port: server.port, user: 'foyer', database: 'postgres' },
  stop: async () => {
    await stopPostmaster(folder, server)
    server.child?.unref()
    server.child?.stderr?.destroy()
  },
})

/** Returns PostgreSQL's `restore_command`, in which %f and %p are placeholders, and %% is a percent sign. */
function copyCommand(wal: string): string {
  const escaped = wal.replaceAll('%', '%%')
  return process.platform === 'win32'
    ? `copy "${escaped.replaceAll('/', '\\')}\\%f" "%p"`
    : `cp '${escaped.replaceAll("'", String.raw`'\''`)}/%f' "%p"`
}

/**
 * Checks the version of PostgreSQL. Throws when the data was written by another major version than that of the embedded
 * PostgreSQL.
 */
function expectVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown'
  if (version !== EMBEDDED_MAJOR)
    throw new BackupUnusable(
      `The backup was made with PostgreSQL ${version}, but this version of Foyer includes ${EMBEDDED_MAJOR}. Restore it with the version of Foyer that made it, then move the data with \`foyer export\` and \`foyer import\`.`,
    )
}

/** Major version of the PostgreSQL binaries from npm. */
const EMBEDDED_MAJOR = '18'
