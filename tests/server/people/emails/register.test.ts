import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#contracts/platform/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import {
  insertAccountToken,
  insertPaidOrder,
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

const REGISTER = '/api/public/auth/customer/register'
const VERIFY = '/api/public/auth/customer/verify-email'

const mailsOf = (accountId: string) =>
  shop.context.db
    .selectFrom('mails')
    .select(['kind', 'payload', 'origin', 'promoter_id', 'fact'])
    .where('payload', '@>', JSON.stringify({ accountId }))
    .execute()

describe('register', () => {
  test('makes an account, signs it in and has its address verified by mail', async () => {
    const browser = openBrowser(shop)
    const email = newEmail()
    const answer = await browser.register(` ${email.toUpperCase()}`, { phone: '+49 30 1234' })
    expect(answer.status).toBe(201)
    expect(signedIn.parse(answer.data)).toEqual(answer.data)
    expect(answer.data.customer).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+49 30 1234',
      isEmailVerified: false,
      settings: { avatarUrl: '' },
      staff: { isStaff: false, permissions: [] },
    })
    expect((await browser.ask('GET', '/api/auth/customer/me')).data).toEqual({
      customer: answer.data.customer,
    })
    const { id } = answer.data.customer
    expect(await mailsOf(id)).toEqual([
      {
        kind: 'verify_email',
        fact: `verify_email:${id}`,
        payload: { accountId: id },
        origin: 'http://aurora.localhost',
        promoter_id: shop.promoterId,
      },
    ])
  })

  test('§3: a customer has the fields of the specification, and no other', async () => {
    const email = newEmail()
    const { data } = await openBrowser(shop).register(email, { phone: '+49 30 1234' })
    const now = new Date(shop.clock.now()).toISOString()
    expect(data.customer).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+49 30 1234',
      isEmailVerified: false,
      createdAt: now,
      updatedAt: now,
      settings: { avatarUrl: '' },
      staff: { isStaff: false, permissions: [] },
    })
  })

  test('keeps tokens in cookies that scripts can’t read, for as long as the specification says', async () => {
    const { headers } = await openBrowser(shop).register(newEmail())
    expect(headers.getSetCookie().map((header) => header.replace(/=[^;]+/, ''))).toEqual([
      'customer_refresh_token; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax',
      'customer_access_token; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax',
      'customer_device; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  test('§3: takes both readings of the payload', async () => {
    const browser = openBrowser(shop)
    expect((await browser.register(newEmail(), { confirmPassword: PASSWORD })).status).toBe(201)
    expect((await browser.register(newEmail(), { domain: 'aurora.localhost' })).status).toBe(201)
    const different = await browser.register(newEmail(), { confirmPassword: 'something else' })
    expect([different.status, different.error.details]).toEqual([
      422,
      [{ path: 'confirmPassword', message: 'The passwords don’t match.' }],
    ])
  })

  test.each([
    ['password', 'short'],
    ['password', 'x'.repeat(257)],
    ['password', 'QWERTYUIOP'],
    ['password', '1234567890'],
    ['password', 'Ada Lovelace'],
    ['password', 'lovelace.ada'],
    ['password', 'nobody.else@example.com'],
    ['firstName', '  '],
    ['email', 'nobody'],
    ['phone', 'call me'],
  ])('names what is wrong with the %s %j', async (path, value) => {
    const answer = await openBrowser(shop).register('nobody.else@example.com', { [path]: value })
    expect([answer.status, answer.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.error.details).toMatchObject([{ path, message: expect.stringMatching(/\w/) }])
  })

  test('responds the same for a known address: status, headers, cookies and shape', async () => {
    const known = await openCustomer(shop)
    const shapeOf = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
        : typeof value
    const asked = await Promise.all(
      [known.email, newEmail()].map((email) => openBrowser(shop).register(email)),
    )
    const [one, other] = asked.map(({ status, headers, data, cookies }) => ({
      status,
      headers: [...headers.keys()],
      cookies: Object.keys(cookies),
      data: shapeOf(data),
      isEmailVerified: data.customer.isEmailVerified,
    }))
    expect(one).toEqual(other)
    const mails = await Promise.all(asked.map(({ data }) => mailsOf(data.customer.id)))
    expect(mails.map((each) => each.map(({ kind }) => kind))).toEqual([['verify_email'], ['verify_email']])
  })

  test('links to the main site in emails requested on an unknown host', async () => {
    const { data } = await openBrowser(shop, { host: 'evil.example:8080' }).register(newEmail())
    expect(await mailsOf(data.customer.id)).toMatchObject([
      { origin: 'http://localhost:8080', promoter_id: null },
    ])
  })

  test('is rate limited per network and address, with Retry-After', async () => {
    const browser = openBrowser(shop)
    const email = newEmail()
    for (let count = 0; count < 5; count += 1) expect((await browser.register(email)).status).toBe(201)
    const answer = await browser.register(email)
    expect([answer.status, answer.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await openBrowser(shop).register(email)).status).toBe(201)
  })

  test('limits emails per address across callers, without telling', async () => {
    const email = newEmail()
    const statuses = new Set<number>()
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) {
      const { status, data } = await openBrowser(shop).register(email)
      statuses.add(status)
      ids.push(data.customer.id)
    }
    const mails = await Promise.all(ids.map(mailsOf))
    expect([[...statuses], mails.flat().length]).toEqual([[201], 10])
  })
})

