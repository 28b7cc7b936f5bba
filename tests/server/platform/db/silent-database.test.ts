import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseSilent } from '#server/platform/db/client/database-silent.ts'
import { isDatabaseDown, isDatabaseSilent } from '#server/platform/db/is-database-down.ts'
import { listenForNotifications } from '#server/platform/db/listen.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { openSharedConnection } from '#server/platform/db/shared-connection.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { systemClock } from '#server/context.ts'
import { createHoldBatcher } from '#server/catalog/inventory/hold-batcher.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/database-proxy.ts'
import { silentLog } from '#tests/support/log.ts'
import type { ServerAddress } from '#tests/support/postgres.ts'

/** Shorter than in production, to keep the test fast. */
const QUICK = { query_timeout: 400, connectionTimeoutMillis: 400 }

let address: ServerAddress
let proxy: DatabaseProxy
let drop: () => Promise<void>
const opened: { destroy: () => Promise<unknown> }[] = []

beforeEach(async () => {
  const database = await createTestDatabase()
  ;({ address } = database)
  proxy = await openDatabaseProxy(address)
  drop = database.drop
})
afterEach(async () => {
  await proxy.recover()
  for (const each of opened.splice(0)) await each.destroy()
  await proxy.close()
  await drop()
})

const keep = (db: Kysely<Database>): Kysely<Database> => {
  opened.push(db)
  return db
}
const openPool = (max = 4) =>
  keep(createDatabase(createPool({ ...proxy.address, ...QUICK, max }, silentLog())))
const pidOf = async (db: Kysely<Database>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('an unresponsive database', () => {
  test('fails the waiting statement, and its connection is not reused', async () => {
    const db = openPool(1)
    const before = await pidOf(db)
    proxy.hang()
    // The second waits for the only connection and gets it when it is released.
    const [first, second] = await Promise.all([failureOf(pidOf(db)), failureOf(pidOf(db))])
    expect(first).toBeInstanceOf(DatabaseSilent)
    expect(isDatabaseDown(first)).toBe(true)
    expect(isDatabaseSilent(second)).toBe(true)
    await proxy.recover()
    const after = await pidOf(db)
    expect(after).toBeGreaterThan(0)
    expect(after).not.toBe(before)
  })

  test('fails a transaction as an outage, with everything sent', async () => {
    const db = openPool()
    const work = transact(db, async (trx) => {
      await pidOf(trx)
      proxy.hang()
      trx.send(pidOf(trx), pidOf(trx))
      return { success: true, data: undefined }
    })
    expect(await failureOf(work)).toBeInstanceOf(DatabaseSilent)
    await proxy.recover()
    expect(await pidOf(db)).toBeGreaterThan(0)
  })

  test('fails a new connection as an outage', async () => {
    proxy.hang()
    const failure = await failureOf(pidOf(openPool()))
    expect([isDatabaseDown(failure), isDatabaseSilent(failure)]).toEqual([true, true])
    const line = keep(openSharedConnection({ ...proxy.address, ...QUICK }, silentLog()))
    const onLine = await failureOf(pidOf(line))
    expect([isDatabaseDown(onLine), isDatabaseSilent(onLine)]).toEqual([true, true])
    await proxy.recover()
    expect(await pidOf(line)).toBeGreaterThan(0)
  })

  test('closes idle connections of the pool: the next statement gets a working one', async () => {
    const db = openPool(4)
    const before = new Set(await Promise.all([pidOf(db), pidOf(db), pidOf(db)]))
    expect(before.size).toBe(3)
    proxy.hang()
    expect(await failureOf(pidOf(db))).toBeInstanceOf(DatabaseSilent)
    await proxy.recover()
    expect(before).not.toContain(await pidOf(db))
  })

  test('fails every read of the shared line, and the next reconnects', async () => {
    const line = keep(openSharedConnection({ ...proxy.address, ...QUICK }, silentLog()))
    const before = await pidOf(line)
    proxy.hang()
    const failures = await Promise.all([failureOf(pidOf(line)), failureOf(pidOf(line))])
    expect(failures.every((each) => each instanceof DatabaseSilent)).toBe(true)
    await proxy.recover()
    expect(await pidOf(line)).not.toBe(before)
  })

  test('fails a batch of holds and the waiting ones at once, without retry', async () => {
    const fixture = createHoldBatcher({
      connection: { ...proxy.address, ...QUICK },
      clock: systemClock,
      log: silentLog(),
      metrics: createMetrics(),
    })
    opened.push({ destroy: fixture.close })
    const ask = () =>
      fixture.change({
        cartId: randomUUID(),
        requested: [{ ticketTypeId: randomUUID(), quantity: 1 }],
        scope: 'every promoter',
        isOpen: () => true,
      })
    await ask()
    proxy.hang()
    const first = failureOf(ask())
    await new Promise((resolve) => setImmediate(resolve))
    const behind = failureOf(ask())
    const failures = await Promise.all([first, behind])
    expect(failures.every(isDatabaseSilent)).toBe(true)
    await proxy.recover()
    expect(await ask()).toMatchObject({ success: true })
  })

  test('is noticed by listeners, which resume afterwards', async () => {
    const heard: string[] = []
    const logged: string[] = []
    let gaps = 0
    const listening = await listenForNotifications({
      connection: { ...proxy.address, ...QUICK },
      log: pino({}, { write: (line: string) => logged.push(line) }),
      channels: { foyer_changes: (payload) => heard.push(payload) },
      onGap: () => (gaps += 1),
    })
    opened.push({ destroy: listening.stop })
    proxy.hang()
    await expect.poll(() => logged.join(''), { timeout: 20_000 }).toContain('was lost')
    expect(gaps).toBe(0)
    await proxy.recover()
    await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1)
    await sql`notify foyer_changes, 'aurora'`.execute(openPool())
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['aurora'])
  })
})

test('a blocked event loop loses no connection', async () => {
  // Without the proxy, which would be blocked too.
  const db = keep(createDatabase(createPool({ ...address, ...QUICK, max: 1 }, silentLog())))
  const before = await pidOf(db)
  const answer = pidOf(db)
  await new Promise((resolve) => setImmediate(resolve))
  const until = performance.now() + QUICK.query_timeout + 200
  while (performance.now() < until);
  expect(await answer).toBe(before)
})
