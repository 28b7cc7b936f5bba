import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Domain, Branding } from '#contracts/console/domains.ts'
import { previewSite } from '#server/sites/branding/preview-site.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { createAsk, type Ask } from '#tests/support/ask.ts'
import { openDomainFixture, openMember, type DomainFixture, type Owner } from '#tests/support/domains.ts'
import { insertMember } from '#tests/support/people.ts'

const LOOK = {
  siteName: 'Aurora',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#102030',
  secondaryColor: '#405060',
  customCss: 'h1 { color: red; position: fixed }',
}
const DROPPED = [{ line: 1, rule: LOOK.customCss, reason: 'position can’t be set.' }]

const MAIN = 'main.example'

let fixture: DomainFixture
let ask: Ask
let aurora: Owner
let nordlys: Owner

beforeAll(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
  nordlys = await fixture.open('Nordlys')
  ask = createAsk(fixture.context, MAIN)
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())

describe('the branding of a site without a custom domain', () => {
  test('is saved and read, with dropped rules and the site’s URL', async () => {
    const saved = await aurora.ask<Branding>('PUT', '/api/domains/look', { settings: LOOK })
    expect(saved).toMatchObject({ status: 200, data: { settings: LOOK, droppedCss: DROPPED } })
    const { data } = await aurora.ask<Branding>('GET', '/api/domains/look')
    expect(data).toEqual({
      settings: LOOK,
      droppedCss: DROPPED,
      version: 2,
      siteUrl: 'http://aurora.localhost',
    })
    expect((await nordlys.ask<Branding>('GET', '/api/domains/look')).data.settings.siteName).toBe('Nordlys')
  })

  test('is the same as the settings of a domain', async () => {
    const { id } = await aurora.own('look.aurora.example')
    const { data } = await aurora.ask<Branding>('GET', `/api/domains/${id}/settings`)
    expect(data.settings).toEqual(LOOK)
  })

  test('accepts colours in any notation', async () => {
    const settings = { ...LOOK, primaryColor: '#ABCDEF' }
    const { status, data } = await aurora.ask<Branding>('PUT', '/api/domains/look', { settings })
    expect([status, data.settings.primaryColor]).toEqual([200, '#abcdef'])
    await aurora.ask('PUT', '/api/domains/look', { settings: LOOK })
  })

  test.each(['manager', 'sales', 'door', 'nobody'] as const)('is not for %s', async (role) => {
    const { bearer } = await openMember(fixture.context, aurora.promoterId, { role, host: MAIN })
    const asking = { bearer, promoter: aurora.promoterId }
    const body = { settings: LOOK }
    expect((await ask('GET', '/api/domains/look', asking)).status).toBe(403)
    expect((await ask('PUT', '/api/domains/look', { ...asking, body })).status).toBe(403)
    expect((await ask('POST', '/api/domains/preview-look', { ...asking, body })).status).toBe(403)
  })
})

test('choosing the canonical domain keeps the branding', async () => {
  const { id } = await aurora.own('other.aurora.example')
  const chosen = await aurora.ask<Branding & { domain: Domain }>('PUT', `/api/domains/${id}/settings`, {
    isCanonical: true,
  })
  expect(chosen.data.domain.isCanonical).toBe(true)
  expect(chosen.data.settings).toEqual(LOOK)
})

describe('repeated saves of branding', () => {
  test('count together with previews, and are rate limited', async () => {
    const borealis = await fixture.open('Borealis')
    await fixture.context.limits.consume(
      { name: 'preview look', points: 900, seconds: 300 },
      borealis.promoterId,
      899,
    )
    const save = () => borealis.ask<Branding>('PUT', '/api/domains/look', { settings: LOOK })
    expect((await save()).status).toBe(200)
    expect(await save()).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  })
})

