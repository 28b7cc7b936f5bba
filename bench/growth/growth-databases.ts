import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seedDemo } from '#server/commands/seed.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { silentLog } from '#tests/support/log.ts'
import { open, type PostgresAddress } from '../support/bench.ts'
import { LOADING_FLAGS } from '../console/bulk-load.ts'
import { seedGrowth, sizeOf } from './seed-growth.ts'

export interface GrowthDatabases {
  demo: PostgresAddress
  grown: PostgresAddress
  close: () => Promise<void>
}

/**
 * Opens a PostgreSQL in `home` with the demo and the grown database, each filled on first use and kept. Fills them without durability, and
 * starts the server again with Foyer's settings to measure.
 */
export async function openGrowthDatabases(
  { home, scale }: { home: string; scale: number },
  say: (words: string) => void,
): Promise<GrowthDatabases> {
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  const folder = resolveDataFolder(join(home, 'data'))
  const filling = await supervisePostgres(folder, silentLog(), LOADING_FLAGS)
  try {
    await prepare(filling.connection, 'demo', (db) => seedDemo(db, Date.now()))
    await prepare(filling.connection, `grown_${scale}`, (db) => seedGrowth(db, sizeOf(scale), say))
  } finally {
    await filling.stop({ leaveRunning: false })
  }
  const server = await supervisePostgres(folder, silentLog())
  return {
    demo: { ...server.connection, database: 'demo' },
    grown: { ...server.connection, database: `grown_${scale}` },
    close: () => server.stop({ leaveRunning: false }),
  }
}

/** Fills a database under another name, which it keeps if that fails, and renames it afterwards. */
async function prepare(
  server: PostgresAddress,
  name: string,
  fill: (db: ReturnType<typeof open>) => Promise<void>,
): Promise<void> {
  const filling = `${name}_filling`
  const bare = open(server)
  try {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(bare)
    if (rows.length === 0) {
      await sql`drop database if exists ${sql.id(filling)}`.execute(bare)
      await sql`create database ${sql.id(filling)}`.execute(bare)
      await withDatabase({ ...server, database: filling }, async (db) => {
        await migrateToLatest(db)
        await fill(db)
      })
      await sql`alter database ${sql.id(filling)} rename to ${sql.id(name)}`.execute(bare)
    }
  } finally {
    await bare.destroy()
  }
  await withDatabase({ ...server, database: name }, migrateToLatest)
}

async function withDatabase(
  address: PostgresAddress,
  work: (db: ReturnType<typeof open>) => Promise<void>,
): Promise<void> {
  const db = open(address)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
