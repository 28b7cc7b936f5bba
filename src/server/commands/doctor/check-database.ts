import type { Kysely } from 'kysely'
import { listMigrations } from '#server/platform/db/migrate.ts'
import { expectWritable } from '#server/platform/db/expect-writable.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { WrongSetting, type Config } from '#server/platform/config.ts'
import { expectKnownKeys } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
import { fine, problem, warning, type Finding } from './findings.ts'

/** Doesn't check PostgreSQL's version, which opening the database has checked. */
export async function checkDatabase(db: Kysely<Database>, config: Config): Promise<Finding[]> {
  const findings = [fine('The database responds, and its version is supported.'), await checkPrimary(db)]
  const migrations = await listMigrations(db)
  const pending = migrations.flatMap(({ name, isApplied }) => (isApplied ? [] : [name]))
  if (pending.length > 0) {
    const names = pending.slice(0, 3).join(', ')
    const more = pending.length > 3 ? ' …' : ''
    findings.push(
      warning(`${pending.length} migrations are pending (${names}${more}). The next start runs them.`),
    )
    return findings
  }
  return [...findings, fine('All migrations have run.'), await checkKeys(db, config)]
}

async function checkPrimary(db: Kysely<Database>): Promise<Finding> {
  try {
    await expectWritable(db)
    return fine('The database is a primary: it can be written.')
  } catch {
    return problem('The database is read-only, probably a replica. Set DATABASE_URL to the primary.')
  }
}

async function checkKeys(db: Kysely<Database>, config: Config): Promise<Finding> {
  try {
    await expectKnownKeys({ db, encryption: createEncryption(readKeys(config)) })
    return fine('The encryption key decrypts this database’s secrets.')
  } catch (error) {
    if (error instanceof WrongSetting) return problem(error.message)
    throw error
  }
}
