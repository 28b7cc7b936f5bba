import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createVisitCounter, type VisitCounter } from '#server/reports/visits/visit-counter.ts'
import { rebuildVisitTotals } from '#server/reports/visits/visit-total-rows.ts'
import { createFakeClock, type FakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertEvent, insertPromoter } from '#tests/support/factories.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let clock: FakeClock
let counter: VisitCounter
let promoterId: string
let eventId: string
let page: string

beforeAll(async () => {
  database = await createTestDatabase()
  promoterId = await insertPromoter(database.db, 'Aurora')
})
afterAll(() => database.drop())
beforeEach(async () => {
  const { db } = database
  await sql`truncate event_visits, visit_totals`.execute(db)
  clock = createFakeClock(Date.parse('2026-11-30T23:10:00Z'))
  counter = createVisitCounter(db, clock)
  page = `event-${randomUUID()}`
  eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-20T20:00:00Z'), slug: page })
})

const byHour = async () =>
  (
    await sql<{ hour: string; channel: string; views: number; holds: number }>`
      select to_char(hour at time zone 'UTC', 'MM-DD HH24') as hour, channel, views, holds from event_visits
      where event_id = ${eventId} order by 1, 2`.execute(database.db)
  ).rows

const totals = async () =>
  (
    await sql<{ unit: string; at: string; views: number; holds: number }>`
      select unit, to_char(at at time zone 'UTC', 'MM-DD HH24') as at, sum(views)::int as views, sum(holds)::int as holds
      from visit_totals group by 1, 2 order by 1, 2`.execute(database.db)
  ).rows

test('views are counted by hour and channel, and written at the flush', async () => {
  counter.view(page, 'direct')
  counter.view(page, 'direct')
  counter.view(page, 'search')
  expect(await byHour()).toEqual([])
  await counter.flush()
  clock.advance(3_600_000)
  counter.view(page, 'direct')
  await counter.flush()
  expect(await byHour()).toEqual([
    { hour: '11-30 23', channel: 'direct', views: 2, holds: 0 },
    { hour: '11-30 23', channel: 'search', views: 1, holds: 0 },
    { hour: '12-01 00', channel: 'direct', views: 1, holds: 0 },
  ])
})

test('a cart counts once per event, however often its holds change', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  for (const cart of [one, one, other]) counter.hold(cart, [eventId])
  await counter.flush()
  counter.hold(one, [eventId])
  await counter.flush()
  expect(await byHour()).toEqual([{ hour: '11-30 23', channel: '', views: 0, holds: 2 }])
})

test('totals by hour and month are those of the events, also rebuilt', async () => {
  counter.view(page, 'direct')
  counter.hold(randomUUID(), [eventId])
  await counter.flush()
  clock.advance(2 * 3_600_000)
  counter.view(page, 'direct')
  await counter.flush()
  const expected = [
    { unit: 'hour', at: '11-30 23', views: 1, holds: 1 },
    { unit: 'hour', at: '12-01 01', views: 1, holds: 0 },
    { unit: 'month', at: '11-01 00', views: 1, holds: 1 },
    { unit: 'month', at: '12-01 00', views: 1, holds: 0 },
  ]
  expect(await totals()).toEqual(expected)
  await sql`update visit_totals set views = 7`.execute(database.db)
  await database.db.transaction().execute(rebuildVisitTotals)
  expect(await totals()).toEqual(expected)
})

test('concurrent nodes add up', async () => {
  const nodes = Array.from({ length: 4 }, () => createVisitCounter(database.db, clock))
  for (const node of nodes) {
    node.view(page, 'direct')
    node.view(page, 'search')
    node.hold(randomUUID(), [eventId])
  }
  await Promise.all(nodes.map((node) => node.flush()))
  expect(await byHour()).toEqual([
    { hour: '11-30 23', channel: '', views: 0, holds: 4 },
    { hour: '11-30 23', channel: 'direct', views: 4, holds: 0 },
    { hour: '11-30 23', channel: 'search', views: 4, holds: 0 },
  ])
})

test('made-up addresses are counted for no event, and fill no more than a bounded memory', async () => {
  for (let index = 0; index < 20_010; index += 1) counter.view(`nothing-${index}`, 'direct')
  counter.view(page, 'direct')
  await counter.flush()
  expect(await byHour()).toEqual([])
  counter.view(page, 'direct')
  await counter.flush()
  expect(await byHour()).toMatchObject([{ views: 1 }])
})
