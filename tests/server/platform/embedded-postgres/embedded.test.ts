import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { supervisePostgres, type EmbeddedPostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from '#tests/support/log.ts'
import { addressOf, createHome, kill, startOwner, type Home, type Program } from '#tests/support/owners.ts'

const isRoot = process.getuid?.() === 0

let home: Home
let undo: (() => unknown)[]

beforeEach(() => {
  home = createHome()
  vi.stubEnv('TMPDIR', home.temporary)
  undo = [() => home.remove(), () => vi.unstubAllEnvs()]
})
afterEach(async () => {
  for (const each of undo.toReversed()) await each()
})

async function openOwn(): Promise<OpenDatabase> {
  const database = await openDatabase(home.config, silentLog(), { exclusive: true })
  undo.push(database.close)
  return database
}

async function supervise(): Promise<EmbeddedPostgres & { db: Kysely<Database> }> {
  const server = await supervisePostgres(home.folder, silentLog())
  undo.push(() => server.stop({ leaveRunning: false }))
  return { ...server, db: connect(server.connection) }
}

function own(environment: Record<string, string> = {}): Program {
  const program = startOwner(home, environment)
  undo.push(() => kill(program))
  return program
}

function connect(address: { host: string; port: number }): Kysely<Database> {
  const db = createDatabase(createPool({ ...address, user: 'foyer', database: 'postgres' }, silentLog()))
  undo.push(() => db.destroy())
  return db
}

function runningPid(): number {
  const pid = home.postmaster()
  if (pid === undefined || !isAlive(pid)) throw new Error('No server runs.')
  return pid
}

function isServerUp(): boolean {
  const pid = home.postmaster()
  return pid !== undefined && isAlive(pid)
}

/** Waits until the server has a new pid, because open connections outlive the old one briefly. */
async function killServer(): Promise<void> {
  const pid = runningPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
}

async function writeRows(db: Kysely<Database>, count: number): Promise<void> {
  await sql`create table kept (n integer primary key)`.execute(db)
  await sql`insert into kept select generate_series(1, ${count}::integer)`.execute(db)
}

async function countRows(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from kept`.execute(db)
  return rows[0]?.count ?? 0
}

describe('starting and stopping', () => {
  test('on an empty folder uses a private user, a socket only, and durable commits', async () => {
    const { db, connection } = await openOwn()
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit')`.execute(db)
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      synchronous_commit: 'on',
    })
    expect(statSync(home.folder).mode & 0o777).toBe(0o700)
    expect(statSync(home.folder).uid).not.toBe(0)
    expect(statSync(String(connection.host)).mode & 0o777).toBe(0o700)
  })

  test('a stop leaves no process or socket folder, and rows survive', async () => {
    const { db, close } = await openDatabase(home.config, silentLog(), { exclusive: true })
    const pid = runningPid()
    await writeRows(db, 100)
    await close()
    // The process has exited; its parent may not have reaped it yet.
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(home.sockets()).toEqual([])
    expect(home.postmaster()).toBeUndefined()
    expect(await countRows((await openOwn()).db)).toBe(100)
  })

  test('after Ctrl-C in a terminal, the server outlives Foyer’s shutdown @full', async () => {
    const owner = own({ LOG_LEVEL: 'error' })
    await addressOf(owner)
    const pid = runningPid()
    process.kill(-owner.pid, 'SIGINT')
    const { code, out } = await owner.ended
    expect(code).toBe(0)
    expect(out).not.toContain('has died')
    // The new parent must reap it first.
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(home.sockets()).toEqual([])
  })

  test('leftovers of an interrupted initialisation are neither used nor kept @full', async () => {
    const half = `${home.folder}.${await pidOfTheDead()}`
    mkdirSync(half, { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18\n')
    await openOwn()
    expect(readdirSync(dirname(home.folder))).toEqual([basename(home.folder)])
  })

  test.runIf(isRoot)('root’s data are in /var/lib when the server can’t access the folder', async () => {
    const hidden = createHome({ isReachable: false })
    undo.push(() => hidden.remove())
    expect(hidden.folder).toMatch(/^\/var\/lib\/foyer\/foyer-home-\w+-[\da-f]{8}$/)
    const { db, close } = await openDatabase(hidden.config, silentLog(), { exclusive: true })
    await writeRows(db, 1)
    expect(existsSync(join(hidden.folder, 'PG_VERSION'))).toBe(true)
    await close()
    expect(existsSync(hidden.config.FOYER_DATA_DIR)).toBe(false)
  })

  test.runIf(isRoot)('root with a strict umask creates accessible folders', async () => {
    const before = process.umask(0o077)
    try {
      const { db } = await openOwn()
      await writeRows(db, 1)
      expect(await countRows(db)).toBe(1)
    } finally {
      process.umask(before)
    }
  })
})

