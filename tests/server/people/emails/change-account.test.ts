import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  insertAccountToken,
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
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const NEW_PASSWORD = 'a much better one'
const CHANGE_PASSWORD = '/api/auth/customer/change-password'
const CHANGE_EMAIL = '/api/auth/customer/change-email'
const CONFIRM = '/api/public/auth/customer/reset-password/confirm'
const meStatus = async (browser: Browser): Promise<number> =>
  (await browser.ask('GET', '/api/auth/customer/me')).status
const mailsOf = async (accountId: string, kind: string) =>
  (
    await shop.context.db
      .selectFrom('mails')
      .select('payload')
      .where('kind', '=', kind)
      .where('payload', '@>', JSON.stringify({ accountId }))
      .execute()
  ).map(({ payload }) => payload)

test.each([
  ['GET', '/api/auth/customer/me'],
  ['PUT', '/api/auth/customer/profile'],
  ['POST', CHANGE_PASSWORD],
  ['POST', CHANGE_EMAIL],
  ['GET', '/api/auth/customer/orders'],
  ['POST', '/api/auth/customer/export'],
  ['DELETE', '/api/auth/customer/me'],
  ['GET', '/api/auth/customer/sessions'],
  ['DELETE', '/api/auth/customer/sessions/x'],
  ['POST', '/api/auth/customer/logout-everywhere'],
])('%s %s tells unauthenticated callers nothing about its input', async (method, path) => {
  const answer = await shop.ask(method, path)
  expect([answer.status, answer.error.code]).toEqual([401, 'UNAUTHENTICATED'])
})

describe('profile', () => {
  test('changes name and phone, and nothing else', async () => {
    const customer = await openCustomer(shop)
    shop.clock.advance(1000)
    const body = {
      firstName: ' Grace ',
      lastName: 'Hopper',
      phone: '+1 555 0100',
    }
    const more = { ...body, email: 'other@example.com' }
    const refused = await customer.ask('PUT', '/api/auth/customer/profile', { body: more })
    expect(refused.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'email' }] })
    const { status, data } = await customer.ask('PUT', '/api/auth/customer/profile', { body })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      customer: {
        email: customer.email,
        firstName: 'Grace',
        lastName: 'Hopper',
        phone: '+1 555 0100',
        updatedAt: new Date(shop.clock.now()).toISOString(),
      },
    })
    const empty = await customer.ask('PUT', '/api/auth/customer/profile', {
      body: { firstName: '', lastName: '' },
    })
    expect(empty.error.details).toMatchObject([{ path: 'firstName' }, { path: 'lastName' }])
  })
})

