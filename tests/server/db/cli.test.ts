import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import type { Database } from '#server/db/tables.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { addressOf, createHome, kill, runCommand, startOwner, type Home } from '#tests/support/owners.ts'

const DONE = { code: 0, err: '' }
const SEEDED = { ...DONE, out: 'The demo is in place.\n' }

async function promotersOf(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('promoters').select('slug').orderBy('slug').execute()
  return rows.map((row) => row.slug)
}

describe('the commands on embedded data', () => {
  let home: Home
  let undo: (() => unknown)[]

  beforeEach(() => {
    home = createHome()
    undo = [() => home.remove()]
  })
  afterEach(async () => {
    for (const each of undo.toReversed()) await each()
  })

  const run = (...args: string[]) => runCommand(args, home.environment)
  const liveFoyer = async (): Promise<Kysely<Database>> => {
    const owner = startOwner(home)
    undo.push(() => kill(owner))
    const address = await addressOf(owner)
    const db = createDatabase(createPool({ ...address, user: 'foyer', database: 'postgres' }, silentLog()))
    undo.push(() => db.destroy())
    return db
  }

  test('migrate, seed and reset, with nothing running before or after', async () => {
    expect(await run('migrate')).toEqual({ ...DONE, out: 'The database is up to date.\n' })
    expect(await run('migrate')).toEqual({ ...DONE, out: 'The database is up to date.\n' })
    expect(await run('seed')).toEqual(SEEDED)
    expect(await run('reset')).toEqual({
      ...DONE,
      out: 'Everything was dropped, and the demo is in place.\n',
    })
    expect(home.postmaster()).toBeUndefined()
    expect(home.sockets()).toEqual([])
    expect(await promotersOf(await liveFoyer())).toEqual(['aurora', 'brickworks', 'nordlys'])
  })

  test('beside a Foyer that runs: seed fills an empty database and no other, and leaves the server alone', async () => {
    const db = await liveFoyer()
    const pid = home.postmaster()
    expect(await run('seed')).toEqual(SEEDED)
    expect(await run('seed')).toEqual({
      code: 1,
      out: '',
      err: 'The database already has promoters. `npm run db:reset` starts over with the demo.\n',
    })
    expect(await promotersOf(db)).toHaveLength(3)
    expect(home.postmaster()).toBe(pid)
  })

  test('reset refuses while a Foyer runs, and nothing is dropped', async () => {
    const db = await liveFoyer()
    await run('migrate')
    await insertPromoter(db, 'Mine')
    const { code, out, err } = await run('reset')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Another Foyer is running on the same data\. Stop it first, .*\n$/)
    expect(await promotersOf(db)).toEqual(['mine'])
  })

  test('a command that started the server leaves it to a Foyer that came to use it', async () => {
    const seeding = run('seed')
    await expect.poll(() => home.postmaster() ?? 0, { timeout: 20_000, interval: 5 }).not.toBe(0)
    const db = await liveFoyer()
    const pid = Number(home.postmaster())
    expect(await seeding).toEqual(SEEDED)
    expect(isAlive(pid)).toBe(true)
    expect(home.postmaster()).toBe(pid)
    expect(await promotersOf(db)).toHaveLength(3)
  })

  test('says what it can do, and which setting is wrong', async () => {
    expect(await run('drop')).toEqual({ code: 1, out: '', err: 'Say one of: migrate, seed, reset.\n' })
    const { code, err } = await runCommand(['migrate'], { ...home.environment, PORT: 'http' })
    expect([code, err]).toEqual([1, 'PORT is set to "http", but it must be a number from 0 to 65535.\n'])
  })
})

describe('the commands on DATABASE_URL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let environment: Record<string, string>

  beforeEach(async () => {
    database = await createTestDatabase()
    const { host, port, user, database: name } = database.address
    environment = {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    }
  })
  afterEach(() => database.drop())

  test('reset drops what somebody may have sold only when told twice', async () => {
    await insertPromoter(database.db, 'Mine')
    expect(await runCommand(['reset'], environment)).toEqual({
      code: 1,
      out: '',
      err: 'This drops everything in the database that DATABASE_URL names. Add `-- --yes` if that is what you want.\n',
    })
    expect(await promotersOf(database.db)).toEqual(['mine'])
    expect((await runCommand(['reset', '--yes'], environment)).code).toBe(0)
    expect(await promotersOf(database.db)).toEqual(['aurora', 'brickworks', 'nordlys'])
  })

  test('migrate brings an empty database up', async () => {
    await sql`drop schema sandbox cascade`.execute(database.db)
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    expect((await runCommand(['migrate'], environment)).code).toBe(0)
    expect(await promotersOf(database.db)).toEqual([])
  })
})
