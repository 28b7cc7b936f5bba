import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedPageStatus } from '#server/http/answers/failed-page-status.ts'
import { readConfig } from '#server/platform/config.ts'
import { hostUrls } from '#server/platform/db/find-primary.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { createStandby, type Standby } from '#server/platform/db/standby/standby.ts'
import { writeHeartbeat } from '#server/platform/health/write-heartbeat.ts'
import { buy } from '#tests/support/buyer.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor, type Door, type RenderPage } from '#tests/support/front-door.ts'
import { silentLog } from '#tests/support/log.ts'
import { promote, startPrimary, startStandby, type Cluster } from '#tests/support/replicas.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let primary: Cluster
let standby: Cluster
let database: OpenDatabase
let door: Door
let ticketTypeId: string
const undo: (() => unknown)[] = []

const url = (): string => `postgres://foyer@${primary.host},${standby.host}/postgres`

/** Renders the titles of the events; failures are answered like those of Foyer's pages. */
const renderTitles: RenderPage = async (request, { context, isReadOnly, isUnavailable }) => {
  if (isUnavailable) return new Response(isReadOnly ? 'paused' : 'unavailable', { status: 503 })
  try {
    if (new URL(request.url).search === '?q=writes') await sql`delete from events`.execute(context.db)
    const { rows } = await sql<{ title: string }>`select title from events`.execute(context.db)
    return new Response(`${isReadOnly ? 'paused' : 'on sale'}: ${rows.map(({ title }) => title).join()}`)
  } catch (error) {
    return new Response(null, { status: failedPageStatus(error) })
  }
}

beforeAll(async () => {
  primary = await startPrimary()
  undo.push(() => primary.stop())
  const config = readConfig({ DATABASE_URL: `postgres://foyer@${primary.host}/postgres` })
  const setUp = await openDatabase(config, silentLog(), { exclusive: true })
  await migrateToLatest(setUp.maintenance)
  const { db } = setUp
  const promoterId = await insertPromoter(db, 'Aurora')
  const startsAt = new Date(Date.now() + 86_400_000)
  const eventId = await insertEvent(db, { promoterId, startsAt, title: 'Halbmond' })
  ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: 2000 })
  await insertFees(db, {})
  await setUp.close()
  standby = await startStandby(primary)
  undo.push(() => standby.stop())
  database = await openDatabase(readConfig({ DATABASE_URL: url() }), silentLog(), { exclusive: true })
  undo.push(() => database.close())
  const [host = '', port] = primary.host.split(':')
  const address = { host, port: Number(port), user: 'foyer', database: 'postgres' }
  const { db: all, connection } = database
  door = await openFrontDoor({
    beside: { stage: { promoterId, eventId, database: { db: all, address } } },
    connection,
    renderPage: renderTitles,
  })
  undo.push(() => door.close())
})

afterAll(async () => {
  for (const each of undo.toReversed()) await each()
})

const read = async (path: string): Promise<[status: number, text: string]> => {
  const { status, text } = await door.send({ path })
  return [status, text]
}

const order = () => buy(`http://127.0.0.1:${door.port}`, { ticketTypeId, quantity: 1, priceOf: () => 20 })

const openStandby = (at: number | undefined, nodeId = door.context.health.node.id): Standby =>
  createStandby([`postgres://foyer@${standby.host}/postgres`], silentLog(), () => ({ nodeId, at }))

test('a standby is read only if it has this node’s heartbeat of the last minute', async () => {
  const { context } = door
  await writeHeartbeat(context)
  const at = Number(context.health.heartbeatAt())
  await waitFor(async () =>
    expect(await standby.query(`select from nodes where id = '${context.health.node.id}'`)).toHaveLength(1),
  )
  for (const [standbyOf, isRead] of [
    [openStandby(at), true],
    [openStandby(at + 60_000), true],
    [openStandby(at + 60_001), false],
    [openStandby(at, '00000000-0000-4000-8000-000000000000'), false],
    [openStandby(undefined), true],
  ] as const) {
    expect((await standbyOf.choose()) !== undefined).toBe(isRead)
    await standbyOf.close()
  }
})

test('a standby isn’t read while a primary answers, as when all connections of this node are busy', async () => {
  const both = createStandby(hostUrls(url()), silentLog(), () => ({ nodeId: '', at: undefined }))
  expect(await both.choose()).toBeUndefined()
  await both.close()
})

test('a page that is being read from a standby isn’t cut off when the standby is no longer chosen', async () => {
  let at = Number(door.context.health.heartbeatAt())
  const nodeId = door.context.health.node.id
  const one = createStandby([`postgres://foyer@${standby.host}/postgres`], silentLog(), () => ({
    nodeId,
    at,
  }))
  const reads = await one.choose()
  if (!reads) throw new Error('No standby was chosen.')
  at += 3_600_000
  expect(await one.choose()).toBeUndefined()
  expect((await sql`select title from events`.execute(reads)).rows).toHaveLength(1)
  await one.close()
})

test('while the primary is away, pages come from the standby, and purchases are answered in one sentence', async () => {
  expect(await read('/?q=known')).toEqual([200, 'on sale: Halbmond'])
  expect(await order()).toMatchObject({ kind: 'bought' })
  expect(await read('/readyz')).toEqual([200, 'ready\n'])

  await primary.kill()
  expect(await read('/?q=unknown')).toEqual([200, 'paused: Halbmond'])
  await waitFor(async () => expect(await read('/?q=known')).toEqual([200, 'paused: Halbmond']))
  expect(await order()).toEqual({ kind: 'error', code: 'READ_ONLY' })
  expect(await read('/api/public/events')).toEqual([503, expect.stringContaining('"UNAVAILABLE"')])
  expect(await read('/readyz')).toEqual([503, 'read-only\n'])
  expect(await read('/readyz/pages')).toEqual([200, 'ready\n'])
  // The standby refuses what a page may not do.
  expect(await read('/?q=writes')).toEqual([503, 'paused'])
})

test('after the promotion, pages and purchases use the new primary', async () => {
  await promote(standby)
  await waitFor(async () => expect(await read('/readyz')).toEqual([200, 'ready\n']))
  await waitFor(async () => expect(await read('/?q=unknown')).toEqual([200, 'on sale: Halbmond']))
  expect(await order()).toMatchObject({ kind: 'bought' })
  expect(door.context.writeAccess.isReadOnly()).toBe(false)
})

test('without any server, pages and calls say that nothing is available', async () => {
  await standby.kill()
  expect(await read('/?q=never')).toEqual([503, 'unavailable'])
  expect(await order()).toEqual({ kind: 'error', code: 'UNAVAILABLE' })
  expect(await read('/readyz')).toEqual([503, 'no database\n'])
})
