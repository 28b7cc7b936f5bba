import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { login } from '#contracts/account/sign-in.ts'
import { hashLimitKey } from '#server/people/sessions/limits.ts'
import { hashPassword } from '#server/people/passwords/password-hash.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import {
  insertMember,
  newEmail,
  openBrowser,
  openCustomer,
  PASSWORD,
  type Browser,
} from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const ME = '/api/auth/customer/me'
const meStatus = async (browser: Browser): Promise<number> => (await browser.ask('GET', ME)).status

describe('login', () => {
  test('§7: answers customer, staff and accessToken, and sets the cookies', async () => {
    const { email } = await openCustomer(shop)
    const browser = openBrowser(shop)
    const answer = await browser.login(email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(login.data.parse(answer.data)).toEqual(answer.data)
    expect(answer.data).toMatchObject({
      customer: { email, isEmailVerified: true },
      staff: { isStaff: false, permissions: [] },
    })
    expect(Object.keys(browser.cookies)).toEqual([
      'customer_refresh_token',
      'customer_access_token',
      'customer_device',
    ])
    expect(browser.cookies['customer_access_token']).toBe(answer.data.accessToken)
    expect(await meStatus(browser)).toBe(200)
  })

  test('responds the same to a wrong password and an unknown address', async () => {
    const { email } = await openCustomer(shop)
    const wrong = await openBrowser(shop).login(email, 'not the password')
    const unknown = await openBrowser(shop).login(newEmail(), 'not the password')
    expect([wrong.status, wrong.error]).toEqual([unknown.status, unknown.error])
    expect([wrong.status, wrong.error.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()])
  })

  test('admits an unverified account beside the owner, each with its own password', async () => {
    const owner = await openCustomer(shop)
    const guest = openBrowser(shop)
    await guest.register(owner.email, { password: 'another long one' })
    const asGuest = await openBrowser(shop).login(owner.email, 'another long one')
    const asOwner = await openBrowser(shop).login(owner.email)
    expect(asOwner.data.customer.id).toBe(owner.id)
    expect(asGuest.data.customer).toMatchObject({ isEmailVerified: false })
    expect(asGuest.data.customer.id).not.toBe(owner.id)
  })

  test('hashes a password anew that was hashed at another cost', async () => {
    const costly = await openShop({ hasRealPasswordCost: true })
    onTestFinished(costly.close)
    const { email, id } = await openCustomer(costly)
    const weak =
      '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$jBszZIzzTtxTv/5T+TEe0SAXRhNKDhBSBQvTx9mzL4s'
    const setHash = (password_hash: string) =>
      costly.context.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
    const hashNow = async () =>
      (
        await costly.context.db
          .selectFrom('accounts')
          .select('password_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).password_hash
    await setHash(weak)
    expect((await openBrowser(costly).login(email)).status).toBe(401)
    expect(await hashNow()).toBe(weak)
    await setHash(await hashPassword(PASSWORD, { memory: 8192, passes: 1, parallelism: 1 }))
    expect((await openBrowser(costly).login(email)).status).toBe(200)
    expect(await hashNow()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect((await openBrowser(costly).login(email)).status).toBe(200)
  })

  test('emails the owner about a new browser only', async () => {
    const customer = await openCustomer(shop)
    const told = async () =>
      (
        await shop.context.db
          .selectFrom('mails')
          .select('fact')
          .where('kind', '=', 'new_sign_in')
          .where('payload', '@>', JSON.stringify({ accountId: customer.id }))
          .execute()
      ).length
    await customer.login(customer.email)
    expect(await told()).toBe(0)
    const other = openBrowser(shop)
    await other.login(customer.email)
    expect(await told()).toBe(1)
    await other.ask('POST', '/api/auth/customer/logout')
    await other.login(customer.email)
    expect(await told()).toBe(1)
  })

  test('asks for the second factor only after a correct password', async () => {
    const { email, id } = await openCustomer(shop)
    await shop.context.db
      .insertInto('authenticators')
      .values({
        account_id: id,
        secret: 'JBSWY3DPEHPK3PXP',
        confirmed_at: new Date(),
        created_at: new Date(),
      })
      .execute()
    const browser = openBrowser(shop)
    expect((await browser.login(email, 'not the password')).error.code).toBe('INVALID_CREDENTIALS')
    const asked = await browser.login(email)
    expect([asked.status, asked.error.code, browser.cookies]).toEqual([401, 'SECOND_FACTOR_REQUIRED', {}])
    const wrong = await browser.ask('POST', '/api/auth/customer/login', {
      body: { email, password: PASSWORD, code: '000000' },
    })
    expect([wrong.status, wrong.error.code]).toEqual([403, 'SECOND_FACTOR_WRONG'])
  })
})

describe('limits of signing in', () => {
  const fail = (browser: Browser, email: string) => browser.login(email, 'not the password')

  test('ten wrong passwords of one network block it for that address only', async () => {
    const { email } = await openCustomer(shop)
    const thief = openBrowser(shop)
    for (let count = 0; count < 10; count += 1) expect((await fail(thief, email)).status).toBe(401)
    const closed = await thief.login(email)
    expect([closed.status, closed.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fail(thief, newEmail())).status).toBe(401)
    expect((await openBrowser(shop).login(email)).status).toBe(200)
  })

  test('strangers on many networks close an address to strangers; its owner’s browser gets in', async () => {
    const customer = await openCustomer(shop)
    // State after forty attempts.
    const counted = {
      key: `login_strangers:${hashLimitKey(customer.email)}`,
      points: 40,
      expire: Date.now() + 3_600_000,
    }
    await shop.context.db.insertInto('rate_limits').values(counted).execute()
    const tries = Array.from({ length: 10 }, () => fail(openBrowser(shop), customer.email))
    const settled = await Promise.all(tries)
    expect(settled.map(({ status }) => status)).toEqual(tries.map(() => 401))
    expect((await openBrowser(shop).login(customer.email)).status).toBe(429)
    expect((await customer.login(customer.email)).status).toBe(200)
  })

  test('are the same for an unknown address', async () => {
    const thief = openBrowser(shop)
    const email = newEmail()
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await fail(thief, email)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  test('don’t count successes', async () => {
    const customer = await openCustomer(shop)
    const elsewhere = { address: '10.201.0.1' }
    for (let count = 0; count < 12; count += 1)
      expect((await openBrowser(shop, elsewhere).login(customer.email)).status).toBe(200)
  })

  test('apply separately to a known browser', async () => {
    const customer = await openCustomer(shop)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) statuses.push((await fail(customer, customer.email)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await customer.login(customer.email)).status).toBe(429)
    expect((await openBrowser(shop).login(customer.email)).status).toBe(200)
  })

  test('count an IPv6 /64 as one', async () => {
    const { email } = await openCustomer(shop)
    for (let count = 0; count < 10; count += 1)
      await fail(openBrowser(shop, { address: `2001:db8:0:7::${count + 1}` }), email)
    expect((await fail(openBrowser(shop, { address: '2001:db8::7:1:2:3:4' }), email)).status).toBe(429)
    expect((await fail(openBrowser(shop, { address: '2001:db8:0:8::1' }), email)).status).toBe(401)
  })

  test('ignore a forged or foreign device cookie', async () => {
    const { id } = await openCustomer(shop)
    const value = (await openCustomer(shop)).cookies['customer_device'] ?? ''
    const [name = '', signature = ''] = value.split('.')
    const forged = createHmac('sha256', 'key').update(`customer_device ${name} ${id}`).digest('base64url')
    for (const each of [value, `${name}.${forged}`, `${name}.${signature.slice(1)}`, name, signature, ''])
      expect(shop.context.devices.find({ cookies: { customer_device: each } }, id)).toBeUndefined()
  })

  test('don’t trust a browser of an unverified account with the same address', async () => {
    const { email } = await openCustomer(shop)
    const thief = openBrowser(shop)
    await thief.register(email, { password: 'another long one' })
    for (let count = 0; count < 10; count += 1) expect((await fail(thief, email)).status).toBe(401)
    expect((await fail(thief, email)).status).toBe(429)
  })

  test('recognise a browser of several accounts', async () => {
    const one = await openCustomer(shop)
    const other = await openCustomer(shop)
    const { cookies } = one
    await one.login(other.email)
    expect(cookies['customer_device']?.split('.')).toHaveLength(3)
    for (const customer of [one, other]) {
      const found = shop.context.devices.find({ cookies: one.cookies }, customer.id)
      expect(found).toBe(cookies['customer_device']?.split('.')[0])
    }
  })
})

describe('access tokens', () => {
  const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  test('§6: say who, which session and for how long, and that a customer is no staff', async () => {
    const customer = await openCustomer(shop)
    const claims = claimsOf(customer.bearer ?? '')
    const seconds = shop.clock.now() / 1000
    expect(claims).toEqual({
      iss: 'foyer',
      aud: 'foyer',
      sub: customer.id,
      sid: expect.any(String),
      iat: seconds,
      exp: seconds + 3600,
      isStaff: false,
      roles: ['customer'],
      permissions: [],
    })
  })

  test('§6: name the roles and permissions of memberships', async () => {
    const customer = await openCustomer(shop)
    await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: customer.id, role: 'door' })
    const { data } = await customer.login(customer.email)
    expect(claimsOf(data.accessToken)).toMatchObject({
      isStaff: true,
      roles: ['customer', 'staff', 'door'],
      permissions: ['staff:access', 'door:scan'],
    })
    expect(data.customer.staff).toEqual({ isStaff: true, permissions: ['staff:access', 'door:scan'] })
  })

  test('have no rights of a promoter that requires a second factor, without one', async () => {
    const promoterId = await insertPromoter(shop.context.db, 'Strict')
    await shop.context.db
      .updateTable('promoters')
      .set({ requires_second_factor: true })
      .where('id', '=', promoterId)
      .execute()
    const customer = await openCustomer(shop)
    await insertMember(shop.context.db, { promoterId, accountId: customer.id, role: 'owner' })
    const { data } = await customer.login(customer.email)
    expect(data.customer.staff).toEqual({ isStaff: false, permissions: [], needsSecondFactor: true })
    expect(claimsOf(data.accessToken)).toMatchObject({ isStaff: false, roles: ['customer'], permissions: [] })
  })

  test('are refused when forged, altered, unsigned or made with another algorithm', async () => {
    const customer = await openCustomer(shop)
    const [header = '', payload = '', signature = ''] = customer.bearer?.split('.') ?? []
    const claims = claimsOf(customer.bearer ?? '')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const owned = segment({ ...claims, isStaff: true, roles: ['owner'] })
    const signed = (head: string, hash: string): string =>
      `${head}.${payload}.${createHmac(hash, 'secret').update(`${head}.${payload}`).digest('base64url')}`
    const bad = [
      `${header}.${owned}.${signature}`,
      `${segment({ alg: 'none', kid })}.${payload}.`,
      `${segment({ alg: 'none', kid })}.${payload}.${signature}`,
      signed(header, 'sha256'),
      signed(segment({ alg: 'HS512', kid }), 'sha512'),
      signed(segment({ alg: 'HS256', kid: '00000000-0000-0000-0000-000000000000' }), 'sha256'),
      `${header}.${payload}`,
      `${header}.${payload}.${signature}x.y`,
      'x',
      '..',
      '',
    ]
    for (const bearer of bad) {
      const answer = await shop.ask('GET', ME, { bearer })
      expect([answer.status, answer.error.code]).toEqual([401, 'UNAUTHENTICATED'])
    }
    expect(await meStatus(customer)).toBe(200)
  })

  test('are accepted in the Authorization header only', async () => {
    const customer = await openCustomer(shop)
    expect((await shop.ask('GET', ME, { cookies: customer.cookies })).status).toBe(401)
    expect((await shop.ask('GET', ME)).status).toBe(401)
  })

  test('last an hour', async () => {
    const late = await openShop()
    const customer = await openCustomer(late)
    late.clock.advance(3_599_000)
    expect(await meStatus(customer)).toBe(200)
    late.clock.advance(1000)
    expect(await meStatus(customer)).toBe(401)
    await late.close()
  })
})
