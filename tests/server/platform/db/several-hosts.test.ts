import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { hostUrls, NoPrimary } from '#server/platform/db/find-primary.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { buy } from '#tests/support/buyer.ts'
import { silentLog } from '#tests/support/log.ts'
import { promote, startPrimary, startStandby, type Cluster } from '#tests/support/replicas.ts'
import { waitFor } from '#tests/support/wait-for.ts'

test.each([
  ['postgres://a/foyer', ['postgres://a/foyer']],
  [
    'postgres://u:p@a:1,b:2/d?sslmode=require',
    ['postgres://u:p@a:1/d?sslmode=require', 'postgres://u:p@b:2/d?sslmode=require'],
  ],
  ['postgres://u:p%40,x@a,[::1]:2/d', ['postgres://u:p%40,x@a/d', 'postgres://u:p%40,x@[::1]:2/d']],
  [
    'postgres://u@%2Ftmp%2Fone:5432,%2Ftmp%2Ftwo:5432/d',
    ['postgres://u@%2Ftmp%2Fone:5432/d', 'postgres://u@%2Ftmp%2Ftwo:5432/d'],
  ],
])('hosts of %s', (url, expected) => {
  expect(hostUrls(url)).toEqual(expected)
})

let first: Cluster
let second: Cluster
let stage: { promoterId: string; eventId: string; ticketTypeId: string }
const undo: (() => unknown)[] = []

const open = async (...hosts: string[]): Promise<OpenDatabase> => {
  const config = readConfig({
    DATABASE_URL: `postgres://foyer@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
  })
  return openDatabase(config, silentLog(), { exclusive: true })
}

beforeAll(async () => {
  first = await startPrimary()
  undo.push(first.stop)
  const { db, maintenance, close } = await open(first.host)
  await migrateToLatest(maintenance)
  const promoterId = await insertPromoter(db, 'Aurora')
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(Date.now() + 86_400_000) })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: 2000 })
  await insertFees(db, {})
  stage = { promoterId, eventId, ticketTypeId }
  await close()
  second = await startStandby(first)
  undo.push(second.stop)
})

afterAll(async () => {
  for (const each of undo.toReversed()) await each()
})

const portOf = ({ host }: Cluster): number => Number(host.split(':')[1])

async function connectedPort({ db }: OpenDatabase): Promise<number | undefined> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db)
  return rows[0]?.port
}

test('the primary is found, in any order and beside hosts that are down', async () => {
  for (const hosts of [
    [first.host, second.host],
    [second.host, first.host],
    ['127.0.0.1:1', second.host, first.host],
  ]) {
    const database = await open(...hosts)
    expect(await connectedPort(database)).toBe(portOf(first))
    await database.close()
  }
})

test('without a primary, the error names each host and counts as an outage', async () => {
  const refusal = await open('127.0.0.1:1', second.host).catch((error: unknown) => error)
  expect(String(refusal)).toContain(
    `127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; ${second.host}: it is a standby or read-only`,
  )
  expect(isDatabaseDown(new NoPrimary(''))).toBe(true)
})

test('after a promotion, a running node sells on the new primary', async () => {
  const database = await open(first.host, second.host)
  const door = await openDoor(database, { listens: true })
  expect(await order(door)).toMatchObject({ kind: 'bought' })

  await first.kill()
  expect(await order(door)).toEqual({ kind: 'error', code: 'UNAVAILABLE' })
  expect((await door.send({ path: '/readyz' })).status).toBe(503)

  await promote(second)
  await waitFor(async () => expect((await door.send({ path: '/readyz' })).status).toBe(200))
  expect(await order(door)).toMatchObject({ kind: 'bought' })
  expect(await second.query('select count(*)::int as orders from orders')).toEqual([{ orders: 2 }])
  await waitFor(async () => expect(await second.query(LISTENERS)).toHaveLength(1))

  // The former primary runs again, by mistake as a primary: its timeline is older.
  await first.restart()
  const another = await open(first.host, second.host)
  expect(await connectedPort(another)).toBe(portOf(second))
  expect(await connectedPort(database)).toBe(portOf(second))
  await another.close()
  await door.close()
  await database.close()
})

test('a node whose only host has become a standby is not ready, and answers purchases with one sentence', async () => {
  const database = await open(first.host)
  const door = await openDoor(database)
  await first.kill()
  writeFileSync(join(first.folder, 'standby.signal'), '')
  await first.restart()
  expect(await door.send({ path: '/readyz' })).toMatchObject({ status: 503, text: 'read-only\n' })
  expect(await order(door)).toEqual({ kind: 'error', code: 'READ_ONLY' })
  expect((await door.send({ path: '/healthz' })).status).toBe(200)
  await expect(open(first.host)).rejects.toThrow(
    'DATABASE_URL names a standby or read-only server. Name the primary, or list all hosts separated by commas.',
  )
  await promote(first)
  await waitFor(async () => expect((await door.send({ path: '/readyz' })).status).toBe(200))
  await door.close()
  await database.close()
})

const LISTENERS = `select from pg_stat_activity where application_name = 'foyer notices'`

const openDoor = ({ db, connection }: OpenDatabase, more: { listens?: boolean } = {}): Promise<Door> => {
  const address = { host: '127.0.0.1', port: portOf(first), user: 'foyer', database: 'postgres' }
  return openFrontDoor({ beside: { stage: { ...stage, database: { db, address } } }, connection, ...more })
}

const order = ({ port }: Door) =>
  buy(`http://127.0.0.1:${port}`, { ticketTypeId: stage.ticketTypeId, quantity: 1, priceOf: () => 20 })