describe('verify', () => {
  const verify = (token: string) =>
    openBrowser(shop).ask('POST', VERIFY, { body: { token, password: PASSWORD } })
  const registered = async (email = newEmail()) => {
    const browser = openBrowser(shop)
    const { id } = (await browser.register(email)).data.customer
    return Object.assign(browser, { id, email })
  }
  const linkOf = (person: { id: string; email: string }, expiresAt?: Date) =>
    insertAccountToken(shop.context.db, {
      accountId: person.id,
      purpose: 'verify_email',
      email: person.email,
      ...(expiresAt ? { expiresAt } : {}),
    })

  test('verifies the address once', async () => {
    const person = await registered()
    const token = await linkOf(person)
    expect(await verify(token)).toMatchObject({ status: 200, data: { email: person.email } })
    expect((await person.ask('GET', '/api/auth/customer/me')).data).toMatchObject({
      customer: { isEmailVerified: true },
    })
    expect(await verify(token)).toMatchObject(fail('LINK_INVALID'))
  })

  test.each(['', 'x', 'x'.repeat(43)])('refuses the token %j', async (token) => {
    expect((await verify(token)).status).toBe(token === '' ? 422 : 410)
  })

  test('refuses a link that has expired, and one of another purpose', async () => {
    const person = await registered()
    expect((await verify(await linkOf(person, new Date(shop.clock.now())))).status).toBe(410)
    const { id: accountId, email } = person
    const reset = await insertAccountToken(shop.context.db, { accountId, email, purpose: 'reset_password' })
    expect((await verify(reset)).status).toBe(410)
  })

  test('deletes other unverified accounts with the address, and their sessions', async () => {
    const email = newEmail()
    const [one, other] = [await registered(email), await registered(email)]
    await verify(await linkOf(one))
    expect((await one.ask('GET', '/api/auth/customer/me')).status).toBe(200)
    expect((await other.ask('GET', '/api/auth/customer/me')).status).toBe(401)
    expect((await other.refresh()).error.code).toBe('SESSION_ENDED')
  })

  test('is refused when the address has an owner', async () => {
    const owner = await openCustomer(shop)
    const late = await registered(owner.email)
    expect((await verify(await linkOf(late))).error).toEqual(fail('LINK_INVALID').error)
    expect((await owner.ask('GET', '/api/auth/customer/me')).status).toBe(200)
  })

  describe('when a stranger registered with the address first', () => {
    const SHOW = `${VERIFY}/show`
    const guestOrders = async (email: string) => {
      const { promoterId, eventId } = shop
      const ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 0 })
      const createdAt = new Date(shop.clock.now())
      return insertPaidOrder(shop.context.db, { promoterId, eventId, ticketTypeId, email, createdAt })
    }
    const ordersOf = async (browser: Browser) =>
      (await browser.ask<{ orders: unknown[] }>('GET', '/api/auth/customer/orders')).data.orders

    test('the link alone transfers neither the address nor its guest orders', async () => {
      const stranger = await registered()
      await guestOrders(stranger.email)
      const token = await linkOf(stranger)
      const reader = openBrowser(shop)
      expect(await reader.ask('POST', VERIFY, { body: { token } })).toMatchObject(fail('PASSWORD_REQUIRED'))
      const guess = await reader.ask('POST', VERIFY, { body: { token, password: 'not the password' } })
      expect(guess).toMatchObject(fail('PASSWORD_WRONG'))
      expect(await ordersOf(stranger)).toEqual([])
      expect(await verify(token)).toMatchObject({ status: 200 })
      expect(await ordersOf(stranger)).toHaveLength(1)
    })

    test('a session of another account doesn’t count', async () => {
      const stranger = await registered()
      const reader = await openCustomer(shop)
      const answer = await reader.ask('POST', VERIFY, { body: { token: await linkOf(stranger) } })
      expect(answer).toMatchObject(fail('PASSWORD_REQUIRED'))
    })

    test('a link of the stranger’s address change doesn’t either', async () => {
      const stranger = await openCustomer(shop)
      const link = { accountId: stranger.id, purpose: 'change_email', email: newEmail() } as const
      const token = await insertAccountToken(shop.context.db, link)
      expect((await openBrowser(shop).ask('POST', VERIFY, { body: { token } })).error.code).toBe(
        'PASSWORD_REQUIRED',
      )
    })

    test('the link’s page shows whose account it is, when and where it was registered, and consumes nothing', async () => {
      const stranger = openBrowser(shop, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })
      const email = newEmail()
      const { id } = (await stranger.register(email, { firstName: 'Mallory' })).data.customer
      const token = await linkOf({ id, email })
      const shown = {
        email,
        firstName: 'Mallory',
        registeredAt: new Date(shop.clock.now()).toISOString(),
        device: 'Firefox on Windows',
      }
      for (const [browser, isOwn] of [
        [openBrowser(shop), false],
        [stranger, true],
        [openBrowser(shop), false],
      ] as const)
        expect((await browser.ask('POST', SHOW, { body: { token } })).data).toEqual({
          account: { ...shown, isOwn },
        })
      expect((await verify(token)).status).toBe(200)
      expect((await openBrowser(shop).ask('POST', SHOW, { body: { token } })).error.code).toBe('LINK_INVALID')
    })

    test('a name that contains a message is not shown', async () => {
      const email = newEmail()
      const firstName = 'Pay at evil.example'
      const { id } = (await openBrowser(shop).register(email, { firstName })).data.customer
      const answer = await openBrowser(shop).ask('POST', SHOW, {
        body: { token: await linkOf({ id, email }) },
      })
      expect(answer.data).toMatchObject({ account: { firstName: '' } })
    })

    test('the session’s cookies suffice: browsers send no token to public paths', async () => {
      const person = await registered()
      const token = await linkOf(person)
      const answer = await person.ask('POST', VERIFY, { body: { token }, bearer: undefined })
      expect(answer.status).toBe(200)
    })
  })

  test('of two accounts that verify one new address concurrently, one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newEmail()
      const people = await Promise.all([1, 2, 3].map(() => openCustomer(shop)))
      const tokens = await Promise.all(
        people.map(({ id: accountId }) =>
          insertAccountToken(shop.context.db, { accountId, purpose: 'change_email', email }),
        ),
      )
      const answers = await Promise.all(
        people.map((person, index) => person.ask('POST', VERIFY, { body: { token: tokens[index] } })),
      )
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 410, 410,
      ])
    }
  })

  test('of one link used twice concurrently, one succeeds', async () => {
    const person = await registered()
    const token = await linkOf(person)
    const answers = await Promise.all([1, 2, 3].map(() => verify(token)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410, 410])
  })

  test('exactly one of many concurrent verifications succeeds', async () => {
    const email = newEmail()
    const people = await Promise.all(Array.from({ length: 6 }, () => registered(email)))
    const tokens = await Promise.all(people.map((person) => linkOf(person)))
    const statuses = (await Promise.all(tokens.map(verify))).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 410, 410, 410, 410, 410])
    const left = await shop.context.db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('email', '=', email)
      .execute()
    expect(left).toEqual([{ email_verified_at: expect.any(Date) }])
  })
})

