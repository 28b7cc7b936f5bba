import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#server/context.ts'
import { openUploads } from '#server/create-context.ts'
import type { Archive } from '#server/platform/backups/archive.ts'
import { formatUtcTime } from '#server/platform/backups/restore/utc-times.ts'
import { planRestore, type RestorePlan } from '#server/platform/backups/restore/plan-restore.ts'
import {
  formatBackupSize,
  restoreBackup,
  type Restored,
} from '#server/platform/backups/restore/restore-backup.ts'
import { restoreKey, restoreUploads } from '#server/platform/backups/restore/restore-extras.ts'
import type { Config } from '#server/platform/config.ts'
import { resolveDataFolder, POSTGRES_USER } from '#server/platform/embedded-postgres/data-folder.ts'
import { isServerOf, readPidFile } from '#server/platform/embedded-postgres/pid-file.ts'
import { folderTimestamp, swapFolder } from '#server/platform/embedded-postgres/swap-folder.ts'
import { generatedKeyFile } from '#server/platform/encryption/read-keys.ts'
import { createLocalUploads } from '#server/platform/uploads/local-uploads.ts'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import { openExistingArchive, readTimeOption, readTimelineOption } from './backup.ts'
import { confirmOrRefuse, readCommandConfig, CommandRefused, printLine } from './command.ts'

const ACCEPT_DAMAGE = 'accept-damage'

const OPTIONS = {
  [ACCEPT_DAMAGE]: { type: 'boolean' },
  at: { type: 'string' },
  from: { type: 'string' },
  into: { type: 'string' },
  system: { type: 'string' },
  timeline: { type: 'string' },
  yes: { type: 'boolean' },
} as const

/**
 * `foyer restore [--at <moment>] [--from <place>] [--into <folder>] [--system <id>] [--timeline <number>] [--accept-damage]
 * [--yes]` restores the embedded database, the images and the generated encryption key. Existing data is renamed and kept.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const config = readCommandConfig()
  if (config.DATABASE_URL && !values.into)
    throw new CommandRefused(
      'DATABASE_URL is set, but only the embedded PostgreSQL can be restored. Unset DATABASE_URL, or name a folder with --into.',
    )
  const place = placeOf(config, values.into)
  expectStopped(place.folder)
  const archive = await openExistingArchive(config, values)
  const plan = await planRestore(archive, {
    at: readTimeOption(values.at),
    timeline: readTimelineOption(values.timeline),
  })
  printLine(describePlan(archive, plan, place.folder))
  await confirmOrRefuse('This restores the backup.')
  await restore(archive, plan, place)
}

/** Location of the restored data. */
interface Place {
  /** Data folder of PostgreSQL. */
  folder: string
  uploads: UploadStore
  into: string | undefined
}

function placeOf(config: Config, into: string | undefined): Place {
  if (into === undefined)
    return {
      folder: resolveDataFolder(config.FOYER_DATA_DIR),
      uploads: openUploads(config, systemClock),
      into,
    }
  const home = resolve(into)
  try {
    mkdirSync(home, { recursive: true })
  } catch (error) {
    throw new CommandRefused(
      `The folder ${home} can’t be created: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  const uploads = createLocalUploads(join(home, 'uploads'))
  return { folder: resolveDataFolder(home), uploads, into: home }
}

function describePlan(
  archive: Archive,
  { base, at, coversUntil, bytes, otherTimelines }: RestorePlan,
  folder: string,
): string {
  const moment = at ?? coversUntil
  return [
    `From    ${archive.place}`,
    `Base    ${formatUtcTime(base.finishedAt)}, Foyer ${base.foyerVersion}, PostgreSQL ${base.serverVersion}, timeline ${base.timeline}`,
    `Up to   ${formatUtcTime(moment)}, which is ${new Date(moment).toString()}`,
    `Into    ${folder}, about ${formatBackupSize(bytes)}`,
    existsSync(folder)
      ? 'The existing data is renamed and kept. Orders after that time are only in the renamed data.'
      : 'There is no data yet.',
    ...otherTimelines.map(
      ({ timeline, coversUntil: until }) =>
        `The backup also has timeline ${timeline}, with changes up to ${formatUtcTime(until)}: choose it with --timeline ${timeline}.`,
    ),
  ].join('\n')
}

async function restore(archive: Archive, plan: RestorePlan, { folder, uploads, into }: Place): Promise<void> {
  const now = new Date()
  const restored = await restoreBackup({ archive, plan, folder, onStep: printLine })
  if (restored.damage.length > 0) await confirmDamage(restored, folder, now)
  const images = await restoreUploads(archive, uploads)
  try {
    expectStopped(folder)
  } catch (error) {
    restored.remove()
    throw error
  }
  restoreKey(plan.base.encryptionKey, generatedKeyFile(folder), now)
  const aside = swapFolder(restored.restored, folder, now)
  const last = restored.lastOrderAt ? formatUtcTime(restored.lastOrderAt.getTime()) : 'none'
  printLine(
    [
      `Restored ${restored.orders} orders, ${restored.tickets} tickets and ${images} missing images. Last order: ${last}.`,
      ...(aside ? [`The previous data is in ${aside}.`] : []),
      ...(into ? [startNote(into)] : []),
      ...(plan.base.encryptionKey === '' ? [KEY_NOTE] : []),
    ].join('\n'),
  )
}

/**
 * Asks whether to continue although rows are inconsistent, because otherwise a single row could prevent every restore.
 * `--yes` doesn't answer this question.
 */
async function confirmDamage({ damage, restored }: Restored, folder: string, now: Date): Promise<void> {
  printLine(['The restored data is inconsistent:', ...damage].join('\n'))
  try {
    await confirmOrRefuse('This installs inconsistent data.', `--${ACCEPT_DAMAGE}`)
  } catch (error) {
    const kept = `${folder}.restored-${folderTimestamp(now)}`
    renameSync(restored, kept)
    printLine(`Nothing was replaced. The restored data is in ${kept}; delete it after you have checked it.`)
    throw error
  }
}

/**
 * Returns instructions for a restored copy: a second Foyer with the same data must not write to the first one's backups,
 * charge cards, or send the same emails.
 */
const startNote = (into: string): string =>
  [
    `Start with BACKUP_TO=off FOYER_DATA_DIR=${into} UPLOADS_DIR=${join(into, 'uploads')}`,
    'and without the settings for payments and email (STRIPE_…, SMTP_URL). Otherwise the copy changes real payments, and sends emails and webhooks a second time.',
  ].join('\n')

const KEY_NOTE =
  'The backup has no encryption key: start Foyer with the FOYER_ENCRYPTION_KEY or the key file that was used before.'

/** Throws `CommandRefused` if a server uses the folder, or if another user owns it. */
function expectStopped(folder: string): void {
  const server = readPidFile(folder)
  if (server && isServerOf(folder, server.pid))
    throw new CommandRefused(
      `Foyer is running on ${folder}. Stop it first, or restore elsewhere with --into.`,
    )
  if (!existsSync(folder)) return
  const { uid } = statSync(folder)
  const own = POSTGRES_USER?.uid ?? process.getuid?.() ?? uid
  if (uid !== own)
    throw new CommandRefused(`Another user owns ${folder}. Run the command as the user that Foyer runs as.`)
}
