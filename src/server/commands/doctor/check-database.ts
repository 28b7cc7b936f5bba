import { DatabaseNewer, listMigrations, listUnknownMigrations } from '#server/platform/db/migrate.ts'
import { expectWritable } from '#server/platform/db/standby/expect-writable.ts'
import type { Db } from '#server/platform/db/query.ts'
import { WrongSetting, type Config } from '#server/platform/config.ts'
import { expectKnownKeys } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
import { listForbiddenTables, readDatabaseFacts, type DatabaseFacts } from './doctor-rows.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

/** Checks the database, except PostgreSQL's version, which was checked when it was opened. */
export async function checkDatabase(db: Db, config: Config, now: number): Promise<Finding[]> {
  const findings = [
    fineFinding('The database responds, and its version is supported.'),
    await checkPrimary(db),
    ...checkServer(await readDatabaseFacts(db), config, now),
    ...(await checkTables(db)),
  ]
  const unknown = await listUnknownMigrations(db)
  if (unknown.length > 0) return [...findings, problemFinding(new DatabaseNewer(unknown).message)]
  const migrations = await listMigrations(db)
  const pending = migrations.flatMap(({ name, isApplied }) => (isApplied ? [] : [name]))
  if (pending.length > 0) {
    const names = pending.slice(0, 3).join(', ')
    const more = pending.length > 3 ? ' …' : ''
    findings.push(
      warningFinding(`${pending.length} migrations are pending (${names}${more}). The next start runs them.`),
    )
    return findings
  }
  return [...findings, fineFinding('All migrations have run.'), await checkKeys(db, config)]
}

async function checkPrimary(db: Db): Promise<Finding> {
  try {
    await expectWritable(db)
    return fineFinding('The database is a primary: it accepts writes.')
  } catch {
    return problemFinding('The database is read-only, probably a replica. Set DATABASE_URL to the primary.')
  }
}

const MAX_SKEW_MS = 2000
/** Number of connections that one process needs. */
const NEEDED_CONNECTIONS = 41

function checkServer(facts: DatabaseFacts, config: Config, now: number): Finding[] {
  const skewMs = Math.abs(facts.now.getTime() - now)
  const needed = config.WORKERS * NEEDED_CONNECTIONS
  const found: readonly (readonly [isThere: boolean, finding: Finding])[] = [
    [
      skewMs > MAX_SKEW_MS,
      problemFinding(
        `The clocks of this machine and the database differ by ${Math.round(skewMs / 1000)} seconds: holds expire at the wrong time. Synchronise both (NTP).`,
      ),
    ],
    [
      facts.statementTimeoutMs === 0,
      problemFinding(
        'The database has no statement_timeout, which Foyer sets: a connection pooler or DATABASE_URL removes it, so a slow statement can block buyers. Connect to PostgreSQL directly.',
      ),
    ],
    [
      !facts.mayCreate,
      problemFinding(
        `The user ${facts.user} isn’t allowed to create tables and schemas, so updates fail. Make it the owner of the database.`,
      ),
    ],
    [
      facts.encoding !== 'UTF8',
      problemFinding(
        `The database’s encoding is ${facts.encoding}: it can’t store all names. Create the database with UTF8.`,
      ),
    ],
    [
      !facts.fsync,
      warningFinding(
        'fsync is off: after a power failure, the database is lost. Turn it on in PostgreSQL’s settings.',
      ),
    ],
    [
      facts.maxConnections < needed,
      warningFinding(
        `PostgreSQL allows ${facts.maxConnections} connections; this machine’s processes alone use up to ${needed}. Raise max_connections.`,
      ),
    ],
  ]
  return found.flatMap(([isThere, finding]) => (isThere ? [finding] : []))
}

async function checkTables(db: Db): Promise<Finding[]> {
  const names = await listForbiddenTables(db)
  return names.length === 0
    ? []
    : [
        problemFinding(
          `The database’s user isn’t allowed to read and write these tables: ${names.join(', ')}. They belong to another user.`,
        ),
      ]
}

async function checkKeys(db: Db, config: Config): Promise<Finding> {
  try {
    await expectKnownKeys({ db, encryption: createEncryption(readKeys(config)) })
    return fineFinding('The encryption key decrypts this database’s secrets.')
  } catch (error) {
    if (error instanceof WrongSetting) return problemFinding(error.message)
    throw error
  }
}
