import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { IBANS } from '#tests/support/bank-accounts.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openOperatorFixture, readMail, type OperatorFixture } from '#tests/support/operators.ts'

let fixture: ConsoleFixture
let operator: OperatorFixture
let other: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openOperatorFixture(fixture.context)
  other = await insertPromoter(fixture.context.db, 'Nordlys')
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await sql`update support_sessions set ended_at = started_at where ended_at is null`.execute(
    fixture.context.db,
  )
  await fixture.context.db.deleteFrom('rate_limits').execute()
})

const start = (promoterId = fixture.promoterId, reason = 'Ticket 4711') =>
  operator.ask('POST', `/api/operator/promoters/${promoterId}/support`, { body: { reason } })
const end = () => operator.ask('DELETE', '/api/operator/support')
const work = (method = 'GET', path = '/api/promoter/events', body?: object) =>
  operator.ask(method, path, { promoter: fixture.promoterId, key: randomUUID(), ...(body && { body }) })

const EVENT = {
  title: 'Made by support',
  timeZone: 'Europe/Berlin',
  startsAt: '2026-12-24T20:00',
}

test('an operator works in the console of one promoter, from start to end', async () => {
  expect((await work()).error.code).toBe('FORBIDDEN')
  expect((await start()).data).toMatchObject({
    support: { promoterId: fixture.promoterId, promoterName: 'Aurora', reason: 'Ticket 4711' },
  })
  expect((await work()).status).toBe(200)
  const elsewhere = await operator.ask('GET', '/api/promoter/events', { promoter: other })
  expect(elsewhere.error.code).toBe('FORBIDDEN')
  const own = await operator.ask<{ promoters: object[] }>('GET', '/api/auth/customer/promoters')
  expect(own.data.promoters).toMatchObject([
    { id: fixture.promoterId, role: 'owner', support: { reason: 'Ticket 4711' } },
  ])
  expect((await end()).status).toBe(200)
  expect((await end()).status).toBe(200)
  expect((await work()).error.code).toBe('FORBIDDEN')
  const none = await operator.ask<{ promoters: object[] }>('GET', '/api/auth/customer/promoters')
  expect(none.data.promoters).toEqual([])
})

test('it ends by itself after an hour', async () => {
  await start()
  const endsAt = (at: number) =>
    sql`update support_sessions set ends_at = ${new Date(at)} where ended_at is null`.execute(
      fixture.context.db,
    )
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ends_at - started_at) * 1000)::int as ms from support_sessions where ended_at is null`.execute(
    fixture.context.db,
  )
  expect(rows).toEqual([{ ms: 3_600_000 }])
  await endsAt(fixture.clock.now() + 1)
  expect((await work()).status).toBe(200)
  await endsAt(fixture.clock.now())
  expect((await work()).error.code).toBe('FORBIDDEN')
  expect((await start(other)).status).toBe(200)
})

test('changes are in the promoter’s audit log, with operator and reason, and owners are emailed', async () => {
  fixture.clock.advance(1000)
  await start(fixture.promoterId, 'Asked by phone')
  expect((await work('POST', '/api/promoter/events', EVENT)).status).toBe(201)
  const log = await fixture.owner.ask<{ entries: AuditEntry[] }>('GET', '/api/promoter/audit-log')
  expect(log.data.entries.slice(0, 2)).toMatchObject([
    {
      action: 'event.created',
      actor: { kind: 'operator', name: 'Ada Lovelace', reason: 'Asked by phone' },
    },
    { action: 'support.started', actor: { kind: 'operator', reason: 'Asked by phone' } },
  ])
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${fixture.owner.accountId}`.execute(fixture.context.db)
  const mail = await readMail(fixture.context, { kind: 'support_started', to: rows[0]?.email ?? '' })
  expect(mail?.subject).toBe('Foyer support is working on Aurora')
  expect(mail?.text).toContain('Asked by phone')
})

test('payouts, bank details, keys, webhooks, team and deletions are excluded, and so is weaker sign-in', async () => {
  await start()
  const { data } = await fixture.owner.ask<{ event: { id: string } }>('POST', '/api/promoter/events', {
    body: EVENT,
  })
  const refused: [string, string, object?][] = [
    ['GET', '/api/promoter/api-keys'],
    ['POST', '/api/promoter/api-keys', { name: 'Key', scopes: ['events:read'] }],
    ['GET', '/api/promoter/webhooks'],
    ['POST', '/api/promoter/webhooks', { url: 'https://example.com/', events: ['order.paid'] }],
    ['POST', '/api/promoter/invitations', { email: 'eve@example.com', role: 'owner' }],
    ['PUT', `/api/promoter/members/${operator.accountId}`, { role: 'owner', version: 0 }],
    ['DELETE', `/api/promoter/members/${fixture.owner.accountId}`],
    ['PUT', '/api/promoter/payout-settings', { refundWindowDays: 0, autoLimit: 1_000_000 }],
    ['POST', '/api/promoter/bank-accounts', { currency: 'EUR', holder: 'Eve', iban: IBANS.german }],
    ['POST', '/api/promoter/bank-accounts/confirm'],
    ['DELETE', `/api/promoter/events/${data.event.id}`],
  ]
  for (const [method, path, body] of refused)
    expect([path, (await work(method, path, body)).error?.code]).toEqual([path, 'FORBIDDEN'])
  await sql`update promoters set requires_second_factor = true`.execute(fixture.context.db)
  const { data: now } = await work('GET', '/api/promoter/settings')
  const { settings } = Object(now)
  const weaker = { ...settings, requiresSecondFactor: false }
  expect((await work('PUT', '/api/promoter/settings', weaker)).error.code).toBe('FORBIDDEN')
  await sql`update promoters set requires_second_factor = false`.execute(fixture.context.db)
})

test('it needs the operators’ session, on the main site, and the role', async () => {
  await start()
  const headers = { promoter: fixture.promoterId }
  const onHost = await insertSession(fixture.context, operator.accountId, fixture.host)
  expect((await fixture.ask('GET', '/api/promoter/events', { bearer: onHost })).error.code).toBe('FORBIDDEN')
  const weak = await insertSession(fixture.context, operator.accountId, 'localhost')
  const asWeak = await fixture.ask('GET', '/api/promoter/events', {
    host: 'localhost',
    bearer: weak,
    ...headers,
  })
  expect(asWeak.error.code).toBe('FORBIDDEN')
  const owner = await fixture.owner.ask('POST', `/api/operator/promoters/${fixture.promoterId}/support`, {
    body: { reason: 'Mine' },
  })
  expect(owner.error.code).toBe('FORBIDDEN')
  const { created_at } = await fixture.context.db
    .deleteFrom('operators')
    .returning('created_at')
    .executeTakeFirstOrThrow()
  expect((await work()).error.code).toBe('FORBIDDEN')
  await fixture.context.db
    .insertInto('operators')
    .values({ account_id: operator.accountId, created_at })
    .execute()
})

test('one promoter at a time: concurrent starts make one session, and another promoter waits', async () => {
  const answers = await Promise.all([start(), start(), start()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await start(other)).error.code).toBe('SUPPORT_RUNNING')
  const { rows } = await sql`select from support_sessions where ended_at is null`.execute(fixture.context.db)
  expect(rows).toHaveLength(1)
})