describe('a preview', () => {
  test('returns what would be served, and changes nothing', async () => {
    const settings = { ...LOOK, siteName: 'Not yet', customCss: 'h1 { color: blue; position: fixed }' }
    const { data } = await aurora.ask<{ css: string; droppedCss: unknown[] }>(
      'POST',
      '/api/domains/preview-look',
      { settings },
    )
    expect(data.css).toContain('#00f')
    expect(data.droppedCss).toEqual([{ line: 1, rule: settings.customCss, reason: 'position can’t be set.' }])
    expect((await aurora.ask<Branding>('GET', '/api/domains/look')).data.settings).toEqual(LOOK)
  })

  test('refuses invalid settings', async () => {
    const settings = { ...LOOK, customCss: 'a{'.repeat(2000) }
    expect(await aurora.ask('POST', '/api/domains/preview-look', { settings })).toMatchObject({
      status: 422,
      error: { details: [{ path: 'settings.customCss', message: 'The CSS is nested too deeply.' }] },
    })
  })

  const preview = async (request: { who: string | undefined; promoterId?: string; settings?: unknown }) => {
    const { context } = fixture
    const site = context.sites.resolve(MAIN)
    const { who: bearer, promoterId: promoterUserId, settings = LOOK } = request
    const client = { origin: `http://${MAIN}`, bearer }
    return previewSite(context, { site, client, promoterUserId, settings })
  }

  test('renders the storefront with other branding, for its owner only', async () => {
    const { bearer } = await openMember(fixture.context, aurora.promoterId, { role: 'owner', host: MAIN })
    const settings = { ...LOOK, siteName: 'Draft' }
    await fixture.context.sites.reload()
    const found = await preview({ who: bearer, promoterId: aurora.promoterId, settings })
    const host = (await aurora.list()).find((domain) => domain.isCanonical)?.host
    expect(found).toEqual({
      success: true,
      data: { ...fixture.context.sites.resolve('other.aurora.example'), settings },
    })
    expect(found).toMatchObject({ data: { host, canonicalHost: host, promoterId: aurora.promoterId } })
    const { bearer: stranger } = await openMember(fixture.context, nordlys.promoterId, {
      role: 'owner',
      host: MAIN,
    })
    expect(await preview({ who: stranger, promoterId: aurora.promoterId })).toMatchObject({
      error: { code: 'FORBIDDEN' },
    })
    expect(await preview({ who: undefined })).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    expect(await preview({ who: bearer, settings: { siteName: '' } })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    })
  })
})

describe('promoters that an account owns or manages', () => {
  test('are limited to the current site’s', async () => {
    const { accountId, bearer } = await openMember(fixture.context, aurora.promoterId, {
      role: 'owner',
      host: MAIN,
    })
    // Ordered by join time, and two could join within a millisecond.
    const later = (seconds: number) => ({ createdAt: new Date(Date.now() + seconds * 1000) })
    await insertMember(fixture.context.db, {
      promoterId: nordlys.promoterId,
      accountId,
      role: 'owner',
      ...later(1),
    })
    const other = await fixture.open('Managed')
    await insertMember(fixture.context.db, {
      promoterId: other.promoterId,
      accountId,
      role: 'manager',
      ...later(2),
    })
    const sold = await fixture.open('Sold for')
    await insertMember(fixture.context.db, { promoterId: sold.promoterId, accountId, role: 'sales' })
    const list = async (host?: string) => {
      const { data } = await ask<{ promoters: { name: string }[] }>('GET', '/api/auth/customer/promoters', {
        bearer: host ? await insertSession(fixture.context, accountId, host) : bearer,
        ...(host ? { host } : {}),
      })
      return data.promoters.map((promoter) => promoter.name)
    }
    expect(await list()).toEqual(['Aurora', 'Nordlys', 'Managed'])
    expect(await list('nordlys.localhost')).toEqual(['Nordlys'])
    expect(await list('unknown.example')).toEqual([])
  })

  test('show whether they require a second factor', async () => {
    const strict = await fixture.open('Strict')
    await fixture.context.db
      .updateTable('promoters')
      .set({ requires_second_factor: true })
      .where('id', '=', strict.promoterId)
      .execute()
    const { data } = await strict.ask('GET', '/api/auth/customer/promoters')
    expect(data).toEqual({
      promoters: [
        {
          id: strict.promoterId,
          name: 'Strict',
          role: 'owner',
          needsSecondFactor: true,
          status: 'active',
          statusReason: '',
        },
      ],
    })
  })
})