describe('mails that are asked for', () => {
  const kinds = async (email: string) =>
    (
      await shop.context.db
        .selectFrom('mails')
        .select('kind')
        .where('payload', '@>', JSON.stringify({ email }))
        .execute()
    ).map(({ kind }) => kind)

  test.each([
    ['reset-password', 'reset_password'],
    ['resend-verification', 'resend_verification'],
  ])('%s leaves the same row for a known and an unknown address', async (path, kind) => {
    const known = await openCustomer(shop)
    const unknown = newEmail()
    const answers = await Promise.all(
      [known.email, unknown].map((email) =>
        openBrowser(shop).ask('POST', `/api/public/auth/customer/${path}`, { body: { email } }),
      ),
    )
    expect(answers.map(({ status, data, cookies }) => [status, data, cookies])).toEqual([
      [200, {}, {}],
      [200, {}, {}],
    ])
    expect([await kinds(known.email), await kinds(unknown)]).toEqual([[kind], [kind]])
  })

  test('are rate limited per network, and at most ten per address', async () => {
    const email = newEmail()
    const path = '/api/public/auth/customer/reset-password'
    const browser = openBrowser(shop)
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1)
      statuses.push((await browser.ask('POST', path, { body: { email } })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let count = 0; count < 8; count += 1)
      expect((await openBrowser(shop).ask('POST', path, { body: { email } })).status).toBe(200)
    expect(await kinds(email)).toHaveLength(10)
  })
})

test('two concurrent registrations with one address both succeed', async () => {
  const email = newEmail()
  const answers = await Promise.all([1, 2].map(() => openBrowser(shop).register(email)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(answers.map(({ data }) => data.customer.id)).size).toBe(2)
  expect((await shop.ask('POST', REGISTER, { body: {} })).status).toBe(422)
})
