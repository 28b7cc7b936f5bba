import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from './log.ts'
import { cloneDatabase, contentsOf, TEMPLATE_WITH_QUEUE, type ServerAddress } from './postgres.ts'
import { resetDatabase } from './reset-database.ts'

interface Copy {
  address: ServerAddress
  pool: pg.Pool
  drop: () => void
}

/** Copies that earlier tests of this process have given back. */
const free: Copy[] = []
let contents: Promise<string> | undefined

/** Returns a migrated database without rows of other tests: a copy of the template, or one that an earlier test has given back. */
export async function createTestDatabase(): Promise<{
  db: Kysely<Database>
  address: ServerAddress
  drop: () => Promise<void>
}> {
  const copy = free.pop() ?? (await openCopy())
  const { db, close } = lend(copy.pool)
  let dropped: Promise<void> | undefined
  const drop = (): Promise<void> => {
    close()
    dropped ??= restore(copy)
    return dropped
  }
  return { db, address: copy.address, drop }
}

/** What a test has left running gets no connection after \`close\`. */
function lend(pool: pg.Pool): { db: Kysely<Database>; close: () => void } {
  let isOpen = true
  const close = (): void => {
    isOpen = false
  }
  const connect = (): Promise<pg.PoolClient> =>
    isOpen ? pool.connect() : Promise.reject(new Error('The test has given its database back.'))
  const end = (): Promise<void> => Promise.resolve(close())
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect, end } })
  return { db: new Kysely<Database>({ dialect }), close }
}

async function openCopy(): Promise<Copy> {
  const { address, drop } = await cloneDatabase(inject('postgres'), TEMPLATE_WITH_QUEUE)
  // Long limits for busy machines.
  const patience = { connectionTimeoutMillis: 25_000, statement_timeout: 60_000, query_timeout: 65_000 }
  const pool = createPool({ ...address, ...patience }, silentLog())
  await pool.query('select 1')
  return { address, pool, drop }
}

async function restore(copy: Copy): Promise<void> {
  contents ??= contentsOf(inject('postgres'))
  const isReset = await resetDatabase(copy.pool, await contents).catch(() => false)
  if (isReset) return void free.push(copy)
  if (!copy.pool.ending) await copy.pool.end()
  copy.drop()
}
