import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertProvenHost } from '#tests/support/domains.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

let door: Door
const ALIAS = 'www.aurora.example'

beforeAll(async () => {
  door = await openFrontDoor({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    serveFile: (_request, response, path) => {
      if (!path.startsWith('/_astro/')) return false
      response.end('a file')
      return true
    },
  })
  const { db, sites } = door.context
  const { promoterId } = door.stage
  await insertProvenHost(db, { promoterId, host: 'aurora.example', isCanonical: true })
  await insertProvenHost(db, { promoterId, host: ALIAS, isCanonical: false })
  await sites.reload()
})
afterAll(() => door.close())

describe('pages on other domains redirect to the canonical one', () => {
  test.each([
    ['/', 'http://aurora.example/'],
    ['/events/night-shift', 'http://aurora.example/events/night-shift'],
    ['/?q=a%20b&ref=X&ref=Y', 'http://aurora.example/?q=a%20b&ref=X&ref=Y'],
    ['/cart?', 'http://aurora.example/cart?'],
    ['/nowhere/caf%C3%A9', 'http://aurora.example/nowhere/caf%C3%A9'],
    ['//evil.example/', 'http://aurora.example//evil.example/'],
  ])('%s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await door.send({ path, host: ALIAS, method })
      expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('with the port and scheme of the browser', async () => {
    const port = await door.send({ path: '/', host: `${ALIAS}:8080` })
    expect(port.headers.get('location')).toBe('http://aurora.example:8080/')
    const headers = { 'x-forwarded-proto': 'https' }
    const secure = await door.send({ path: '/', host: ALIAS, headers })
    expect(secure.headers.get('location')).toBe('https://aurora.example/')
  })
})

describe('served on every domain', () => {
  test.each([
    ['GET', '/api/public/events', 200],
    ['GET', '/api/domains/tls-allowed?domain=www.aurora.example', 200],
    ['GET', '/healthz', 200],
    ['GET', '/_astro/app.js', 200],
    ['GET', '/site.css', 200],
    ['POST', '/cart', 200],
    ['GET', '/.well-known/apple-developer-merchantid-domain-association', 404],
  ])('%s %s', async (method, path, status) => {
    const answer = await door.send({ method, path, host: ALIAS })
    expect(answer.status).toBe(status)
  })
})

test.each(['aurora.example', 'aurora.localhost', 'localhost', 'unknown.example'])(
  '%s doesn’t redirect: there are no loops',
  async (host) => {
    expect((await door.send({ path: '/', host })).status).toBe(200)
  },
)

describe('Apple Pay’s file', () => {
  const PATH = '/.well-known/apple-developer-merchantid-domain-association'

  test('is the payment provider’s, on every host', async () => {
    const file = '7B2270737049'.repeat(100)
    const { db } = door.context
    await db
      .insertInto('apple_pay_files')
      .values({ list: 'sandbox', content: file, fetched_at: new Date() })
      .execute()
    for (const host of ['aurora.example', ALIAS, 'aurora.localhost', 'localhost'])
      expect((await door.send({ path: PATH, host })).text).toBe(file)
    await db.deleteFrom('apple_pay_files').execute()
  })

  test('is each promoter’s own, on every name of theirs', async () => {
    const file = '7B227073704964223A22'.repeat(200)
    await door.context.db.updateTable('sites').set({ apple_pay_association: file }).execute()
    for (const host of ['aurora.example', ALIAS, 'aurora.localhost']) {
      const answer = await door.send({ path: PATH, host })
      expect([answer.status, answer.text]).toEqual([200, file])
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
    for (const host of ['localhost', 'unknown.example'])
      expect((await door.send({ path: PATH, host })).status).toBe(404)
    expect((await door.send({ path: PATH, host: ALIAS, method: 'HEAD' })).text).toBe('')
    expect((await door.send({ path: PATH, host: ALIAS, method: 'POST' })).status).toBe(405)
  })
})
