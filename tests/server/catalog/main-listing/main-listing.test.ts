import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import type { MainSiteEvent } from '#contracts/operator/main-site-events.ts'
import { listSitemapEvents } from '#server/catalog/listings/list-sitemap-events.ts'
import { listFilterOptions } from '#server/catalog/search/list-filter-options.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent } from '#tests/support/factories.ts'
import { openOperatorFixture, readMail, type OperatorFixture } from '#tests/support/operators.ts'

const PATH = '/api/operator/main-site/events'
const REASON = 'Reported as misleading'

let fixture: ConsoleFixture
let operator: OperatorFixture
let id: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openOperatorFixture(fixture.context)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  const startsAt = new Date(fixture.clock.now() + 86_400_000)
  id = await insertEvent(fixture.context.db, {
    promoterId: fixture.promoterId,
    startsAt,
    title: 'Zebra Ball',
    city: 'Ghent',
  })
  await sql`delete from mails`.execute(fixture.context.db)
})

const takeOff = (eventId = id, reason = REASON) =>
  operator.ask<{ event: MainSiteEvent }>('POST', `${PATH}/${eventId}/take-off`, { body: { reason } })
const putBack = (eventId = id) =>
  operator.ask<{ event: MainSiteEvent }>('POST', `${PATH}/${eventId}/put-back`)
const listed = async (query = ''): Promise<MainSiteEvent[]> =>
  (await operator.ask<{ events: MainSiteEvent[] }>('GET', `${PATH}${query}`)).data.events
const storefront = (): string => {
  const host = fixture.context.sites.hostOf(fixture.promoterId)
  if (host === undefined) throw new Error('The promoter has no host.')
  return host
}

async function emailOfOwner(): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${fixture.owner.accountId}`.execute(fixture.context.db)
  return rows[0]?.email ?? ''
}

/** Which lists of a site have the event. */
async function seenOn(host: string): Promise<string[]> {
  const site = fixture.context.sites.resolve(host)
  const idsOf = async (query: string): Promise<string[]> =>
    (
      await fixture.ask<{ events: { id: string }[] }>('GET', `/api/public/events${query}`, { host })
    ).data.events.map((event) => event.id)
  const row = await sql<{ slug: string }>`select slug from events where id = ${id}`.execute(
    fixture.context.db,
  )
  const addresses = await listSitemapEvents(fixture.context, { site })
  const options = await listFilterOptions(fixture.context, { site })
  const isThere = {
    list: (await idsOf('')).includes(id),
    search: (await idsOf('?q=Zebra')).includes(id),
    similar: (await idsOf('?q=Zebar')).includes(id),
    sitemap: addresses.some(({ slug }) => slug === row.rows[0]?.slug),
    cities: options.cities.includes('Ghent'),
    page: (await fixture.ask('GET', `/api/public/events/${id}`, { host })).success,
  }
  return Object.entries(isThere).flatMap(([name, is]) => (is ? [name] : []))
}

const EVERYWHERE = ['list', 'search', 'similar', 'sitemap', 'cities', 'page']

test('an event taken off leaves the lists of the main site, and stays on its storefront', async () => {
  expect(await seenOn('localhost')).toEqual(EVERYWHERE)
  const { data } = await takeOff()
  expect(data.event.takenOff?.reason).toBe(REASON)
  expect(await seenOn('localhost')).toEqual(['page'])
  expect(await seenOn(storefront())).toEqual(EVERYWHERE)
  expect((await putBack()).data.event.takenOff).toBeNull()
  expect(await seenOn('localhost')).toEqual(EVERYWHERE)
})

test('operators list and search upcoming events', async () => {
  await takeOff()
  const of = (events: readonly MainSiteEvent[]): string[] => events.map((event) => event.id)
  expect(of(await listed())).toContain(id)
  expect(of(await listed('?listing=taken_off'))).toContain(id)
  expect(of(await listed('?listing=listed'))).not.toContain(id)
  expect(of(await listed('?q=zebra%20b'))).toContain(id)
  expect(of(await listed('?q=%25'))).toEqual([])
  expect(of(await listed(`?promoterId=${fixture.promoterId}`))).toContain(id)
  expect(await listed(`?promoterId=${randomUUID()}`)).toEqual([])
  await sql`update events set status = 'cancelled' where id = ${id}`.execute(fixture.context.db)
  expect(of(await listed())).not.toContain(id)
})

test('owners get the reason by email, and both logs have it, once', async () => {
  const to = await emailOfOwner()
  const answers = await Promise.all([takeOff(), takeOff(), takeOff(id, 'Another reason')])
  expect(answers.map(({ success }) => success)).toEqual([true, true, true])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where kind = 'main_site_listing'`.execute(fixture.context.db)
  expect(rows[0]?.count).toBe(1)
  const reason =
    (await listed('?listing=taken_off')).find((event) => event.id === id)?.takenOff?.reason ?? '?'
  const mail = await readMail(fixture.context, { kind: 'main_site_listing', to })
  expect(mail?.subject).toBe('Zebra Ball isn’t listed on Foyer any more')
  expect(mail?.text).toContain(reason)
  const { data } = await operator.ask<{ entries: OperatorLogEntry[] }>(
    'GET',
    '/api/operator/audit-log?action=event',
  )
  expect(data.entries[0]?.message).toBe(`Ada Lovelace removed “Zebra Ball” from the main site: “${reason}”`)
  const log = await fixture.owner.ask<{ entries: AuditEntry[] }>('GET', '/api/promoter/audit-log')
  expect(log.data.entries[0]).toMatchObject({
    action: 'event.taken_off_main_site',
    subject: 'Zebra Ball',
    actor: { kind: 'operator' },
    after: { reason },
  })
})

test('owners are emailed once when the event is put back', async () => {
  const to = await emailOfOwner()
  await takeOff()
  await sql`delete from mails`.execute(fixture.context.db)
  await putBack()
  await putBack()
  const back = await readMail(fixture.context, { kind: 'main_site_listing', to })
  expect(back?.subject).toBe('Zebra Ball is listed on Foyer again')
})

test('drafts, unknown events and missing reasons are refused', async () => {
  expect((await takeOff(randomUUID())).error.code).toBe('NOT_FOUND')
  expect((await takeOff('nonsense')).error.code).toBe('NOT_FOUND')
  expect((await takeOff(id, ' ')).error.code).toBe('VALIDATION_ERROR')
  await sql`update events set status = 'draft' where id = ${id}`.execute(fixture.context.db)
  expect((await takeOff()).error.code).toBe('NOT_FOUND')
})
