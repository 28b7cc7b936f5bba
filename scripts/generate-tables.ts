import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/create-context.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'

/** `npm run db:types`: src/server/db/tables.ts from a freshly migrated database. */
const home = mkdtempSync(join(tmpdir(), 'foyer-types-'))
const config = { ...readConfig({ FOYER_DATA_DIR: join(home, 'data') }), LOG_LEVEL: 'warn' }
const database = await openDatabase(config, createLog(config), { exclusive: true })
try {
  await migrateToLatest(database.db)
  const { host, user } = database.connection
  const file = join(home, 'tables.ts')
  const mapping = JSON.stringify({ int8: 'number' })
  const url = `postgres://${String(user)}@${encodeURIComponent(String(host))}/postgres`
  const options = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    file,
    '--exclude-pattern',
    '*.kysely_*',
    '--type-mapping',
    mapping,
  ]
  const made = spawnSync('kysely-codegen', options, { stdio: 'inherit' })
  if (made.status !== 0) throw new Error('kysely-codegen failed.')
  const target = new URL('../src/server/db/tables.ts', import.meta.url)
  writeFileSync(target, readFileSync(file, 'utf8').replaceAll(/\bDB\b/g, 'Database'))
  spawnSync('oxfmt', [target.pathname], { stdio: 'inherit' })
} finally {
  await database.close()
  rmSync(home, { recursive: true, force: true })
}
