import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '#server/context.ts'
import { createMailQueue } from '#server/messages/delivery/mail-queue.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { silentLog } from './log.ts'
import { readContents } from './reset-database.ts'

export interface ServerAddress {
  host: string
  port: number
  user: string
  database: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ServerAddress
  }
}

/** Migrated, without rows. */
export const TEMPLATE = 'foyer_template'

/** Also has the tables of the mail queue, which the first delivery in a database creates: that takes longer than most tests. */
export const TEMPLATE_WITH_QUEUE = 'foyer_template_with_queue'

/** Tests need no durability. */
export const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** End-to-end tests have up to three nodes at once for each of three workers, and 41 connections for each node. */
const MANY_CONNECTIONS = 'max_connections=400'

const MEMORY = '/dev/shm'
/** Above the size of a test run's data. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Returns a folder in memory when available: a database per test has a thousand small files. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    accessSync(MEMORY, constants.W_OK)
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Starts a server for one test run, with a migrated template database. */
export async function startTestPostgres(): Promise<{ address: ServerAddress; stop: () => Promise<void> }> {
  const home = mkdtempSync(join(quickFolder(), 'foyer-test-'))
  // The server's unprivileged user needs access.
  chmodSync(home, 0o755)
  const folder = resolveDataFolder(join(home, 'data'))
  const server = await supervisePostgres(folder, silentLog(), [...CARELESS, MANY_CONNECTIONS])
  const bare = createDatabase(createPool(server.connection, silentLog()))
  await sql.raw(`create database ${TEMPLATE}`).execute(bare)
  await bare.destroy()
  const template = createDatabase(createPool({ ...server.connection, database: TEMPLATE }, silentLog()))
  await migrateToLatest(template)
  await template.destroy()
  await addQueueTemplate(server.connection)
  await keepContents(server.connection)
  return {
    address: server.connection,
    stop: async () => {
      await server.stop({ leaveRunning: false })
      rmSync(home, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addQueueTemplate(server: ServerAddress): Promise<void> {
  await onServer(server, cloneTemplate(TEMPLATE_WITH_QUEUE))
  const log = silentLog()
  const db = createDatabase(createPool({ ...server, database: TEMPLATE_WITH_QUEUE }, log))
  const queue = createMailQueue({ db, log, clock: systemClock })
  await queue.open()
  await queue.close()
  await db.destroy()
}

/** SQL that copies files: faster to create and drop than PostgreSQL's default. Its checkpoints are cheap without fsync. */
export const cloneTemplate = (name: string, template = TEMPLATE): string =>
  `create database ${name} template ${template} strategy file_copy`

/**
 * Stores the SQL that restores the rows of the template (`resetDatabase`). In the server's own database, because a connection to the
 * template would prevent copies.
 */
async function keepContents(server: ServerAddress): Promise<void> {
  const contents = pg.escapeLiteral(await readContents({ ...server, database: TEMPLATE_WITH_QUEUE }))
  await onServer(server, `create table template_contents as select ${contents} as statements`)
}

export async function contentsOf(server: ServerAddress): Promise<string> {
  const { rows } = await onServer<{ statements: string }>(server, 'select statements from template_contents')
  return rows[0]?.statements ?? ''
}

/**
 * `drop` doesn't wait: PostgreSQL checks every 100 ms whether closed connections have ended. A database that is left when
 * the server stops is deleted with its files.
 */
export async function cloneDatabase(
  server: ServerAddress,
  template = TEMPLATE,
): Promise<{ address: ServerAddress; drop: () => void }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, cloneTemplate(name, template))
  return {
    address: { ...server, database: name },
    drop: () => void onServer(server, `drop database ${name} with (force)`).catch(() => undefined),
  }
}

/** By socket folder. Connections are reused, because each costs the server as much as a small database. */
const pools = new Map<string, pg.Pool>()

async function onServer<Row extends pg.QueryResultRow>(
  server: ServerAddress,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  let pool = pools.get(server.host)
  if (!pool) {
    pool = new pg.Pool({ ...server, allowExitOnIdle: true })
    // A stopping server ends idle connections.
    pool.on('error', () => undefined)
    pools.set(server.host, pool)
  }
  return pool.query<Row>(statement)
}

/** Started by the first project of a run. Each project loads this module anew. */
const SHARED = Symbol.for('foyer test PostgreSQL')

interface Shared {
  server: ReturnType<typeof startTestPostgres>
  projects: number
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const holder: typeof globalThis & { [SHARED]?: Shared } = globalThis
  const shared = (holder[SHARED] ??= { server: startTestPostgres(), projects: 0 })
  shared.projects += 1
  const { address, stop } = await shared.server
  project.provide('postgres', address)
  return async () => {
    shared.projects -= 1
    if (shared.projects > 0) return
    delete holder[SHARED]
    await stop()
  }
}
