import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { describe, expect, test, type TestContext } from 'vitest'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from '#tests/support/log.ts'
import { addressOf, createHome, kill, startOwner, type Home, type Program } from '#tests/support/owners.ts'

const TAKEN =
  'DataInUse: Another Foyer is running on the same data. Stop it first, or give this one a folder of its own with FOYER_DATA_DIR.\n'

interface Place {
  home: Home
  own: () => Program
  connect: (owner: Program) => Promise<Kysely<Database>>
  pid: () => number
}

/**
 * A folder that several processes compete for, removed after the test. Tests run concurrently, because the second process waits for
 * seconds.
 */
function openPlace({ onTestFinished }: TestContext): Place {
  const home = createHome()
  onTestFinished(() => home.remove())
  return {
    home,
    own: () => {
      const program = startOwner(home)
      onTestFinished(() => kill(program))
      return program
    },
    connect: async (owner) => {
      const address = { ...(await addressOf(owner)), user: 'foyer', database: 'postgres' }
      const db = createDatabase(createPool(address, silentLog()))
      onTestFinished(() => db.destroy())
      return db
    },
    pid: () => {
      const pid = home.postmaster()
      if (pid === undefined || !isAlive(pid)) throw new Error('No server runs.')
      return pid
    },
  }
}

async function writeRows(db: Kysely<Database>, count: number): Promise<void> {
  await sql`create table kept as select n from generate_series(1, ${count}::integer) n`.execute(db)
}

async function countRows(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from kept`.execute(db)
  return rows[0]?.count ?? 0
}

async function lockHolders(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks where locktype = 'advisory' and granted`.execute(db)
  return rows[0]?.count ?? 0
}

describe('two processes on one folder', { concurrent: true }, () => {
  test('the second is refused with a message, and the first is undisturbed', async (context) => {
    const place = openPlace(context)
    const db = await place.connect(place.own())
    await writeRows(db, 10)
    const pid = place.pid()
    expect(await place.own().ended).toEqual({ code: 1, out: '', err: TAKEN })
    expect(place.pid()).toBe(pid)
    expect(await countRows(db)).toBe(10)
  })

  test('also after SIGKILL of PostgreSQL, its Foyer keeps the data @full', async (context) => {
    const { expect: expectHere } = context
    const place = openPlace(context)
    const db = await place.connect(place.own())
    await writeRows(db, 10)
    const pid = place.pid()
    process.kill(pid, 'SIGKILL')
    const next = (): number | undefined => place.home.postmaster()
    await expectHere.poll(() => isAlive(pid)).toBe(false)
    await expectHere.poll(() => isAlive(next() ?? pid)).toBe(true)
    await expectHere.poll(() => lockHolders(db).catch(() => 0)).toBe(1)
    expect((await place.own().ended).err).toBe(TAKEN)
    expect(await countRows(db)).toBe(10)
  })

  // Starting the server and taking the lock are two races with independent winners.
  test.for([1, 2])('of three concurrent first starts one wins undisturbed (%i) @full', async (_, context) => {
    const place = openPlace(context)
    const { home } = place
    const starts = [place.own(), place.own(), place.own()]
    const lines = await Promise.all(starts.map((start) => start.firstLine))
    const winner = starts.find((__, index) => lines[index] !== undefined)
    const losers = starts.filter((start) => start !== winner)
    if (!winner) throw new Error('Nobody won.')
    const pid = place.pid()
    expect((await Promise.all(losers.map((loser) => loser.ended))).map(({ err }) => err)).toEqual([
      TAKEN,
      TAKEN,
    ])

    expect(place.pid()).toBe(pid)
    const { host } = await addressOf(winner)
    const db = await place.connect(winner)
    await writeRows(db, 50)
    expect(await countRows(db)).toBe(50)
    expect(readdirSync(dirname(home.folder))).toEqual([basename(home.folder)])
    expect(home.sockets()).toEqual([basename(host)])

    winner.process.stdin?.end()
    expect((await winner.ended).code).toBe(0)
    await context.expect.poll(() => isAlive(pid)).toBe(false)
    expect(home.sockets()).toEqual([])
  })
})