describe('after a kill -9', () => {
  test('of Foyer, the next start adopts the server without data loss, and stops it', async () => {
    const first = own()
    await writeRows(connect(await addressOf(first)), 500)
    const pid = runningPid()
    await kill(first)
    expect(isAlive(pid)).toBe(true)

    const { db, close } = await openDatabase(home.config, silentLog(), { exclusive: true })
    expect(home.postmaster()).toBe(pid)
    expect(await countRows(db)).toBe(500)
    await close()
    // The process has exited; its parent may not have reaped it yet.
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(home.sockets()).toEqual([])
  })

  test('of Foyer and PostgreSQL, the next start recovers without data loss or leftovers @full', async () => {
    const first = own()
    await writeRows(connect(await addressOf(first)), 500)
    const pid = runningPid()
    await kill(first)
    process.kill(pid, 'SIGKILL')

    const { db, close } = await openDatabase(home.config, silentLog(), { exclusive: true })
    expect(runningPid()).not.toBe(pid)
    expect(await countRows(db)).toBe(500)
    await close()
    expect(home.sockets()).toEqual([])
  })

  test.each(['started', 'adopted'])(
    'of a PostgreSQL that was %s, it restarts at the same socket',
    async (how) => {
      if (how === 'adopted') {
        const first = own()
        await addressOf(first)
        await kill(first)
      }
      const server = await supervise()
      expect(server.isAdopted).toBe(how === 'adopted')
      await writeRows(server.db, 100)
      const seen = new Set([runningPid()])
      for (const starts of [2, 3]) {
        await killServer()
        await expect.poll(() => isServerUp()).toBe(true)
        await expect.poll(() => countRows(server.db).catch(() => 'away')).toBe(100)
        expect(seen.add(runningPid()).size).toBe(starts)
      }
      expect(home.sockets()).toEqual([basename(server.connection.host)])
    },
  )

  test('of PostgreSQL, any restart uses the known socket @full', async () => {
    const server = await supervise()
    await writeRows(server.db, 10)
    await server.stop({ leaveRunning: true })
    await killServer()
    const other = own()
    expect((await addressOf(other)).host).toBe(server.connection.host)
    expect(await countRows(server.db)).toBe(10)
  })

  test('a process with the old server’s pid is neither adopted nor harmed @full', async () => {
    const { db, close } = await openDatabase(home.config, silentLog(), { exclusive: true })
    await writeRows(db, 10)
    await close()
    const stranger = startOwner(createdHome())
    await addressOf(stranger)
    const lines = [
      stranger.pid,
      home.folder,
      '1',
      '5432',
      join(home.temporary, 'foyer-pg-gone'),
      '',
      '',
      'ready',
      '',
    ]
    writeFileSync(join(home.folder, 'postmaster.pid'), lines.join('\n'))

    const again = await openDatabase(home.config, silentLog(), { exclusive: true })
    expect(runningPid()).not.toBe(stranger.pid)
    expect(await countRows(again.db)).toBe(10)
    await again.close()
    stranger.process.stdin?.end()
    expect((await stranger.ended).code).toBe(0)
  })
})

function createdHome(): Home {
  const other = createHome()
  undo.push(() => other.remove())
  return other
}

async function pidOfTheDead(): Promise<number> {
  const other = startOwner(createdHome())
  await kill(other)
  return other.pid
}
