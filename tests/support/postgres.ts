import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { dataFolder } from '#server/db/embedded/data-folder.ts'
import { supervisePostgres } from '#server/db/embedded/supervise.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { silentLog } from './log.ts'

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

export const TEMPLATE = 'foyer_template'

/** Tests outlive no power cut: what they write need not be on the disk. */
export const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const MEMORY = '/dev/shm'
/** More than a run of the tests leaves behind. */
const ROOM_BYTES = 4 * 1024 ** 3

/** In memory where the system has a place for that and room in it: a database a test is a thousand small files. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    accessSync(MEMORY, constants.W_OK)
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A server for one run of the tests, with a migrated database to clone. */
export async function startTestPostgres(): Promise<{ address: ServerAddress; stop: () => Promise<void> }> {
  const home = mkdtempSync(join(quickFolder(), 'foyer-test-'))
  // PostgreSQL's unprivileged user must get there.
  chmodSync(home, 0o755)
  const folder = dataFolder(join(home, 'data'))
  const server = await supervisePostgres(folder, silentLog(), CARELESS)
  const bare = createDatabase(createPool(server.connection, silentLog()))
  await sql.raw(`create database ${TEMPLATE}`).execute(bare)
  await bare.destroy()
  const template = createDatabase(createPool({ ...server.connection, database: TEMPLATE }, silentLog()))
  await migrateToLatest(template)
  await template.destroy()
  return {
    address: server.connection,
    stop: async () => {
      await server.stop({ leaveRunning: false })
      rmSync(home, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A copy of the template's files: quicker to make, and to drop, than a copy by the log, PostgreSQL's usual way. The
 * checkpoints that it needs are cheap where nothing must be on the disk.
 */
export const cloneTemplate = (name: string): string =>
  `create database ${name} template ${TEMPLATE} strategy file_copy`

/** Another migrated, empty database of a server that was started for tests. */
export async function cloneDatabase(
  server: ServerAddress,
): Promise<{ address: ServerAddress; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, cloneTemplate(name))
  return {
    address: { ...server, database: name },
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

async function onServer(server: ServerAddress, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startTestPostgres()
  project.provide('postgres', address)
  return stop
}
