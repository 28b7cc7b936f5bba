import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from '#tests/support/log.ts'
import { cloneTemplate, TEMPLATE, type ServerAddress } from '#tests/support/postgres.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { setClock } from './started.ts'

export interface RunningFoyer {
  db: Kysely<Database>
  port: number
  /** URL of a page: `url('aurora', '/cart')`; '' is the main site. */
  url: (site: string, path?: string) => string
  /** Moves the server's clock forward. */
  advance: (milliseconds: number) => Promise<void>
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** `settings` may depend on the database. */
export async function startFoyer(
  given: Settings | ((db: Kysely<Database>) => Promise<Settings>) = {},
): Promise<RunningFoyer> {
  const { address, db, drop } = await openDemo()
  const settings = typeof given === 'function' ? await given(db) : given
  let { child, port } = await launch(address, 0, settings)
  let ahead = 0
  return {
    db,
    port,
    url: (site, path = '/') => `http://${site ? `${site}.` : ''}localhost:${port}${path}`,
    advance: async (milliseconds) => {
      ahead += milliseconds
      await setClock(child, ahead)
    },
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    restart: async () => {
      ;({ child, port } = await launch(address, port, settings))
      await setClock(child, ahead)
    },
    stop: async () => {
      await stopChild(child)
      await drop()
    },
  }
}

/** The database with demo data that `openDemo` clones. */
export const DEMO_TEMPLATE = 'foyer_demo'

export const openDemo = (): Promise<DatabaseCopy> => openCopy(DEMO_TEMPLATE)

/** A migrated database without rows. */
export const openEmpty = (): Promise<DatabaseCopy> => openCopy(TEMPLATE)

interface DatabaseCopy {
  address: ServerAddress
  db: Kysely<Database>
  drop: () => Promise<void>
}

async function openCopy(template: string): Promise<DatabaseCopy> {
  const server = readServer()
  const name = `journey_${randomBytes(6).toString('hex')}`
  await onServer(server, cloneTemplate(name, template))
  const address = { ...server, database: name }
  const db = createDatabase(createPool(address, silentLog()))
  return {
    address,
    db,
    drop: async () => {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

export const urlOf = ({ user, host, port, database }: ServerAddress): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`

/** Stops a Foyer process gracefully, unless it has been killed. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
}

function readServer(): ServerAddress {
  const text = process.env['FOYER_TEST_POSTGRES']
  if (!text) throw new Error('The global set-up has not started PostgreSQL.')
  return JSON.parse(text)
}

/** Starts a Foyer process; port 0 selects a free one. */
export async function launch(
  address: ServerAddress,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), {
    execPath: 'node',
    execArgv: [],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(address),
      FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      PORT: String(port),
      SWEEP_INTERVAL_MS: '600',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      ...settings,
    },
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`Foyer ended with code ${code} before it listened.`)),
    ),
  ])
  return { child, port: message.port }
}

export async function onServer(server: ServerAddress, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
