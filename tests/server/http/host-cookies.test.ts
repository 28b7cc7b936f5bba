import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccountFixture, PASSWORD, type AccountFixture } from '#tests/support/accounts.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await openAccountFixture()
})
afterAll(() => fixture.close())

const HTTPS = 'https://aurora.localhost'
const HTTP = 'http://aurora.localhost'

async function signIn(origin: string): Promise<string[]> {
  const email = `${crypto.randomUUID()}@example.com`
  await fixture.join(email)
  const answer = await fixture.ask('POST', '/api/auth/customer/login', {
    origin,
    body: { email, password: PASSWORD },
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()
}

const refresh = (origin: string, cookie: string) =>
  fixture.ask('POST', '/api/auth/refresh-token', { origin, headers: { cookie } })
const valueOf = (cookies: readonly string[], name: string): string =>
  cookies.find((each) => each.startsWith(`${name}=`))?.replace(/^[^=]+=([^;]*).*$/, '$1') ?? ''

describe('cookies that only this host may set', () => {
  test('have the prefix __Host- over https, with all that browsers ask for it', async () => {
    const cookies = await signIn(HTTPS)
    const prefixed = cookies.filter((each) => each.startsWith('__Host-'))
    expect(prefixed.map((each) => each.split('=')[0])).toEqual([
      '__Host-customer_refresh_token',
      '__Host-customer_device',
    ])
    for (const cookie of prefixed) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(cookie).not.toContain('Domain=')
    }
    // Named in the specification.
    expect(cookies.filter((each) => each.startsWith('customer_access_token='))).toHaveLength(1)
  })

  test('work, and are ignored without the prefix, because another host of the domain can set those', async () => {
    const cookies = await signIn(HTTPS)
    const token = valueOf(cookies, '__Host-customer_refresh_token')
    expect((await refresh(HTTPS, `customer_refresh_token=${token}`)).error.code).toBe('SESSION_ENDED')
    const both = `customer_refresh_token=forged; __Host-customer_refresh_token=${token}`
    const renewed = await refresh(HTTPS, both)
    expect(renewed.status).toBe(200)
    const next = valueOf(renewed.headers.getSetCookie(), '__Host-customer_refresh_token')
    const out = await fixture.ask('POST', '/api/auth/customer/logout', {
      origin: HTTPS,
      headers: { cookie: `__Host-customer_refresh_token=${next}` },
    })
    expect(out.cookies['__Host-customer_refresh_token']).toBeNull()
    expect((await refresh(HTTPS, `__Host-customer_refresh_token=${next}`)).status).toBe(401)
  })

  test('have no prefix over http, where browsers refuse it', async () => {
    const cookies = await signIn(HTTP)
    expect(cookies.filter((each) => each.startsWith('__Host-'))).toEqual([])
    const token = valueOf(cookies, 'customer_refresh_token')
    expect((await refresh(HTTP, `customer_refresh_token=${token}`)).status).toBe(200)
  })
})
