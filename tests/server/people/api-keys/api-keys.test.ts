import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey } from '#contracts/console/developers/api-keys.ts'
import { createAsk } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter } from '#tests/support/factories.ts'

interface Made {
  apiKey: ApiKey
  key: string
}

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const KEYS = '/api/promoter/api-keys'
const DOMAINS = '/api/domains'

const make = async (body: Record<string, unknown> = {}): Promise<Made> => {
  const answer = await fixture.owner.ask<Made>('POST', KEYS, {
    body: { name: 'Reports', scopes: ['domains:read'], ...body },
  })
  expect(answer.status).toBe(201)
  return answer.data
}
const list = async () => (await fixture.owner.ask<{ apiKeys: ApiKey[] }>('GET', KEYS)).data.apiKeys
const statusWith = async (bearer: string, more = {}, path = DOMAINS) =>
  (await fixture.ask('GET', path, { bearer, ...more })).status

describe('an API key', () => {
  test('is shown once, works within its scopes, and not after revocation', async () => {
    const { key, apiKey } = await make()
    expect(key).toMatch(/^foyer_sk_[a-z0-9]{10}_[\w-]{43}$/)
    expect(apiKey).toMatchObject({ name: 'Reports', scopes: ['domains:read'], lastUsedAt: null })
    expect(JSON.stringify(await list())).not.toContain(key)
    expect(await statusWith(key)).toBe(200)
    expect(await statusWith(key, { host: 'localhost' }), 'on the main site, too').toBe(200)
    const used = (await list()).find(({ id }) => id === apiKey.id)
    expect(used?.lastUsedAt).toBe(new Date(fixture.clock.now()).toISOString())

    expect((await fixture.owner.ask('DELETE', `${KEYS}/${apiKey.id}`)).status).toBe(200)
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${apiKey.id}`)).status, 'once more').toBe(200)
    expect(await statusWith(key)).toBe(401)
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_log where subject_id = ${apiKey.id} order by id`.execute(
      fixture.context.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.revoked'])
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('is stored as a hash', async () => {
    const { key } = await make()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(k)::text as row from api_keys k`.execute(fixture.context.db)
    const [, , prefix = '', ...rest] = key.split('_')
    const secret = rest.join('_')
    const isKept = (text: string): boolean => rows.some(({ row }) => row.includes(text))
    // `bytea` is dumped in hexadecimal.
    const hex = [key, secret].map((text) => Buffer.from(text).toString('hex'))
    const bytes = Buffer.from(secret, 'base64url').toString('hex')
    expect(isKept(prefix)).toBe(true)
    expect([secret, ...hex, bytes].filter(isKept)).toEqual([])
  })

  test.each([
    ['a wrong secret', (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['no secret', (key: string) => key.slice(0, 20)],
    ['a prefix that nobody has', (key: string) => key.replace(/_sk_\w{10}_/, '_sk_zzzzzzzzzz_')],
  ])('is refused with %s', async (_, change) => {
    const { key } = await make()
    expect(await statusWith(change(key))).toBe(401)
  })

  test('expires', async () => {
    const { key, apiKey } = await make({ expiresInDays: 1 })
    expect(await statusWith(key)).toBe(200)
    const expiresAt = new Date(fixture.clock.now() - 1)
    await sql`update api_keys set expires_at = ${expiresAt} where id = ${apiKey.id}`.execute(
      fixture.context.db,
    )
    expect(await statusWith(key)).toBe(401)
  })

  test('has no access beyond its scopes: endpoints, keys, accounts', async () => {
    const { key } = await make({ scopes: ['domains:read'] })
    expect(await statusWith(key, {}, '/api/domains/look')).toBe(403)
    expect(await statusWith(key, {}, KEYS)).toBe(403)
    expect(await statusWith(key, {}, '/api/auth/customer/me')).toBe(401)
    const refused = await fixture.owner.ask('POST', KEYS, { body: { name: 'All', scopes: ['keys'] } })
    expect(refused.status).toBe(422)
  })

  test('with a write scope can read what it writes', async () => {
    const { key, apiKey } = await make({ scopes: ['orders:write', 'promoter:write'] })
    expect(apiKey.scopes).toEqual(['orders:read', 'orders:write', 'promoter:write'])
    expect(await statusWith(key, {}, '/api/promoter/orders')).toBe(200)
    expect(await statusWith(key, {}, '/api/promoter/events')).toBe(403)
  })

  test('names the missing scope', async () => {
    const { key } = await make({ scopes: ['events:read'] })
    expect(await fixture.ask('GET', '/api/promoter/orders', { bearer: key })).toMatchObject({
      status: 403,
      error: {
        code: 'FORBIDDEN',
        message: 'This API key lacks the scope orders:read.',
        details: { missingScope: 'orders:read' },
      },
    })
    const door = await fixture.join('door')
    expect((await door.ask('GET', '/api/promoter/orders')).error).toEqual({
      code: 'FORBIDDEN',
      message: 'You don’t have permission to do this.',
    })
  })

  test('belongs to one promoter, whatever host and header say', async () => {
    const { key } = await make()
    const other = await insertPromoter(fixture.context.db, 'Brickworks')
    await fixture.context.sites.reload()
    expect(await statusWith(key, { promoter: fixture.promoterId, host: 'localhost' })).toBe(200)
    expect(await statusWith(key, { promoter: other, host: 'localhost' })).toBe(403)
    expect(await statusWith(key, { host: 'brickworks.localhost' })).toBe(403)
    expect(await statusWith(key, { host: 'nobody.example' })).toBe(403)
  })

  test('has its own rate limit', async () => {
    const { key, apiKey } = await make()
    const { key: another } = await make()
    expect(await statusWith(key)).toBe(200)
    // State after 598 more calls, with extra time for busy machines.
    const { rows } = await sql<{ points: number }>`
      update rate_limits set points = points + 598, expire = expire + 600_000
      where key = ${`api_key:${apiKey.id}`} returning points`.execute(fixture.context.db)
    expect(rows).toEqual([{ points: 599 }])
    expect(await statusWith(key)).toBe(200)
    const refused = await fixture.ask('GET', DOMAINS, { bearer: key })
    expect(refused.error.code).toBe('RATE_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusWith(another)).toBe(200)
  })

  test('never stands in the log', async () => {
    const { key } = await make({ scopes: ['site:write'] })
    const lines: string[] = []
    const sink = new Writable({
      write: (line, _, done) => {
        lines.push(String(line))
        done()
      },
    })
    const log = pino({ level: 'trace' }, sink)
    const names = {
      findTexts: () => Promise.reject(new Error('The DNS broke.')),
      findTargets: () => Promise.reject(new Error('The DNS broke.')),
    }
    const ask = createAsk({ ...fixture.context, log, names }, fixture.host)
    const made = await ask<{ domain: { id: string } }>('POST', DOMAINS, {
      bearer: key,
      body: { domain: 'log.example.com' },
    })
    expect((await ask('POST', `${DOMAINS}/${made.data.domain.id}/verify`, { bearer: key })).status).toBe(500)
    expect(lines.join('')).toContain('The DNS broke.')
    expect(lines.join('')).not.toContain('foyer_sk_')
  })
})

describe('who may make keys', () => {
  test('is for owners only', async () => {
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const { ask } = await fixture.join(role)
      const body = { name: 'x', scopes: ['domains:read'] }
      const answers = [await ask('GET', KEYS), await ask('POST', KEYS, { body })]
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403])
    }
    expect((await fixture.ask('GET', KEYS)).status).toBe(401)
  })

  test('what is another promoter’s is unknown', async () => {
    const { apiKey } = await make()
    const { db } = fixture.context
    const other = await insertPromoter(db, 'Nordlys')
    await sql`update api_keys set promoter_id = ${other} where id = ${apiKey.id}
      and not exists (select from audit_log where api_key_id = ${apiKey.id})`.execute(db)
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${apiKey.id}`)).error.code).toBe('NOT_FOUND')
  })

  test('requires a name and a scope, and is limited to fifty', async () => {
    const refused = await fixture.owner.ask('POST', KEYS, { body: { name: ' ', scopes: [] } })
    expect(refused.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'name' }, { path: 'scopes' }],
    })
    await sql`
      insert into api_keys (promoter_id, name, prefix, hash, scopes, created_at)
      select ${fixture.promoterId}, 'More', 'more' || lpad(n::text, 6, '0'), '\\x00', '{orders:read}', now()
      from generate_series(1, 50) n`.execute(fixture.context.db)
    const body = { name: 'One more', scopes: ['domains:read'] }
    expect((await fixture.owner.ask('POST', KEYS, { body })).error.code).toBe('API_KEYS_FULL')
  })
})
