import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LegalText } from '#contracts/console/legal.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { getLegalPage } from '#server/sites/legal/get-legal-page.ts'
import { insertLegalText } from '#server/sites/legal/legal-rows.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
  await insertPromoter(fixture.context.db, 'Nordlys')
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())

const PATH = '/api/promoter/legal-texts'
const list = async () => (await fixture.owner.ask<{ texts: LegalText[] }>('GET', PATH)).data.texts
const putAs = (who: ConsoleMember, kind: string, body: { text: string; version: number }) =>
  who.ask<{ text: LegalText }>('PUT', `${PATH}/${kind}`, { body })
const put = (kind: string, text: string, version: number) => putAs(fixture.owner, kind, { text, version })
const page = (kind: string, version: string | null = null, host = fixture.host) =>
  getLegalPage(fixture.context, { site: fixture.context.sites.resolve(host), kind, version })
const linksOn = async (host = fixture.host) => {
  await fixture.context.sites.reload()
  return fixture.context.sites.resolve(host).legal
}

describe('legal texts of a promoter', () => {
  test('are empty at first, versioned, and all versions stay readable', async () => {
    expect((await list()).map(({ kind, version, text, url }) => [kind, version, text, url])).toEqual(
      ['terms', 'refunds', 'privacy', 'imprint', 'contact'].map((kind) => [kind, 0, '', null]),
    )
    expect(await page('terms')).toBeUndefined()
    const url = 'http://aurora.localhost/legal/terms'
    expect((await put('terms', 'First', 0)).data.text).toMatchObject({ version: 1, text: 'First', url })
    expect((await put('terms', ' Second ', 1)).data.text).toMatchObject({ version: 2, text: 'Second', url })
    expect(await page('terms')).toMatchObject({ text: 'Second', version: 2, isPast: false })
    expect(await page('terms', '1')).toMatchObject({ text: 'First', version: 1, isPast: true })
    expect(await page('terms', '3')).toBeUndefined()
  })

  test('are linked in the footer in a fixed order, when published', async () => {
    expect((await put('contact', 'hello@aurora.example', 0)).status).toBe(200)
    expect((await put('refunds', 'Within 14 days', 0)).status).toBe(200)
    expect(await linksOn()).toEqual(['terms', 'refunds', 'contact'])
    expect((await put('refunds', '', 1)).data.text).toMatchObject({ version: 2, text: '', url: null })
    expect(await linksOn()).toEqual(['terms', 'contact'])
    expect(await page('refunds')).toBeUndefined()
    expect(await page('refunds', '1')).toMatchObject({ text: 'Within 14 days', isPast: true })
  })

  test('appear on no other storefront, the main site, or an unknown host', async () => {
    for (const host of ['nordlys.localhost', 'localhost', 'unknown.example']) {
      expect([host, await linksOn(host)]).toEqual([host, []])
      expect([host, await page('terms', null, host)]).toEqual([host, undefined])
      expect([host, await page('terms', '1', host)]).toEqual([host, undefined])
    }
  })

  test('conflict on concurrent changes, with the other’s text', async () => {
    const answers = await Promise.all([put('imprint', 'Mine', 0), put('imprint', 'Yours', 0)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const won = answers.find(({ success }) => success)?.data.text
    const lost = answers.find(({ success }) => !success)
    expect(lost?.error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current: won } })
  })

  test('can be published 100 times a day', async () => {
    const rate = { name: 'publish legal text', points: 100, seconds: 86_400 }
    const body = { text: 'Privacy', version: 0 }
    await fixture.context.limits.consume(rate, fixture.promoterId, 100)
    expect((await putAs(fixture.owner, 'privacy', body)).error?.code).toBe('RATE_LIMITED')
    await fixture.context.limits.clear(rate, fixture.promoterId)
    expect((await putAs(fixture.owner, 'privacy', body)).status).toBe(200)
  })

  test('are edited by owners only', async () => {
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const)
      expect((await putAs(await fixture.join(role), 'privacy', { text: 'x', version: 0 })).status).toBe(403)
  })

  test.each([
    ['another page', 'cookies', 'x'],
    ['more than is kept', 'privacy', 'x'.repeat(20_001)],
    ['what is too tangled', 'privacy', '1. '.repeat(6000)],
  ])('refuse %s', async (_, kind, text) => {
    expect((await put(kind, text, 0)).status).toBe(422)
  })

  test('are in the audit log', async () => {
    const rows = await fixture.context.db
      .selectFrom('audit_log')
      .select(['subject_id', 'after'])
      .where('action', '=', 'legal_text.changed')
      .where('subject_id', '=', 'terms')
      .orderBy('id')
      .execute()
    expect(rows.map(({ after }) => after)).toEqual([{ text: 'First' }, { text: 'Second' }])
  })
})

test('the main site has its own', async () => {
  const written = { kind: 'imprint', version: 1, text: 'Foyer Ltd', createdAt: new Date() } as const
  expect(await insertLegalText(fixture.context.db, { ...written, owner: null })).toBe(true)
  expect(await insertLegalText(fixture.context.db, { ...written, owner: null })).toBe(false)
  expect(await linksOn('localhost')).toEqual(['imprint'])
  expect(await page('imprint', null, 'localhost')).toMatchObject({ text: 'Foyer Ltd' })
})
