import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SiteNameCheck } from '#contracts/console/promoters.ts'
import { insertSession } from '#tests/support/accounts.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { insertOperatorAccount } from '#tests/support/operators.ts'
import { insertAccount } from '#tests/support/post.ts'

let fixture: ConsoleFixture
let ada: ConsoleMember
beforeAll(async () => {
  fixture = await openConsoleFixture()
  ada = await fixture.join('nobody', 'localhost')
  await insertOperatorAccount(fixture.context)
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.context.db.deleteFrom('rate_limits').execute()
})

interface Opened {
  id: string
  name: string
  siteUrl: string
}

const wish = (siteName: string) => ({ name: 'Night Owls', siteName, country: 'Germany', currency: 'EUR' })

const open = (siteName: string, more: object = {}, by = ada): Promise<Answer<Opened>> =>
  by.ask('POST', '/api/promoter/promoters', { body: wish(siteName), ...more })

const check = (name: string): Promise<Answer<SiteNameCheck>> =>
  ada.ask('GET', `/api/promoter/site-names?name=${encodeURIComponent(name)}`)

describe('creating a promoter', () => {
  test('creates a storefront at once, owned by the caller', async () => {
    const { status, data } = await open('night-owls')
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Night Owls', siteUrl: 'http://night-owls.localhost' })
    expect(fixture.context.sites.resolve('night-owls.localhost')).toMatchObject({
      kind: 'storefront',
      promoterId: data.id,
      settings: { siteName: 'Night Owls' },
    })
    const mine = await ada.ask<{ promoters: unknown[] }>('GET', '/api/auth/customer/promoters')
    expect(mine.data.promoters).toContainEqual(expect.objectContaining({ id: data.id, role: 'owner' }))
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where promoter_id = ${data.id}`.execute(fixture.context.db)
    expect(rows).toEqual([{ action: 'promoter.opened' }])
  })

  test('with one key happens once, sequentially and concurrently', async () => {
    const key = randomUUID()
    const answers = await Promise.all([open('twins', { key }), open('twins', { key })])
    const again = await open('twins', { key })
    const ids = [...answers, again].map(({ data }) => data.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('with one name succeeds for one of two', async () => {
    const eve = await fixture.join('nobody', 'localhost')
    const answers = await Promise.all([open('popular'), open('popular', {}, eve)])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.error.code).toBe('SITE_NAME_TAKEN')
  })

  test('is refused while the platform has no operator', async () => {
    const { db } = fixture.context
    const operators = await db.deleteFrom('operators').returningAll().execute()
    const { status, error } = await open('too-early')
    expect([status, error.code]).toEqual([403, 'REGISTRATION_CLOSED'])
    await db.insertInto('operators').values(operators).execute()
    expect((await open('too-early')).status).toBe(201)
  })

  test('requires a verified address', async () => {
    const accountId = await insertAccount(fixture.context.db, { email: 'new@example.com', isVerified: false })
    const bearer = await insertSession(fixture.context, accountId, 'localhost')
    const { status, error } = await open('unheard-of', { bearer })
    expect([status, error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  test('requires sign-in, five times a day', async () => {
    const nobody = await fixture.ask('POST', '/api/promoter/promoters', { body: wish('stranger'), key: 'k' })
    expect(nobody.error.code).toBe('UNAUTHENTICATED')
    const eager = await fixture.join('nobody', 'localhost')
    for (const name of ['eager-a', 'eager-b', 'eager-c', 'eager-d', 'eager-e'])
      expect((await open(name, {}, eager)).status).toBe(201)
    expect((await open('eager-f', {}, eager)).error.code).toBe('RATE_LIMITED')
  })

  test.each(['www', 'admin', 'a', 'two--hyphens', '-edge', 'über'])('refuses the name %s', async (name) => {
    const { status, error } = await open(name)
    expect(status).toBe(422)
    expect(error.details).toEqual([expect.objectContaining({ path: 'siteName' })])
  })
})

describe('checking a name', () => {
  test('shows the site’s host when available', async () => {
    expect((await check('Velvet-Room')).data).toEqual({
      host: 'velvet-room.localhost',
      isFree: true,
      why: null,
      suggestions: [],
    })
  })

  test('suggests available ones when taken, by anyone', async () => {
    await sql`insert into hosts (host, promoter_id) values ('aurora-live.localhost', ${fixture.promoterId})`.execute(
      fixture.context.db,
    )
    const { data } = await check('aurora')
    expect(data).toMatchObject({ isFree: false, why: 'This site name is taken.' })
    expect(data.suggestions).toEqual(['aurora-tickets', 'aurora-events', 'aurora-club'])
  })

  test('reports a reserved name', async () => {
    expect((await check('login')).data).toMatchObject({
      isFree: false,
      why: 'This name is reserved.',
    })
  })
})
