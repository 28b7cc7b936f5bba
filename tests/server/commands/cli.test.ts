import { existsSync, renameSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { seedDemo } from '#server/commands/seed.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { addressOf, createHome, kill, runFoyer, startOwner, type Home } from '#tests/support/owners.ts'

const DONE = { code: 0, err: '' }
const SEEDED = { ...DONE, out: 'The demo data was inserted.\n' }

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

  const run = (...args: string[]) => runFoyer(args, home.environment)
  const liveFoyer = async (): Promise<Kysely<Database>> => {
    const owner = startOwner(home)
    undo.push(() => kill(owner))
    const address = await addressOf(owner)
    const db = createDatabase(createPool({ ...address, user: 'foyer', database: 'postgres' }, silentLog()))
    undo.push(() => db.destroy())
    return db
  }

  test('a missing data folder is a wrong setting, except for commands that fill a database @full', async () => {
    for (const args of [
      ['migrate'],
      ['operator', 'list'],
      ['export', `${home.folder}.export`],
      ['backup'],
      ['demo', 'remove'],
    ])
      expect([args, await run(...args)]).toEqual([
        args,
        {
          code: 1,
          out: '',
          err: `There is no data in ${home.folder}. Set FOYER_DATA_DIR or DATABASE_URL to the server’s value; the server’s first start creates the data.\n`,
        },
      ])
    expect((await run('doctor')).out).toContain(`There is no data in ${home.folder}.`)
    expect(existsSync(home.folder)).toBe(false)
  })

  test('seed, migrate and reset, with nothing running before or after @full', async () => {
    expect(await run('demo', 'seed')).toEqual(SEEDED)
    expect(await run('migrate')).toEqual({ ...DONE, out: 'The database is up to date.\n' })
    const refused = await run('demo', 'reset')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^This drops everything in \S+data, with \d+ orders\. Add --yes to confirm /)
    expect(await run('demo', 'reset', '--yes')).toEqual({
      ...DONE,
      out: 'The database was emptied, and the demo data was inserted.\n',
    })
    expect(home.postmaster()).toBeUndefined()
    expect(home.sockets()).toEqual([])
    expect(await promotersOf(await liveFoyer())).toEqual(['aurora', 'brickworks', 'nordlys'])
  })

  test('with a running Foyer, seed fills an empty database only, reset is refused, and the server keeps running @full', async () => {
    const db = await liveFoyer()
    const pid = home.postmaster()
    expect(await run('demo', 'seed')).toEqual(SEEDED)
    expect(await run('demo', 'seed')).toEqual({
      code: 1,
      out: '',
      err: 'The database already has promoters. `npm run db:reset` starts over with the demo.\n',
    })
    await insertPromoter(db, 'Mine')
    const { code, out, err } = await run('demo', 'reset')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Another Foyer is running on the same data\. Stop it first, .*\n$/)
    expect(await promotersOf(db)).toEqual(['aurora', 'brickworks', 'mine', 'nordlys'])
    expect(home.postmaster()).toBe(pid)
  })

  test('a running server whose socket is hidden, as by PrivateTmp, is named at once @full', async () => {
    const owner = startOwner(home)
    undo.push(() => kill(owner))
    const { host } = await addressOf(owner)
    const away = `${host}.hidden`
    renameSync(host, away)
    const { code, out, err } = await run('migrate')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(
      `(process ${home.postmaster()}), but its socket folder ${host} isn’t visible to this process`,
    )
    renameSync(away, host)
    expect(await run('migrate')).toEqual({ ...DONE, out: 'The database is up to date.\n' })
  })

  test('a command that started the server leaves it to a Foyer that uses it @full', async () => {
    const seeding = run('demo', 'seed')
    await expect.poll(() => home.postmaster() ?? 0, { timeout: 20_000, interval: 5 }).not.toBe(0)
    const db = await liveFoyer()
    const pid = Number(home.postmaster())
    expect(await seeding).toEqual(SEEDED)
    expect(isAlive(pid)).toBe(true)
    expect(home.postmaster()).toBe(pid)
    expect(await promotersOf(db)).toHaveLength(3)
  })

  test('print usage, and name the invalid setting', async () => {
    expect(await run('drop')).toEqual({
      code: 1,
      out: '',
      err: 'There is no command “drop”. `foyer help` lists all.\n',
    })
    expect(await run('demo', 'drop')).toEqual({
      code: 1,
      out: '',
      err: 'Usage: foyer demo seed, remove or reset.\n',
    })
    const { code, err } = await runFoyer(['migrate'], { ...home.environment, PORT: 'http' })
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

  test('reset drops a possibly used database only with a confirmation @full', async () => {
    await insertPromoter(database.db, 'Mine')
    expect(await runFoyer(['demo', 'reset'], environment)).toEqual({
      code: 1,
      out: '',
      err: 'This drops everything in the database at DATABASE_URL, with 0 orders. Add --yes to confirm (after `npm run`: -- --yes).\n',
    })
    expect(await promotersOf(database.db)).toEqual(['mine'])
    expect((await runFoyer(['demo', 'reset', '--yes'], environment)).code).toBe(0)
    expect(await promotersOf(database.db)).toEqual(['aurora', 'brickworks', 'nordlys'])
  })

  test('a production install gets no demo unless DEMO is on, and can remove one @full', async () => {
    const production = { ...environment, NODE_ENV: 'production' }
    expect(await runFoyer(['demo', 'seed'], production)).toEqual({
      code: 1,
      out: '',
      err: 'This is a production install, and the passwords of the demo are public. Set DEMO=on to insert it anyway.\n',
    })
    expect(await runFoyer(['demo', 'reset', '--yes'], production)).toEqual({
      ...DONE,
      out: 'The database was emptied.\n',
    })
    expect(await promotersOf(database.db)).toEqual([])
    expect(await runFoyer(['demo', 'seed'], { ...production, DEMO: 'on' })).toEqual(SEEDED)
    const asked = await runFoyer(['demo', 'remove'], production)
    expect(asked.err).toMatch(
      /^This deletes 3 demo promoters, \d+ orders and 5 demo accounts\. Add --yes to confirm /,
    )
    expect(await promotersOf(database.db)).toHaveLength(3)
    const removed = await runFoyer(['demo', 'remove', '--yes'], production)
    expect(removed.out).toMatch(/^Deleted 3 demo promoters, \d+ orders and 5 demo accounts\.\n$/)
    expect(await promotersOf(database.db)).toEqual([])
  })

  test('secrets re-encrypts all with the first key, and prints their number', async () => {
    const [old, next] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
    const secrets = (keys: string) => runFoyer(['secrets'], { ...environment, FOYER_ENCRYPTION_KEY: keys })
    expect(await secrets(`${old}`)).toMatchObject({ ...DONE, out: expect.stringMatching(/^1 secret was /) })
    const refused = await secrets(`${next}`)
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/Set FOYER_ENCRYPTION_KEY or/)])
    expect(await secrets(`${next},${old}`)).toMatchObject({
      ...DONE,
      out: expect.stringMatching(/^1 secret was /),
    })
  })

  test('secrets that have the first key stay as they are @full', async () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const secrets = () => runFoyer(['secrets'], { ...environment, FOYER_ENCRYPTION_KEY: key })
    expect(await secrets()).toMatchObject({ ...DONE, out: expect.stringMatching(/^1 secret was /) })
    expect(await secrets()).toMatchObject({ ...DONE, out: expect.stringMatching(/^0 secrets were /) })
  })

  test('reports rebuilds the report tables from their sources @full', async () => {
    const { db } = database
    await seedDemo(db, Date.parse('2026-11-21T09:00:00Z'))
    await addPendingReports({ db })
    const sums = async () => {
      const { rows } = await sql<{ sums: unknown[] }>`
        select array[
          (select sum(promoter_cents) from report_hours where dimension = 'event'),
          (select sum(promoter_cents) from report_totals where dimension = 'event' and unit = 'month'),
          (select sum(views) from event_visits),
          (select sum(views) from visit_totals where unit = 'month')]::int[] as sums`.execute(db)
      return rows[0]?.sums
    }
    const right = await sums()
    expect(right?.every(Number)).toBe(true)
    await sql`update report_hours set promoter_cents = promoter_cents + 1`.execute(db)
    await sql`delete from report_totals where key = ''`.execute(db)
    await sql`update visit_totals set views = views - 1`.execute(db)
    expect(await sums()).not.toEqual(right)
    expect(await runFoyer(['reports'], environment)).toEqual({
      ...DONE,
      out: 'The report totals were rebuilt.\n',
    })
    expect(await sums()).toEqual(right)
  })

  test('migrate refuses a database that a newer version has migrated', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2027-01-01T00:00:00Z')`.execute(
      database.db,
    )
    const { code, out, err } = await runFoyer(['migrate'], environment)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^The database was migrated by a newer Foyer \(9999_later\) than this one.*\n$/)
  })

  test('migrate sets up an empty database', async () => {
    await sql`drop schema sandbox cascade`.execute(database.db)
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    expect((await runFoyer(['migrate'], environment)).code).toBe(0)
    expect(await promotersOf(database.db)).toEqual([])
  })
})
