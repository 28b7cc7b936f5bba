import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/create-context.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'

/** PostgreSQL's type → ours. Money and counts stay far below 2^53; what is in a JSON column is parsed where it is read. */
const TYPES = { int8: 'number', jsonb: 'unknown' }

/** `npm run db:types`: src/server/db/tables.ts from a freshly migrated database. */
const home = mkdtempSync(join(tmpdir(), 'foyer-types-'))
const config = readConfig({ FOYER_DATA_DIR: join(home, 'data'), LOG_LEVEL: 'warn' })
const database = await openDatabase(config, createLog(config), { exclusive: true })
try {
  await migrateToLatest(database.db)
  const { host, user } = database.connection
  const url = `postgres://${String(user)}@${encodeURIComponent(String(host))}/postgres`
  const target = join(import.meta.dirname, '../src/server/db/tables.ts')
  writeFileSync(target, readTables(url))
  const { status } = spawnSync('oxfmt', [target], { stdio: 'inherit' })
  if (status !== 0) throw new Error('oxfmt failed.')
} finally {
  await database.close()
  rmSync(home, { recursive: true, force: true })
}

function readTables(url: string): string {
  const file = join(home, 'tables.ts')
  const options = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--exclude-pattern=*.kysely_*',
    `--type-mapping=${JSON.stringify(TYPES)}`,
  ]
  const { status } = spawnSync('kysely-codegen', options, { stdio: 'inherit' })
  if (status !== 0) throw new Error('kysely-codegen failed.')
  return readFileSync(file, 'utf8').replaceAll(/\bDB\b/g, 'Database')
}