describe('change password', () => {
  const change = (browser: Browser, currentPassword: string, newPassword: string) =>
    browser.ask<{ accessToken: string }>('POST', CHANGE_PASSWORD, { body: { currentPassword, newPassword } })

  test('ends every other session; this one goes on with new tokens', async () => {
    const customer = await openCustomer(shop)
    const other = openBrowser(shop)
    await other.login(customer.email)
    const before = customer.cookies['customer_refresh_token']
    const answer = await change(customer, PASSWORD, NEW_PASSWORD)
    expect(answer.status).toBe(200)
    expect([await meStatus(customer), await meStatus(other)]).toEqual([200, 401])
    customer.bearer = answer.data.accessToken
    expect(await meStatus(customer)).toBe(200)
    expect(customer.cookies['customer_refresh_token']).not.toBe(before)
    expect((await customer.refresh()).status).toBe(200)
    const cookies = { customer_refresh_token: before ?? '' }
    expect((await shop.ask('POST', '/api/auth/refresh-token', { cookies })).status).toBe(401)
    expect(await meStatus(customer)).toBe(200)
    expect((await openBrowser(shop).login(customer.email)).status).toBe(401)
    expect((await openBrowser(shop).login(customer.email, NEW_PASSWORD)).status).toBe(200)
    expect(await mailsOf(customer.id, 'password_changed')).toEqual([{ accountId: customer.id }])
  })

  test('refuses a wrong password, a common one and one’s own address', async () => {
    const customer = await openCustomer(shop)
    const wrong = await change(customer, 'not the password', NEW_PASSWORD)
    expect([wrong.status, wrong.error.code]).toEqual([403, 'PASSWORD_WRONG'])
    for (const password of ['qwertyuiop', 'short', customer.email]) {
      const refused = await change(customer, PASSWORD, password)
      expect([refused.status, refused.error.details]).toMatchObject([422, [{ path: 'newPassword' }]])
    }
    expect((await openBrowser(shop).login(customer.email)).status).toBe(200)
    expect(await mailsOf(customer.id, 'password_changed')).toEqual([])
  })

  test('ten wrong passwords block the account across calls', async () => {
    const customer = await openCustomer(shop)
    for (let count = 0; count < 10; count += 1)
      expect((await change(customer, 'not the password', NEW_PASSWORD)).status).toBe(403)
    const asked = [
      await change(customer, PASSWORD, NEW_PASSWORD),
      await customer.ask('POST', CHANGE_EMAIL, { body: { email: newEmail(), password: PASSWORD } }),
      await customer.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([429, 429, 429])
    expect(await meStatus(customer)).toBe(200)
  })

  test('of two concurrent changes one succeeds', async () => {
    const customer = await openCustomer(shop)
    const answers = await Promise.all([
      change(customer, PASSWORD, NEW_PASSWORD),
      change(customer, PASSWORD, 'yet another good one'),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const logins = await Promise.all(
      [NEW_PASSWORD, 'yet another good one'].map((password) =>
        openBrowser(shop).login(customer.email, password),
      ),
    )
    expect(logins.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)))
  })
})

describe('reset password', () => {
  const linkOf = (customer: { id: string; email: string }) =>
    insertAccountToken(shop.context.db, {
      accountId: customer.id,
      email: customer.email,
      purpose: 'reset_password',
    })
  const confirm = (token: string, password: string, browser = openBrowser(shop)) =>
    browser.ask('POST', CONFIRM, { body: { token, password } })

  test('sets the password once, ends every session, and writes a mail', async () => {
    const customer = await openCustomer(shop)
    const [token, other] = [await linkOf(customer), await linkOf(customer)]
    expect(await confirm(token, NEW_PASSWORD)).toMatchObject({ status: 200, data: {} })
    expect(await meStatus(customer)).toBe(401)
    expect((await customer.refresh()).error.code).toBe('SESSION_ENDED')
    expect((await openBrowser(shop).login(customer.email)).status).toBe(401)
    expect((await openBrowser(shop).login(customer.email, NEW_PASSWORD)).status).toBe(200)
    expect(await mailsOf(customer.id, 'password_changed')).toHaveLength(1)
    for (const used of [token, other])
      expect((await confirm(used, 'yet another good one')).error.code).toBe('LINK_INVALID')
  })

  test('a refused password keeps the link valid', async () => {
    const customer = await openCustomer(shop)
    const token = await linkOf(customer)
    expect((await confirm(token, 'password123')).error.details).toMatchObject([{ path: 'password' }])
    expect((await confirm(token, 'short')).status).toBe(422)
    expect((await confirm(token, NEW_PASSWORD)).status).toBe(200)
  })

  test('verifies the address, and removes other claims on it', async () => {
    const email = newEmail()
    const [one, other] = [openBrowser(shop), openBrowser(shop)]
    const { id } = (await one.register(email)).data.customer
    await other.register(email)
    expect((await confirm(await linkOf({ id, email }), NEW_PASSWORD)).status).toBe(200)
    const { data } = await openBrowser(shop).login(email, NEW_PASSWORD)
    expect(data.customer).toMatchObject({ id, isEmailVerified: true })
    expect(await meStatus(other)).toBe(401)
  })

  test('admits an owner blocked by strangers, in the browser of the link', async () => {
    const customer = await openCustomer(shop)
    const browser = openBrowser(shop)
    for (let count = 0; count < 10; count += 1) await browser.login(customer.email, 'not the password')
    expect((await browser.login(customer.email)).status).toBe(429)
    await confirm(await linkOf(customer), NEW_PASSWORD, browser)
    expect((await browser.login(customer.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('of one link used concurrently, one succeeds', async () => {
    const customer = await openCustomer(shop)
    const token = await linkOf(customer)
    const passwords = ['one good password', 'two good passwords', 'three good passwords']
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 410, 410])
    const winner = passwords[statuses.indexOf(200)] ?? ''
    expect((await openBrowser(shop).login(customer.email, winner)).status).toBe(200)
  })

  test('a sign-in with the old password during the change fails', async () => {
    const customer = await openCustomer(shop)
    const token = await linkOf(customer)
    const thief = openBrowser(shop)
    await Promise.all([thief.login(customer.email), confirm(token, NEW_PASSWORD)])
    thief.bearer ??= 'none'
    expect(await meStatus(thief)).toBe(401)
  })
})

describe('change email', () => {
  const ask = (browser: Browser, email: string, password = PASSWORD) =>
    browser.ask('POST', CHANGE_EMAIL, { body: { email, password } })
  const linkOf = (accountId: string, email: string) =>
    insertAccountToken(shop.context.db, { accountId, email, purpose: 'change_email' })
  const follow = (token: string) =>
    openBrowser(shop).ask('POST', '/api/public/auth/customer/verify-email', {
      body: { token, password: PASSWORD },
    })

  test('asks the new address first, and notifies the old one afterwards', async () => {
    const customer = await openCustomer(shop)
    const email = newEmail()
    expect(await ask(customer, email)).toMatchObject({ status: 200, data: {} })
    expect(await mailsOf(customer.id, 'change_email')).toMatchObject([{ accountId: customer.id, email }])
    expect((await openBrowser(shop).login(customer.email)).status).toBe(200)
    expect(await follow(await linkOf(customer.id, email))).toMatchObject({ status: 200, data: { email } })
    expect((await customer.ask('GET', '/api/auth/customer/me')).data).toMatchObject({
      customer: { email, isEmailVerified: true },
    })
    expect((await openBrowser(shop).login(customer.email)).status).toBe(401)
    expect((await openBrowser(shop).login(email)).status).toBe(200)
    expect(await mailsOf(customer.id, 'email_changed')).toEqual([
      { accountId: customer.id, oldEmail: customer.email, newEmail: email },
    ])
  })

  test('requires the password, and responds the same for a taken address', async () => {
    const [customer, other] = [await openCustomer(shop), await openCustomer(shop)]
    expect((await ask(customer, newEmail(), 'not the password')).error.code).toBe('PASSWORD_WRONG')
    const [known, unknown] = [await ask(customer, other.email), await ask(customer, newEmail())]
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
    expect((await follow(await linkOf(customer.id, other.email))).error.code).toBe('LINK_INVALID')
    expect((await openBrowser(shop).login(other.email)).data.customer.id).toBe(other.id)
  })

  test('invalidates links to the old address', async () => {
    const customer = await openCustomer(shop)
    const { id, email } = customer
    const reset = await insertAccountToken(shop.context.db, {
      accountId: id,
      email,
      purpose: 'reset_password',
    })
    await follow(await linkOf(id, newEmail()))
    const answer = await openBrowser(shop).ask('POST', CONFIRM, {
      body: { token: reset, password: NEW_PASSWORD },
    })
    expect(answer.error.code).toBe('LINK_INVALID')
  })

  test('corrects a mistyped address before verification', async () => {
    const browser = openBrowser(shop)
    const { id } = (await browser.register(newEmail())).data.customer
    const email = newEmail()
    await follow(await linkOf(id, email))
    expect((await browser.ask('GET', '/api/auth/customer/me')).data).toMatchObject({
      customer: { email, isEmailVerified: true },
    })
    expect(await mailsOf(id, 'email_changed')).toEqual([])
  })
})
