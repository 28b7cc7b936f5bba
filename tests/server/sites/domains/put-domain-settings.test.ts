import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Domain } from '#contracts/console/domains.ts'
import { openDomainFixture, type DomainFixture, type Owner } from '#tests/support/domains.ts'

let fixture: DomainFixture
let aurora: Owner

beforeEach(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
})
afterEach(() => fixture.close())

describe('a new look', () => {
  const look = { siteName: 'Aurora Nights', primaryColor: '#123abc', customCss: 'h1 { color: teal }' }
  const put = (owner: Owner, id: string, body: object) =>
    owner.ask<{ domain: Domain; settings: object; droppedCss: object[] }>(
      'PUT',
      `/api/domains/${id}/settings`,
      body,
    )

  test('is kept as it was written, and answers what of its CSS is not served', async () => {
    const { id } = await aurora.own('one.example')
    const customCss = `${look.customCss}\n@import "https://evil.example/x.css";`
    const answer = await put(aurora, id, { settings: { ...look, customCss } })
    expect(answer).toMatchObject({ status: 200, data: { domain: { id }, settings: { ...look, customCss } } })
    expect(answer.data.droppedCss).toMatchObject([{ line: 2 }])
    expect((await aurora.ask('GET', `/api/domains/${id}/settings`)).data).toEqual(answer.data)
    await fixture.context.sites.reload()
    expect(fixture.context.sites.resolve('one.example').settings).toMatchObject({ siteName: 'Aurora Nights' })
  })

  test('is saved together with the canonical domain, or not at all', async () => {
    await aurora.own('one.example')
    const [two, pending] = [await aurora.own('two.example'), await aurora.claim('three.example')]
    expect((await put(aurora, two.id, { settings: look, isCanonical: true })).data.domain.isCanonical).toBe(
      true,
    )
    const refused = await put(aurora, pending.id, { settings: { siteName: 'No' }, isCanonical: true })
    expect(refused).toMatchObject({ status: 409, error: { code: 'DOMAIN_NOT_PROVEN' } })
    const { data } = await aurora.ask('GET', `/api/domains/${two.id}/settings`)
    expect(data).toMatchObject({ settings: { siteName: 'Aurora Nights' } })
  })

  test('that is refused leaves the canonical domain unchanged', async () => {
    const one = await aurora.own('one.example')
    const two = await aurora.own('two.example')
    const logoUrl = `/uploads/${'0'.repeat(64)}.webp`
    expect((await put(aurora, two.id, { settings: { ...look, logoUrl }, isCanonical: true })).status).toBe(
      422,
    )
    const canonical = (await aurora.list()).find((each) => each.isCanonical)
    expect(canonical?.host).toBe(one.host)
  })

  test('keeps omitted fields', async () => {
    const { id } = await aurora.own('one.example')
    await put(aurora, id, { settings: { ...look, customCss: 'h1 { color: red; position: fixed }' } })
    const { data } = await put(aurora, id, { settings: { secondaryColor: '#405060' } })
    expect(data).toMatchObject({
      settings: { siteName: 'Aurora Nights', primaryColor: '#123abc', secondaryColor: '#405060' },
      droppedCss: [{ line: 1, reason: 'position can’t be set.' }],
    })
  })

  test('based on an old version is refused and writes nothing', async () => {
    const { id } = await aurora.own('one.example')
    const { version } = (await aurora.ask<{ version: number }>('GET', `/api/domains/${id}/settings`)).data
    const mine = await put(aurora, id, { settings: look, version })
    expect(mine).toMatchObject({ status: 200, data: { version: version + 1 } })
    const theirs = await put(aurora, id, { settings: { siteName: 'Too late' }, version, isCanonical: true })
    expect(theirs).toMatchObject({
      status: 409,
      error: {
        code: 'EDIT_CONFLICT',
        details: { current: { settings: { siteName: 'Aurora Nights' }, version: version + 1 } },
      },
    })
    const changes = await fixture.context.db
      .selectFrom('audit_log')
      .select(['account_id', 'subject'])
      .where('promoter_id', '=', aurora.promoterId)
      .where('action', '=', 'site.changed')
      .execute()
    expect(changes).toEqual([{ account_id: aurora.accountId, subject: 'Aurora Nights' }])
  })

  test.each([
    ['settings.siteName', { siteName: '' }],
    ['settings.primaryColor', { siteName: 'A', primaryColor: 'red' }],
    ['settings.customCss', { siteName: 'A', customCss: 'a{b:c}'.repeat(20_000) }],
  ])('with a wrong %s changes nothing', async (path, settings) => {
    const { id } = await aurora.own('one.example')
    const before = (await aurora.ask('GET', `/api/domains/${id}/settings`)).data
    const answer = await put(aurora, id, { settings })
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_ERROR', details: [{ path }] } })
    expect((await aurora.ask('GET', `/api/domains/${id}/settings`)).data).toEqual(before)
  })
})
