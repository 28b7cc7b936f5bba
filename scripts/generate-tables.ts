import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { formatGenerated } from './format-generated.ts'

export const TABLES_FILE = join(import.meta.dirname, '../src/server/platform/db/tables.ts')

/** PostgreSQL type → TypeScript type. Money and counts stay far below 2^53; JSON columns are parsed by their readers. */
const TYPES = { int8: 'number', jsonb: 'unknown' }

export function generateTables({ host, user, database }: PoolConfig): string {
  const url = `postgres://${String(user)}@${encodeURIComponent(String(host))}/${String(database)}`
  const options = [
    '--dialect=postgres',
    `--url=${url}`,
    '--exclude-pattern=*.kysely_*',
    `--type-mapping=${JSON.stringify(TYPES)}`,
    '--print',
    '--log-level=error',
  ]
  const generated = spawnSync('kysely-codegen', options, { encoding: 'utf8' })
  if (generated.status !== 0) throw new Error(`kysely-codegen failed: ${generated.stderr}`)
  const text = generated.stdout.replaceAll(/\bDB\b/g, 'Database')
  return formatGenerated(text, TABLES_FILE)
}

/** `npm run db:types`: generates tables.ts with a temporary server. */
async function main(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'foyer-types-'))
  // The unprivileged user that runs root's PostgreSQL must reach this folder. It is deleted afterwards.
  chmodSync(home, 0o755)
  const config = readConfig({ FOYER_DATA_DIR: join(home, 'data'), LOG_LEVEL: 'warn' })
  const database = await openDatabase(config, createLog(config), { exclusive: true })
  try {
    await migrateToLatest(database.db)
    writeFileSync(TABLES_FILE, generateTables(database.connection))
  } finally {
    await database.close()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
