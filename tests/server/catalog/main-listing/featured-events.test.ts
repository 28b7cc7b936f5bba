import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import type { FeaturedEvent } from '#contracts/operator/main-site-events.ts'
import { listFeaturedEventSummaries } from '#server/catalog/main-listing/list-featured-events.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent } from '#tests/support/factories.ts'
import { openOperatorFixture, type OperatorFixture } from '#tests/support/operators.ts'

const PATH = '/api/operator/main-site/featured'
const DAY_MS = 86_400_000

let fixture: ConsoleFixture
let operator: OperatorFixture
let one: string
let other: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openOperatorFixture(fixture.context)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  const startsAt = new Date(fixture.clock.now() + DAY_MS)
  const event = { promoterId: fixture.promoterId, startsAt }
  one = await insertEvent(fixture.context.db, { ...event, title: 'Zebra Ball' })
  other = await insertEvent(fixture.context.db, { ...event, title: 'Lion Night' })
  await sql`delete from featured_events`.execute(fixture.context.db)
})

const list = async (): Promise<FeaturedEvent[]> =>
  (await operator.ask<{ events: FeaturedEvent[] }>('GET', PATH)).data.events

const put = (ids: readonly string[], previousIds: readonly string[] = []) =>
  operator.ask<{ events: FeaturedEvent[] }>('PUT', PATH, { body: { ids, previousIds } })

/** Ids on the home page of a site. */
const shown = async (host = 'localhost'): Promise<string[]> =>
  (await listFeaturedEventSummaries(fixture.context, fixture.context.sites.resolve(host))).map(({ id }) => id)

test('featured events are on the main site’s home page in their order, and on no storefront', async () => {
  expect((await put([other, one])).data.events.map(({ id }) => id)).toEqual([other, one])
  expect(await shown()).toEqual([other, one])
  expect(await shown(fixture.context.sites.hostOf(fixture.promoterId))).toEqual([])
  await put([one, other], [other, one])
  expect(await shown()).toEqual([one, other])
  await put([other], [one, other])
  expect(await shown()).toEqual([other])
})

test('an event that isn’t sold leaves the home page by itself, and comes back unless it is over', async () => {
  const { db } = fixture.context
  await put([one, other])
  await operator.ask('POST', `/api/operator/main-site/events/${one}/take-off`, {
    body: { reason: 'Reported as misleading' },
  })
  expect(await shown()).toEqual([other])
  expect((await list()).map(({ isShown }) => isShown)).toEqual([false, true])
  await operator.ask('POST', `/api/operator/main-site/events/${one}/put-back`)
  await sql`update events set status = 'draft' where id = ${other}`.execute(db)
  expect(await shown()).toEqual([one])
  await sql`update events set status = 'published', visibility = 'unlisted' where id = ${other}`.execute(db)
  expect(await shown()).toEqual([one])
  await sql`update events set visibility = 'public' where id = ${other}`.execute(db)
  await sql`update promoters set status = 'suspended' where id = ${fixture.promoterId}`.execute(db)
  expect(await shown()).toEqual([])
  expect(await list()).toHaveLength(2)
  await sql`update promoters set status = 'active' where id = ${fixture.promoterId}`.execute(db)
  expect(await shown()).toEqual([one, other])
  await sql`update events set ends_at = ${new Date(fixture.clock.now())}, starts_at = ${new Date(fixture.clock.now() - 1000)} where id = ${one}`.execute(
    db,
  )
  await sql`update events set status = 'cancelled', cancelled_at = now() where id = ${other}`.execute(db)
  expect(await shown()).toEqual([])
  expect(await list()).toEqual([])
})

test('two operators don’t overwrite each other, and a repeated request changes nothing', async () => {
  await put([one])
  expect((await put([other])).error.code).toBe('EDIT_CONFLICT')
  expect((await put([one])).success).toBe(true)
  const answers = await Promise.all([put([one, other], [one]), put([other, one], [one])])
  expect(answers.map(({ success, error }) => (success ? 'ok' : error.code)).toSorted()).toEqual([
    'EDIT_CONFLICT',
    'ok',
  ])
})

test('only events that the main site lists can be featured, twelve at most', async () => {
  expect((await put([randomUUID()])).error.code).toBe('NOT_FOUND')
  await sql`update events set status = 'draft' where id = ${one}`.execute(fixture.context.db)
  expect((await put([one])).error.code).toBe('NOT_FOUND')
  expect((await put(Array.from({ length: 13 }, () => randomUUID()))).error.code).toBe('VALIDATION_ERROR')
  expect((await put(['nonsense'])).success).toBe(false)
})

test('a change is in the operators’ log, and notifies every node', async () => {
  const before = await sql<{ count: number }>`select count(*)::int as count from operator_log`.execute(
    fixture.context.db,
  )
  await put([other, one])
  await put([other, one])
  const { data } = await operator.ask<{ entries: OperatorLogEntry[] }>('GET', '/api/operator/audit-log')
  expect(data.entries[0]?.message).toContain(
    'changed the featured events of the main site to “Lion Night”, “Zebra Ball”',
  )
  const after = await sql<{ count: number }>`select count(*)::int as count from operator_log`.execute(
    fixture.context.db,
  )
  expect(after.rows[0]?.count).toBe((before.rows[0]?.count ?? 0) + 1)
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = 'featured_events'::regclass and tgname like 'tell%' order by 1`.execute(
    fixture.context.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(['tell_deletes', 'tell_inserts'])
})
