import { createInterface } from 'node:readline/promises'
import { readConfig, WrongSetting, type Config } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { BackupStoreDown } from '#server/platform/backups/stores/store.ts'
import { BackupUnusable } from '#server/platform/backups/seal.ts'
import { DataInUse } from '#server/platform/db/exclusive.ts'
import { DatabaseNewer } from '#server/platform/db/migrate.ts'
import { DatabaseUnusable, openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { DumpUnusable } from '#server/platform/dump/dump-file.ts'
import { SocketHidden } from '#server/platform/embedded-postgres/postmaster.ts'
import { expectSchema, type NeededSchema } from './expect-schema.ts'

/** A command can't be run as requested. The message says why, and what to do. */
export class CommandRefused extends Error {
  override name = 'Refusal'
}

/** Module that implements `foyer <name>`. */
export interface Command {
  run: (args: readonly string[]) => Promise<void>
}

export const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

/** Reads the settings. A command logs less than a server. */
export const readCommandConfig = (): Config => readConfig(process.env, { LOG_LEVEL: 'warn' })

interface Use {
  /** Rejects a database that a running Foyer uses. */
  exclusive?: boolean
  /**
   * True for commands that can start with an empty database. For all others, a missing data folder is rejected, because
   * the settings are probably wrong.
   */
  creates?: boolean
  /** False for commands that only read: they also work on a standby. */
  writes?: boolean
  schema?: NeededSchema
}

/** Opens the database, also while Foyer runs. Throws unless its schema matches the command's requirement. */
export async function withDatabase<Done>(
  work: (database: OpenDatabase, config: Config) => Promise<Done>,
  { exclusive = false, creates = false, writes = true, schema = creates ? 'none' : 'current' }: Use = {},
): Promise<Done> {
  const config = readCommandConfig()
  const database = await openDatabase(config, createLog(config), { exclusive, mustExist: !creates, writes })
  try {
    await expectSchema(database.maintenance, schema)
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/**
 * Asks for confirmation on a terminal; without a terminal, requires `--yes` or another flag. Throws `CommandRefused` unless the
 * answer is yes.
 */
export async function confirmOrRefuse(what: string, flag = '--yes'): Promise<void> {
  if (process.argv.includes(flag)) return
  if (!process.stdin.isTTY)
    throw new CommandRefused(`${what} Add ${flag} to confirm (after \`npm run\`: -- ${flag}).`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${what} Type “yes” to continue: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new CommandRefused('Nothing was changed.')
}

const EXPECTED = [
  CommandRefused,
  WrongSetting,
  DataInUse,
  DatabaseUnusable,
  DatabaseNewer,
  SocketHidden,
  BackupUnusable,
  BackupStoreDown,
  DumpUnusable,
]

/** Prints the message of an expected failure, or the stack of a bug, and sets the exit code. */
export function reportFailure(error: unknown): void {
  const isExpected = EXPECTED.some((kind) => error instanceof kind) || isWrongArgument(error)
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

const isWrongArgument = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_PARSE_ARGS_')
