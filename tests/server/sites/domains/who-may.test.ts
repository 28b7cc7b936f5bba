import { insertSession } from '#tests/support/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Domain } from '#contracts/console/domains.ts'
import { createAsk, type Ask, type Asking } from '#tests/support/ask.ts'
import { openDomainFixture, openMember, type DomainFixture, type Owner } from '#tests/support/domains.ts'
import { insertMember } from '#tests/support/people.ts'
import { plain } from '#tests/support/picture-files.ts'

let fixture: DomainFixture
let ask: Ask
let aurora: Owner
let nordlys: Owner
let domain: Domain
let picture: Uint8Array<ArrayBuffer>
const MAIN = 'main.example'
const people: Record<string, { accountId: string; bearer: string }> = {}

beforeAll(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
  nordlys = await fixture.open('Nordlys')
  ask = createAsk(fixture.context, MAIN)
  people['owner'] = await openMember(fixture.context, aurora.promoterId, { role: 'owner', host: MAIN })
  people['another owner'] = await openMember(fixture.context, nordlys.promoterId, {
    role: 'owner',
    host: MAIN,
  })
  domain = await aurora.own('tickets.aurora.example')
  picture = new Uint8Array(await plain('#c0ffee').png().toBuffer())
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())

/**
 * All calls about Aurora's domain; roles are covered by `tests/server/authorization`. Calls that change something use a claim of their own.
 */
const CALLS: Record<string, (asking: Asking) => Promise<{ status: number }>> = {
  list: (asking) => ask('GET', '/api/domains', asking),
  create: (asking) => ask('POST', '/api/domains', { ...asking, body: { domain: 'new.aurora.example' } }),
  verify: (asking) => ask('POST', `/api/domains/${domain.id}/verify`, asking),
  check: (asking) => ask('GET', `/api/domains/${domain.id}/check-verification`, asking),
  settings: (asking) => ask('GET', `/api/domains/${domain.id}/settings`, asking),
  brand: (asking) =>
    ask('PUT', `/api/domains/${domain.id}/settings`, {
      ...asking,
      body: { settings: { siteName: 'Aurora' } },
    }),
  upload: (asking) => ask('POST', '/api/domains/look/pictures/logo', { ...asking, bytes: picture }),
  delete: async (asking) => {
    const { id } = await aurora.claim('short-lived.aurora.example')
    return ask('DELETE', `/api/domains/${id}`, asking)
  },
}

describe('on the promoter’s storefront', () => {
  test.each(Object.keys(CALLS))('another promoter’s owner: %s gets 403', async (call) => {
    const bearer = await insertSession(
      fixture.context,
      people['another owner']?.accountId ?? '',
      'aurora.localhost',
    )
    expect((await CALLS[call]?.({ host: 'aurora.localhost', bearer }))?.status).toBe(403)
    const promoter = nordlys.promoterId
    expect((await CALLS[call]?.({ host: 'aurora.localhost', bearer, promoter }))?.status).toBe(403)
  })
})

describe('on the main site', () => {
  test.each(['verify', 'check', 'settings', 'brand', 'delete'])(
    'another promoter’s owner: %s gets 404, like an unknown domain',
    async (call) => {
      const bearer = people['another owner']?.bearer
      expect((await CALLS[call]?.({ bearer }))?.status).toBe(404)
      expect((await CALLS[call]?.({ bearer, promoter: aurora.promoterId }))?.status).toBe(403)
    },
  )

  test.each(['not-an-id', '00000000-0000-4000-8000-000000000000'])('the domain %s gets 404', async (id) => {
    const bearer = people['owner']?.bearer
    for (const path of [`${id}/check-verification`, `${id}/settings`])
      expect((await ask('GET', `/api/domains/${path}`, { bearer })).status).toBe(404)
    expect((await ask('POST', `/api/domains/${id}/verify`, { bearer })).status).toBe(404)
    expect((await ask('DELETE', `/api/domains/${id}`, { bearer })).status).toBe(404)
  })

  test('lists show nobody else’s', async () => {
    const { data } = await ask<{ domains: Domain[] }>('GET', '/api/domains', {
      bearer: people['another owner']?.bearer,
    })
    expect(data.domains).toEqual([])
  })

  test('who owns two promoters says which', async () => {
    const { accountId, bearer } = await openMember(fixture.context, aurora.promoterId, {
      role: 'owner',
      host: MAIN,
    })
    await insertMember(fixture.context.db, { promoterId: nordlys.promoterId, accountId, role: 'owner' })
    expect((await ask('GET', '/api/domains', { bearer })).status).toBe(403)
    const { data } = await ask<{ domains: Domain[] }>('GET', '/api/domains', {
      bearer,
      promoter: aurora.promoterId,
    })
    expect(data.domains.map((each) => each.id)).toContain(domain.id)
  })
})

test('an unknown host gives no access to anyone', async () => {
  const host = 'unknown.example'
  const asking = {
    host,
    bearer: await insertSession(fixture.context, people['owner']?.accountId ?? '', host),
  }
  expect((await ask('GET', '/api/domains', asking)).status).toBe(403)
  expect((await ask('GET', '/api/domains', { ...asking, promoter: aurora.promoterId })).status).toBe(403)
})

test('a promoter that requires a second factor refuses sessions without one', async () => {
  const strict = await fixture.open('Strict')
  expect((await strict.ask('GET', '/api/domains')).status).toBe(200)
  await fixture.context.db
    .updateTable('promoters')
    .set({ requires_second_factor: true })
    .where('id', '=', strict.promoterId)
    .execute()
  expect((await strict.ask('GET', '/api/domains')).status).toBe(403)
})
