import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { setReadOnly } from '#tests/support/read-only.ts'
import { silentLog } from '#tests/support/log.ts'
import type { ServerAddress } from '#tests/support/postgres.ts'

let db: Kysely<Database>
let address: ServerAddress
let drop: () => Promise<void>

/** Long limits for busy machines. */
const PATIENCE = { connectionTimeoutMillis: 25_000, statement_timeout: 60_000, query_timeout: 65_000 }

beforeEach(async () => {
  ;({ address, drop } = await createTestDatabase())
  // A pool of its own: the sessions of the test's database are those of earlier tests.
  db = createDatabase(createPool({ ...address, ...PATIENCE }, silentLog()))
})
afterEach(async () => {
  await db.destroy()
  await drop()
})

async function backendOf(connection: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  return rows[0]?.pid ?? 0
}

/** Terminates a connection like an administrator. Resolves when the backend has exited. */
async function terminate(pid: number): Promise<void> {
  const { rows } = await sql<{ gone: boolean }>`select pg_terminate_backend(${pid}, 5000) as gone`.execute(db)
  expect(rows).toEqual([{ gone: true }])
}

describe('a statement', () => {
  test('with parameters is prepared once per connection', async () => {
    await db.connection().execute(async (connection) => {
      const find = (slug: string) =>
        connection.selectFrom('promoters').select('id').where('slug', '=', slug).execute()
      await find('aurora')
      await find('nordlys')
      await connection.selectFrom('promoters').select('id').execute()
      const { rows } = await sql<{ statement: string; plans: number }>`
        select statement, generic_plans + custom_plans as plans from pg_prepared_statements`.execute(
        connection,
      )
      expect(rows).toEqual([{ statement: 'select "id" from "promoters" where "slug" = $1', plans: 2 }])
    })
  })

  test('that fails doesn’t affect the next one with the same text', async () => {
    await db.connection().execute(async (connection) => {
      const divide = (by: number) =>
        sql<{ answer: number }>`select 6 / ${by}::integer as answer`.execute(connection)
      await expect(divide(0)).rejects.toThrow('division by zero')
      expect((await divide(2)).rows).toEqual([{ answer: 3 }])
    })
  })

  test('returns amounts and counts as numbers, timestamps as dates', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as cents, '2026-11-21T12:00:00+01:00'::timestamptz as moment where ${true}`.execute(
      db,
    )
    expect(rows).toEqual([{ cents: 9_007_199_254_740_991, moment: new Date('2026-11-21T11:00:00Z') }])
  })
})

describe('a connection that breaks', () => {
  test('inside a transaction fails that transaction only, as an outage', async () => {
    const failure = await transact(db, async (trx) => {
      await sql`insert into promoters (name, slug) values (${'Aurora'}, ${'aurora'})`.execute(trx)
      await terminate(await backendOf(trx))
      await backendOf(trx)
      return { success: true, data: undefined }
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(isDatabaseDown(failure)).toBe(true)
    expect(await db.selectFrom('promoters').select('id').execute()).toEqual([])
  })

  test('while idle is replaced', async () => {
    const [one, other] = await Promise.all([backendOf(db), backendOf(db)])
    expect(one).not.toBe(other)
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    const twoBackends = async () => new Set(await Promise.all([backendOf(db), backendOf(db)])).size
    await expect.poll(() => twoBackends().catch(() => 0)).toBe(2)
  })

  test('is replaced also when all break at once', async () => {
    const broken = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        transact(db, async (trx) => {
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
          return { success: true, data: undefined }
        }),
      ),
    )
    expect(broken.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 'rejected'))
    const pids = await Promise.all(Array.from({ length: 16 }, () => backendOf(db)))
    expect(pids.every((pid) => pid > 0)).toBe(true)
  })
})

describe('a connection to a database that takes no writes', () => {
  test('is replaced after its first refused write: writes continue with a new primary', async () => {
    await setReadOnly({ address }, true)
    const write = () => sql`insert into promoters (name, slug) values (${'Aurora'}, ${'aurora'})`.execute(db)
    const refused = async () => write().catch((error: unknown) => error)
    await expect.poll(refused).toMatchObject({ code: '25006' })
    const before = await backendOf(db)
    await setReadOnly({ address }, false)
    await expect
      .poll(() =>
        write().then(
          () => 'written',
          () => 'refused',
        ),
      )
      .toBe('written')
    expect(await backendOf(db)).not.toBe(before)
  })

  test('isn’t lent again while the rest of the response is under way', async () => {
    await setReadOnly({ address }, true)
    const proxy = await openDatabaseProxy(address, withoutReadyAfterRefusal)
    const through = createDatabase(createPool({ ...proxy.address, max: 1 }, silentLog()))
    const write = sql`insert into promoters (name, slug) values (${'Aurora'}, ${'aurora'})`.execute(through)
    await expect(write).rejects.toMatchObject({ code: '25006' })
    expect(await backendOf(through)).toBeGreaterThan(0)
    await through.destroy()
    await proxy.close()
  })
})

/** Keeps back ReadyForQuery, the last message of a response. */
const withoutReadyAfterRefusal = (bytes: Buffer): Buffer =>
  bytes.includes('25006') ? bytes.subarray(0, -'Z....I'.length) : bytes

describe('a transaction', () => {
  const insert = (trx: Kysely<Database>) =>
    sql`insert into promoters (name, slug) values (${'Aurora'}, ${'aurora'})`.execute(trx)
  const count = async () => (await db.selectFrom('promoters').select('id').execute()).length

  test('commits when its work succeeds', async () => {
    await transact(db, async (trx) => {
      await insert(trx)
      return { success: true, data: undefined }
    })
    expect(await count()).toBe(1)
  })

  test('that is refused leaves no trace', async () => {
    const answer = await transact(db, async (trx) => {
      await insert(trx)
      return { success: false, error: { code: 'SOLD_OUT', message: 'Sold out' } }
    })
    expect(answer).toMatchObject({ success: false, error: { code: 'SOLD_OUT' } })
    expect(await count()).toBe(0)
  })

  test('that throws rolls back, and reports the first error', async () => {
    const work = transact(db, async (trx) => {
      await insert(trx)
      throw new Error('a bug')
    })
    await expect(work).rejects.toThrow('a bug')
    expect(await count()).toBe(0)
  })

  test('with a failed `send` rolls back, and reports that statement', async () => {
    const work = transact(db, async (trx) => {
      trx.send(insert(trx), sql`select 6 / ${0}::integer`.execute(trx), insert(trx))
      return { success: true, data: undefined }
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(await count()).toBe(0)
  })

  test('that violates an expected constraint returns its code', async () => {
    const work = (rules: Record<string, 'SOLD_OUT'>) =>
      transact<undefined, 'SOLD_OUT'>(
        db,
        async (trx) => {
          trx.send(insert(trx), sql`select require(${false}, 'enough_left')`.execute(trx))
          return { success: true, data: undefined }
        },
        rules,
      )
    expect(await work({ enough_left: 'SOLD_OUT' })).toMatchObject({
      success: false,
      error: { code: 'SOLD_OUT' },
    })
    await expect(work({ another: 'SOLD_OUT' })).rejects.toThrow('enough_left')
    expect(await count()).toBe(0)
  })

  test('is on disk when answered, though locks are released earlier', async () => {
    const durable = createDatabase(
      createPool({ ...address, max: 1, options: '-c synchronous_commit=on' }, silentLog()),
    )
    const answer = await transact(durable, async (trx) => {
      await insert(trx)
      const { rows } = await sql<{ setting: string; written: string }>`
        select current_setting('synchronous_commit') as setting, pg_current_wal_insert_lsn()::text as written`.execute(
        trx,
      )
      return { success: true, data: rows[0] }
    })
    const { rows } = await sql<{ flushed: string }>`
      select pg_current_wal_flush_lsn()::text as flushed`.execute(durable)
    await durable.destroy()
    const { setting, written } = (answer.success && answer.data) || { setting: '', written: '' }
    expect(setting).toBe('off')
    expect(positionOf(rows[0]?.flushed)).toBeGreaterThanOrEqual(positionOf(written))
  })
})

/** Parses a log position such as `16/B374D848`. */
function positionOf(text: string | undefined): number {
  const [high = '', low = ''] = text?.split('/') ?? []
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
