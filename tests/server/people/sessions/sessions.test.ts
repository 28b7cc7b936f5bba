import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSessions } from '#contracts/account/sessions.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, newEmail, openBrowser, openCustomer, type Browser } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const REFRESH = 'customer_refresh_token'
/** Period in which a used token may be repeated. */
const GRACE_MS = 10_000
const SESSIONS = '/api/auth/customer/sessions'
const meStatus = async (browser: Browser): Promise<number> =>
  (await browser.ask('GET', '/api/auth/customer/me')).status
const use = (token: string | undefined) =>
  shop.ask('POST', '/api/auth/refresh-token', { cookies: { [REFRESH]: token ?? '' } })

describe('refresh', () => {
  test('brings a new access token and a new refresh token', async () => {
    const customer = await openCustomer(shop)
    const before = customer.cookies[REFRESH]
    const answer = await customer.refresh()
    expect(answer).toMatchObject({
      status: 200,
      data: { customer: { id: customer.id }, accessToken: expect.any(String) },
    })
    expect(customer.cookies[REFRESH]).not.toBe(before)
    expect(customer.cookies['customer_access_token']).toBe(answer.data.accessToken)
    expect(await meStatus(customer)).toBe(200)
  })

  test.each([undefined, 'x', 'x'.repeat(43)])('refuses %j, and clears the cookies', async (token) => {
    const answer = await use(token)
    expect([answer.status, answer.error.code]).toEqual([401, 'SESSION_ENDED'])
    expect(answer.cookies).toEqual({
      [REFRESH]: null,
      customer_access_token: null,
      isStaffUser: null,
      staff_permissions: null,
    })
  })

  test('a stolen token that is used after its owner’s ends the family, and that stays written', async () => {
    const customer = await openCustomer(shop)
    const stolen = customer.cookies[REFRESH]
    await customer.refresh()
    shop.clock.advance(GRACE_MS + 1)
    const replayed = await use(stolen)
    expect([replayed.status, replayed.error.code]).toEqual([401, 'SESSION_ENDED'])
    expect(await meStatus(customer)).toBe(401)
    expect((await customer.refresh()).error.code).toBe('SESSION_ENDED')
  })

  test('a stolen token used before its owner’s ends with the owner’s next call', async () => {
    const customer = await openCustomer(shop)
    const thief = openBrowser(shop)
    Object.assign(thief.cookies, customer.cookies)
    expect((await thief.refresh()).status).toBe(200)
    shop.clock.advance(GRACE_MS + 1)
    expect((await customer.refresh()).error.code).toBe('SESSION_ENDED')
    expect([await meStatus(thief), await meStatus(customer)]).toEqual([401, 401])
    expect((await thief.refresh()).error.code).toBe('SESSION_ENDED')
  })

  test('of one token used many times is answered twice, then ends the family', async () => {
    const customer = await openCustomer(shop)
    const token = customer.cookies[REFRESH]
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(token)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 401, 401, 401, 401,
    ])
    const winner = answers.find(({ success }) => success)
    expect((await use(winner?.cookies[REFRESH] ?? '')).error.code).toBe('SESSION_ENDED')
    expect(await meStatus(customer)).toBe(401)
  })

  test('of one token used twice concurrently returns the same successor, and the session continues', async () => {
    const customer = await openCustomer(shop)
    const token = customer.cookies[REFRESH]
    const answers = await Promise.all([use(token), use(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const next = new Set(answers.map(({ cookies }) => cookies[REFRESH]))
    expect(next.size).toBe(1)
    const [cookie] = next
    expect(cookie).not.toBe(token)
    shop.clock.advance(GRACE_MS + 1)
    expect((await use(cookie ?? '')).status).toBe(200)
    expect(await meStatus(customer)).toBe(200)
  })

  test('of a page left during renewal continues once, within ten seconds', async () => {
    const customer = await openCustomer(shop)
    const lost = customer.cookies[REFRESH]
    const first = await use(lost)
    shop.clock.advance(GRACE_MS)
    const again = await use(lost)
    expect([again.status, again.cookies[REFRESH]]).toEqual([200, first.cookies[REFRESH]])
    expect((await use(lost)).error.code).toBe('SESSION_ENDED')
    expect((await use(first.cookies[REFRESH] ?? '')).error.code).toBe('SESSION_ENDED')
  })

  test('ends when the successor was used before a repetition', async () => {
    const customer = await openCustomer(shop)
    const old = customer.cookies[REFRESH]
    await customer.refresh()
    await customer.refresh()
    expect((await use(old)).error.code).toBe('SESSION_ENDED')
    expect(await meStatus(customer)).toBe(401)
  })

  test('stores nothing from which a successor can be made without the token', async () => {
    const customer = await openCustomer(shop)
    await customer.refresh()
    const rows = await shop.context.db.selectFrom('refresh_tokens').selectAll().execute()
    const kept = rows.flatMap(({ token_hash, seed }) => [token_hash, seed ?? Buffer.alloc(0)])
    expect(kept.map((each) => each.toString('base64url'))).not.toContain(customer.cookies[REFRESH])
    const used = rows.filter(({ used_at }) => used_at !== null)
    expect(new Set(used.map(({ seed }) => seed?.toString('hex'))).size).toBe(used.length)
  })

  test('ends no other session', async () => {
    const customer = await openCustomer(shop)
    const other = openBrowser(shop)
    await other.login(customer.email)
    const stolen = customer.cookies[REFRESH]
    await customer.refresh()
    shop.clock.advance(GRACE_MS + 1)
    await use(stolen)
    expect([await meStatus(customer), await meStatus(other)]).toEqual([401, 200])
  })

  describe('ends', () => {
    const DAY_MS = 86_400_000
    let later: Shop
    beforeAll(async () => {
      later = await openShop()
    })
    afterAll(() => later.close())

    const member = async () => {
      const customer = await openCustomer(later)
      await insertMember(later.context.db, {
        promoterId: later.promoterId,
        accountId: customer.id,
        role: 'door',
      })
      return customer
    }
    /** Number of days that a session lasts with daily refreshes. */
    const daysOf = async (browser: Browser): Promise<number> => {
      for (let days = 0; days < 100; days += 1) {
        later.clock.advance(DAY_MS)
        if (!(await browser.refresh()).success) return days
      }
      return Infinity
    }

    test('fourteen days after the last one', async () => {
      const customer = await openCustomer(later)
      later.clock.advance(14 * DAY_MS - 1)
      expect((await customer.refresh()).status).toBe(200)
      later.clock.advance(14 * DAY_MS)
      expect((await customer.refresh()).error.code).toBe('SESSION_ENDED')
    })

    test('thirty days after the sign-in, however often it is used', async () => {
      const customer = await openCustomer(later)
      expect(await daysOf(customer)).toBe(29)
      expect(await meStatus(customer)).toBe(401)
    })

    test('for a promoter’s member seven days after sign-in, and three after the last use', async () => {
      const staff = await member()
      await staff.login(staff.email)
      expect(await daysOf(staff)).toBe(6)
      await staff.login(staff.email)
      later.clock.advance(3 * DAY_MS)
      expect((await staff.refresh()).error.code).toBe('SESSION_ENDED')
    })

    test('for a new member with the next refresh, when it is older', async () => {
      const customer = await openCustomer(later)
      later.clock.advance(7 * DAY_MS)
      const { promoterId } = later
      await insertMember(later.context.db, { promoterId, accountId: customer.id, role: 'owner' })
      expect((await customer.refresh()).error.code).toBe('SESSION_ENDED')
      expect(await meStatus(customer)).toBe(401)
    })

    test('with the refresh cookie', async () => {
      const staff = await member()
      const { headers } = await staff.login(staff.email)
      const [cookie] = headers.getSetCookie().filter((header) => header.startsWith(REFRESH))
      expect(cookie).toContain(`Max-Age=${3 * 86_400}`)
    })
  })

  test('stores no usable token', async () => {
    const customer = await openCustomer(shop)
    const rows = await shop.context.db.selectFrom('refresh_tokens').select('token_hash').execute()
    const kept = rows.map(({ token_hash }) => token_hash.toString('base64url'))
    expect(kept).not.toContain(customer.cookies[REFRESH])
  })
})

describe('logout', () => {
  const logout = (browser: Browser, request = {}) => browser.ask('POST', '/api/auth/customer/logout', request)

  test('ends the session by its cookie, and takes the cookies away', async () => {
    const customer = await openCustomer(shop)
    const { bearer, cookies } = customer
    const token = cookies[REFRESH]
    customer.bearer = undefined
    expect((await logout(customer)).status).toBe(200)
    expect(Object.keys(customer.cookies)).toEqual(['customer_device'])
    customer.bearer = bearer
    expect(await meStatus(customer)).toBe(401)
    expect((await use(token)).error.code).toBe('SESSION_ENDED')
  })

  test('ends the session of the access token', async () => {
    const customer = await openCustomer(shop)
    await logout(customer, { cookies: {} })
    expect(await meStatus(customer)).toBe(401)
  })

  test('succeeds for whoever is signed out', async () => {
    expect(await logout(openBrowser(shop))).toMatchObject({ status: 200, data: {} })
    expect((await logout(openBrowser(shop), { bearer: 'x', cookies: { [REFRESH]: 'x' } })).status).toBe(200)
  })
})

describe('sessions', () => {
  const list = async (browser: Browser) => {
    const { data } = await browser.ask('GET', SESSIONS)
    return listSessions.data.parse(data).sessions
  }

  test('are listed with a description, last used first', async () => {
    const customer = await openCustomer(shop, {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    })
    shop.clock.advance(60_000)
    const phone = openBrowser(shop, {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    })
    await phone.login(customer.email)
    expect(await list(customer)).toMatchObject([
      { device: 'Safari on an iPhone', isCurrent: false },
      { device: 'Firefox on Linux', isCurrent: true },
    ])
  })

  test('are ended one by one, and are over at once', async () => {
    const customer = await openCustomer(shop)
    const other = openBrowser(shop)
    await other.login(customer.email)
    const theirs = (await list(customer)).find(({ isCurrent }) => !isCurrent)
    expect((await customer.ask('DELETE', `${SESSIONS}/${theirs?.id}`)).status).toBe(200)
    expect([await meStatus(other), await meStatus(customer)]).toEqual([401, 200])
    expect((await customer.ask('DELETE', `${SESSIONS}/${theirs?.id}`)).status).toBe(404)
    expect(await list(customer)).toHaveLength(1)
  })

  test.each([
    ['signing in', (browser: Browser, email: string) => browser.login(email)],
    [
      'another account’s signing in',
      async (browser: Browser) => browser.login((await openCustomer(shop)).email),
    ],
    ['registering', (browser: Browser) => browser.register(newEmail())],
  ])('end with %s on the same browser, and those of other browsers don’t', async (_, signIn) => {
    const customer = await openCustomer(shop)
    const other = openBrowser(shop)
    await other.login(customer.email)
    const { bearer = '', cookies } = customer
    const refreshToken = cookies[REFRESH]
    expect((await signIn(customer, customer.email)).success).toBe(true)
    expect([await meStatus(customer), await meStatus(other)]).toEqual([200, 200])
    expect((await shop.ask('GET', '/api/auth/customer/me', { bearer })).status).toBe(401)
    expect((await use(refreshToken)).error.code).toBe('SESSION_ENDED')
  })

  test('are not ended by a wrong password', async () => {
    const customer = await openCustomer(shop)
    expect((await customer.login(customer.email, 'not this one')).success).toBe(false)
    expect((await customer.refresh()).status).toBe(200)
  })

  test('clear the cookies when the current one is ended', async () => {
    const customer = await openCustomer(shop)
    const [own] = await list(customer)
    await customer.ask('DELETE', `${SESSIONS}/${own?.id}`)
    expect(Object.keys(customer.cookies)).toEqual(['customer_device'])
    expect(await meStatus(customer)).toBe(401)
  })

  test('of others are NOT_FOUND', async () => {
    const [one, other] = [await openCustomer(shop), await openCustomer(shop)]
    const [theirs] = await list(other)
    for (const id of [theirs?.id, randomUUID(), 'x', "'"]) {
      const answer = await one.ask('DELETE', `${SESSIONS}/${id}`)
      expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await meStatus(other)).toBe(200)
  })

  test('are all ended at once', async () => {
    const customer = await openCustomer(shop)
    const other = openBrowser(shop)
    await other.login(customer.email)
    expect((await customer.ask('POST', '/api/auth/customer/logout-everywhere')).status).toBe(200)
    expect([await meStatus(other), await meStatus(customer)]).toEqual([401, 401])
    expect((await other.refresh()).error.code).toBe('SESSION_ENDED')
    expect(Object.keys(customer.cookies)).toEqual(['customer_device'])
  })
})
