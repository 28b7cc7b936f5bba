import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { silentLog } from '#tests/support/log.ts'
import { startPrimary, type Cluster } from '#tests/support/replicas.ts'
import { CUSTOMER } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let primary: Cluster
let db: Kysely<Database>

const openPool = (queryTimeoutMs: number): Kysely<Database> =>
  createDatabase(
    createPool(
      { connectionString: `postgres://foyer@${primary.host}/postgres`, query_timeout: queryTimeoutMs },
      silentLog(),
    ),
  )

/** Commits wait for a standby that doesn't exist, as after its machine failed, or for none. */
async function requireStandby(isRequired: boolean): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${isRequired ? 'absent' : ''}'`)
  // Restarted, because a reload takes effect a moment later.
  await primary.kill()
  await primary.restart()
}

beforeAll(async () => {
  primary = await startPrimary()
  await primary.query('create table notes (text text)')
  await requireStandby(true)
  db = openPool(60_000)
})
afterAll(async () => {
  await db.destroy()
  await primary.stop()
})

const WAITING = `select from pg_stat_activity where wait_event = 'SyncRep'`
const CANCEL = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`

const WRITES: [string, (on: Kysely<Database>) => Promise<unknown>][] = [
  ['a statement without a transaction', (on) => sql`insert into notes values (${'one'})`.execute(on)],
  [
    'a transaction of the query builder',
    (on) => on.transaction().execute((trx) => sql`insert into notes values (${'two'})`.execute(trx)),
  ],
  [
    'a transaction whose commit is flushed afterwards',
    (on) =>
      transact(on, async (trx) => {
        await sql`insert into notes values (${'three'})`.execute(trx)
        return { success: true, data: undefined }
      }),
  ],
]

test.each(WRITES)('%s fails as an outage when its wait for the standby is cancelled', async (_, write) => {
  const written = write(db).then(
    () => 'acknowledged',
    (error: unknown) => error,
  )
  await waitFor(async () => expect(await primary.query(WAITING)).toHaveLength(1))
  await primary.query(CANCEL)
  const failure = await written
  expect(isDatabaseDown(failure)).toBe(true)
  // The query builder's transaction reports that it couldn't be rolled back on the closed connection.
  expect(String(failure)).toMatch(/^CommitUnconfirmed:|Client has encountered a connection error/)
  // The pool doesn't keep the connection.
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test.each(WRITES)('%s waits for a limited time, and leaves no waiting session', async (_, write) => {
  const impatient = openPool(300)
  const failure = await write(impatient).catch((error: unknown) => error)
  expect(isDatabaseDown(failure)).toBe(true)
  await waitFor(async () => expect(await primary.query(WAITING)).toEqual([]))
  await impatient.destroy()
})

test('transactions with notifications don’t wait for each other while the standby is missing', async () => {
  const notify = (on: Kysely<Database>) =>
    transact(on, async (trx) => {
      await sql`insert into notes values (${'four'})`.execute(trx)
      await sql`select pg_notify('foyer_changes', '')`.execute(trx)
      return { success: true, data: undefined }
    })
  const all = Array.from({ length: 4 }, () => notify(db).catch(() => undefined))
  // All have committed and released their locks: each waits for the standby only.
  await waitFor(async () => expect(await primary.query(WAITING)).toHaveLength(4))
  expect(await primary.query(`select count(*)::int as notes from notes where text = 'four'`)).toEqual([
    { notes: 4 },
  ])
  await primary.query(CANCEL)
  await Promise.all(all)
})

test('an order that the standby hasn’t confirmed is answered 503, and a retry with its key returns it @full', async () => {
  await requireStandby(false)
  const connection = { connectionString: `postgres://foyer@${primary.host}/postgres` }
  const pool = createDatabase(createPool(connection, silentLog()))
  await migrateToLatest(db)
  const promoterId = await insertPromoter(pool, 'Aurora')
  const eventId = await insertEvent(pool, { promoterId, startsAt: new Date(Date.now() + 86_400_000) })
  const ticketTypeId = await insertTicketType(pool, { promoterId, eventId, priceCents: 2000 })
  await insertFees(pool, {})
  const address = { host: '127.0.0.1', port: 0, user: 'foyer', database: 'postgres' }
  const stage = { promoterId, eventId, database: { db: pool, address } }
  const door = await openFrontDoor({ beside: { stage }, connection })
  const cartId = randomUUID()
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-order' }
    const { status, text } = await door.send({ method, path, headers, body: JSON.stringify(body) })
    return { status, ...JSON.parse(text) }
  }
  const held = await send('PUT', `/api/public/carts/${cartId}`, { items: [{ ticketTypeId, quantity: 1 }] })
  expect(held.status).toBe(200)
  const checkOut = () =>
    send('POST', '/api/public/checkout', { cartId, customer: CUSTOMER, expectedTotal: 20 })

  await requireStandby(true)
  expect(await checkOut()).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } })
  const orders = () => primary.query<{ id: string }>('select id from orders')
  expect(await orders()).toHaveLength(1)

  await requireStandby(false)
  const retried = await checkOut()
  expect(retried.status).toBe(201)
  expect(await orders()).toEqual([{ id: retried.data.order.id }])
  await door.close()
  await pool.destroy()
})
