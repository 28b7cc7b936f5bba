import { parseArgs } from 'node:util'
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/context.ts'
import { openUploads } from '#server/create-context.ts'
import { findArchive, openArchive, createSealerFor, type Archive } from '#server/platform/backups/archive.ts'
import { backUpNow } from '#server/platform/backups/back-up-now.ts'
import { openBackupStore } from '#server/platform/backups/stores/open-store.ts'
import { connectReplication } from '#server/platform/backups/replication.ts'
import { formatUtcTime, parseUtcTime } from '#server/platform/backups/restore/utc-times.ts'
import { planRestore } from '#server/platform/backups/restore/plan-restore.ts'
import { formatBackupSize, restoreBackup } from '#server/platform/backups/restore/restore-backup.ts'
import type { Config } from '#server/platform/config.ts'
import { readCommandConfig, CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE =
  'Usage: foyer backup [now | list | verify] [--at "2026-11-27 18:00:05"] [--from <place>] [--system <id>] [--timeline <number>].'

const EXTERNAL =
  'DATABASE_URL is set: back up this PostgreSQL with its own tools (docs/backups.md). `foyer doctor` checks whether it archives its WAL.'

/** `foyer backup [now | list | verify]`. */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      at: { type: 'string' },
      from: { type: 'string' },
      system: { type: 'string' },
      timeline: { type: 'string' },
    },
  })
  const [name = 'now', ...rest] = positionals
  const work = WORK[name]
  if (!work || rest.length > 0) throw new CommandRefused(USAGE)
  await work(values)
}

interface Values {
  at?: string | undefined
  from?: string | undefined
  system?: string | undefined
  timeline?: string | undefined
}

const WORK: Readonly<Record<string, (values: Values) => Promise<void>>> = {
  now: () => withDatabase((database, config) => takeNow(database, config), { schema: 'none' }),
  list: async (values) => list(await openExistingArchive(readCommandConfig(), values)),
  verify: async (values) => verify(await openExistingArchive(readCommandConfig(), values), values),
}

async function takeNow(
  database: Parameters<Parameters<typeof withDatabase>[0]>[0],
  config: Config,
): Promise<void> {
  if (config.DATABASE_URL) throw new CommandRefused(EXTERNAL)
  const replication = await connectReplication(database.connection)
  const { systemId } = await replication.identify().finally(replication.close)
  const archive = openArchive(config, systemId)
  if (!archive) throw new CommandRefused('BACKUP_TO is off. Set it to a folder or an s3:// URL.')
  const parts = { config, database, uploads: openUploads(config, systemClock), clock: systemClock }
  const base = await backUpNow(parts, archive, { checkpoint: 'fast' })
  const stored = base.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  printLine(
    `A backup was made: ${formatBackupSize(stored)} at ${archive.place}${archive.isEncrypted ? ', encrypted' : ''}.`,
  )
}

/** Opens the backups in BACKUP_TO or another location, without a database. */
export async function openExistingArchive(config: Config, { from, system }: Values): Promise<Archive> {
  const store = openBackupStore(config, from)
  if (!store) throw new CommandRefused('BACKUP_TO is off. Specify the backups with --from.')
  return findArchive(store, createSealerFor(config, from), system)
}

/** Parses the option `--at`. Returns undefined if the option is missing. */
export function readTimeOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = parseUtcTime(text)
  if (at !== undefined) return at
  throw new CommandRefused(
    `“${text}” isn’t a valid time. Use the format "2026-11-27 18:00:05" for UTC, or "2026-11-27 19:00:05+01:00".`,
  )
}

/** Parses the option `--timeline`. Returns undefined if the option is missing. */
export function readTimelineOption(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? text : Number(text)
  throw new CommandRefused(`“${text}” isn’t a valid timeline. \`foyer backup list\` shows them.`)
}

async function list(archive: Archive): Promise<void> {
  const manifests = await archive.listManifests()
  const lines = manifests
    .toSorted((one, other) => one.finishedAt - other.finishedAt)
    .map(
      ({ id, timeline, finishedAt, tarBytes, foyerVersion, serverVersion }) =>
        `${formatUtcTime(finishedAt)}  ${formatBackupSize(tarBytes)}  Foyer ${foyerVersion}, PostgreSQL ${serverVersion}  timeline ${timeline}  ${id}`,
    )
  const { coversUntil } = await planRestore(archive, {})
  printLine([...lines, `Changes are stored up to ${formatUtcTime(coversUntil)}.`].join('\n'))
}

/** Restores to a temporary folder, starts PostgreSQL there, and checks the data. */
async function verify(archive: Archive, { at, timeline }: Values): Promise<void> {
  const plan = await planRestore(archive, { at: readTimeOption(at), timeline: readTimelineOption(timeline) })
  const home = mkdtempSync(join(tmpdir(), 'foyer-verify-'))
  // The server's unprivileged user needs access.
  chmodSync(home, 0o755)
  try {
    const { orders, tickets, damage } = await restoreBackup({
      archive,
      plan,
      folder: join(home, 'postgres'),
      onStep: printLine,
    })
    if (damage.length > 0)
      throw new CommandRefused(`The restored data is inconsistent:\n${damage.join('\n')}`)
    const uploads = await countUploads(archive)
    printLine(
      `The backup can be restored up to ${formatUtcTime(plan.at ?? plan.coversUntil)}: ${orders} orders, ${tickets} tickets, ${uploads} images.`,
    )
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Reads every upload completely, to find damaged ones. Returns their number. */
async function countUploads(archive: Archive): Promise<number> {
  const uploads = await archive.listUploads()
  for (const { name } of uploads) await archive.readUpload(name)
  return uploads.length
}
