import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seedDemo } from '#server/commands/seed.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { dataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { silentLog } from '#tests/support/log.ts'
import { open, type PostgresAddress } from '../support/bench.ts'
import { seedGrowth, sizeOf } from './seed-growth.ts'

export interface GrowthDatabases {
  demo: PostgresAddress
  grown: PostgresAddress
  close: () => Promise<void>
}

/** Opens a PostgreSQL in `home` with the demo and the grown database, each filled on first use and kept. */
export async function openGrowthDatabases(
  { home, scale }: { home: string; scale: number },
  say: (words: string) => void,
): Promise<GrowthDatabases> {
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  const server = await supervisePostgres(dataFolder(join(home, 'data')), silentLog())
  const close = (): Promise<void> => server.stop({ leaveRunning: false })
  try {
    const demo = await prepare(server.connection, 'demo', (db) => seedDemo(db, Date.now()))
    const grown = await prepare(server.connection, `grown_${scale}`, (db) =>
      seedGrowth(db, sizeOf(scale), say),
    )
    return { demo, grown, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Fills a database under another name, which it keeps if that fails, and renames it afterwards. */
async function prepare(
  server: PostgresAddress,
  name: string,
  fill: (db: ReturnType<typeof open>) => Promise<void>,
): Promise<PostgresAddress> {
  const address = { ...server, database: name }
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
  await withDatabase(address, migrateToLatest)
  return address
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
