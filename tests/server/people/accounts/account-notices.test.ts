import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fail } from '#contracts/platform/errors.ts'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { createMailDispatcher, type MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { insertOperator, isOperator } from '#server/people/operators/operator-rows.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import {
  newEmail,
  openBrowser,
  openCustomer,
  signInOn,
  PASSWORD,
  type Browser,
} from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createSoftwareAuthenticator, type CreationOptions } from '#tests/support/software-authenticator.ts'

const NEW_PASSWORD = 'a much better one'
const UNDO = '/api/public/auth/customer/undo-email-change'
const VERIFY = '/api/public/auth/customer/verify-email'
const AUTHENTICATOR = '/api/auth/customer/authenticator'
const PASSKEYS = '/api/auth/customer/passkeys'

let shop: Shop
let post: MailDispatcher
beforeAll(async () => {
  shop = await openShop()
  const mailer = createMailer(shop.context)
  if (!mailer) throw new Error('The shop has no mailbox.')
  post = createMailDispatcher(shop.context, { mailer, port: 4321 })
})
afterAll(async () => {
  await post.close()
  await shop.close()
})

let customer: Awaited<ReturnType<typeof openCustomer>>
beforeEach(async () => {
  customer = await openCustomer(shop)
})

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  await post.deliver()
  return shop.context.db
    .selectFrom('mailbox')
    .innerJoin('mails', 'mails.id', 'mailbox.mail_id')
    .select(['mailbox.subject', 'mailbox.text'])
    .where('mailbox.to_address', '=', address)
    .orderBy('mails.created_at')
    .orderBy('mailbox.received_at')
    .execute()
}
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

async function linkTo(address: string, page: string): Promise<string> {
  const texts = (await mailsTo(address)).map(({ text }) => text).toReversed()
  return texts.map((text) => new RegExp(`${page}#([\\w-]+)`).exec(text)?.[1]).find(Boolean) ?? 'none came'
}

describe('an email notifies of', () => {
  const signIn = (browser: Browser) => browser.login(customer.email)

  test('an added or removed authenticator, and renewed recovery codes', async () => {
    const body = { password: PASSWORD }
    const { data } = await customer.ask<{ secret: string }>('POST', AUTHENTICATOR, { body })
    const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({
      timestamp: shop.clock.now(),
    })
    expect(
      (await customer.ask('POST', `${AUTHENTICATOR}/confirm`, { body: { code: '000000' } })).status,
    ).toBe(403)
    expect(await subjectsTo(customer.email)).not.toContain('An authenticator app was added to your account')
    await customer.ask('POST', `${AUTHENTICATOR}/confirm`, { body: { code } })
    await customer.ask('POST', `${AUTHENTICATOR}/recovery-codes`, { body })
    await customer.ask('DELETE', AUTHENTICATOR, { body })
    await customer.ask('DELETE', AUTHENTICATOR, { body })
    const subjects = await subjectsTo(customer.email)
    expect(subjects.filter((subject) => /authenticator|recovery/.test(subject)).toSorted()).toEqual([
      'An authenticator app was added to your account',
      'New recovery codes were created for your account',
      'The authenticator app was removed from your account',
    ])
  })

  test('an added or removed passkey', async () => {
    const device = createSoftwareAuthenticator(`http://${shop.host}`)
    const body = { password: PASSWORD }
    const { data } = await customer.ask<{ options: CreationOptions }>('POST', `${PASSKEYS}/options`, { body })
    const { passkey, sent } = device.create(data.options)
    await customer.ask('POST', PASSKEYS, { body: { name: 'Key', response: sent } })
    expect(await subjectsTo(customer.email)).toContain('A passkey was added to your account')
    expect((await customer.ask('DELETE', `${PASSKEYS}/${passkey.id}`, { body })).status).toBe(200)
    expect(await subjectsTo(customer.email)).toContain('A passkey was removed from your account')
  })

  test('a changed password, and a sign-in from a new device', async () => {
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    await customer.ask('POST', '/api/auth/customer/change-password', { body })
    expect(await subjectsTo(customer.email)).toContain('Your password was changed')
    await openBrowser(shop).login(customer.email, NEW_PASSWORD)
    expect(await subjectsTo(customer.email)).toContain('New sign-in to your account')
    expect((await signIn(openBrowser(shop))).status).toBe(401)
  })
})

describe('a change of address', () => {
  async function move(browser: Browser, to: string): Promise<void> {
    const body = { email: to, password: PASSWORD }
    expect((await browser.ask('POST', '/api/auth/customer/change-email', { body })).status).toBe(200)
    const token = await linkTo(to, '/verify-email')
    expect((await browser.ask('POST', VERIFY, { body: { token } })).status).toBe(200)
    shop.clock.advance(1000)
  }
  async function addPasskey(browser: Browser, host: string): Promise<void> {
    const device = createSoftwareAuthenticator(`http://${host}`)
    const body = { password: PASSWORD }
    const asked = await browser.ask<{ options: CreationOptions }>('POST', `${PASSKEYS}/options`, {
      host,
      body,
    })
    const { sent } = device.create(asked.data.options)
    const added = await browser.ask('POST', PASSKEYS, { host, body: { name: 'Key', response: sent } })
    expect(added.status).toBe(201)
  }
  const undo = (token: string) =>
    openBrowser(shop).ask<{ email: string }>('POST', UNDO, { body: { token, password: NEW_PASSWORD } })
  const emailOf = async () =>
    (
      await shop.context.db
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', customer.id)
        .executeTakeFirstOrThrow()
    ).email

  test('is undone by the link to the old address, which ends sessions, old password and later links', async () => {
    const thief = openBrowser(shop)
    await thief.login(customer.email)
    const [second, third] = [newEmail(), newEmail()]
    await move(thief, second)
    const token = await linkTo(customer.email, '/undo-email-change')
    await move(thief, third)
    const thiefs = await linkTo(second, '/undo-email-change')
    expect(await undo(token)).toMatchObject({ status: 200, data: { email: customer.email } })
    expect(await emailOf()).toBe(customer.email)
    expect((await thief.ask('GET', '/api/auth/customer/me')).status).toBe(401)
    expect((await openBrowser(shop).login(customer.email)).status).toBe(401)
    expect((await openBrowser(shop).login(customer.email, NEW_PASSWORD)).status).toBe(200)
    expect(await undo(thiefs)).toMatchObject(fail('LINK_INVALID'))
    expect(await undo(token)).toMatchObject(fail('LINK_INVALID'))
  })

  test('that is undone ends the role of an operator, also of the only one', async () => {
    const { db } = shop.context
    await insertOperator(db, { accountId: customer.id, now: new Date() })
    const thief = openBrowser(shop)
    await thief.login(customer.email)
    await move(thief, newEmail())
    expect((await undo(await linkTo(customer.email, '/undo-email-change'))).status).toBe(200)
    expect(await isOperator(db, customer.id)).toBe(false)
    const log = await db.selectFrom('operator_log').select(['action', 'subject_id']).execute()
    expect(log).toEqual([{ action: 'operator.removed', subject_id: customer.id }])
  })

  test('that is undone removes all second factors, on any host', async () => {
    const thief = openBrowser(shop)
    await thief.login(customer.email)
    await insertPromoter(shop.context.db, 'Borealis')
    await shop.context.sites.reload()
    await addPasskey(thief, shop.host)
    shop.clock.advance(1000)
    const onBorealis = await signInOn(shop, 'borealis.localhost', customer.email)
    await addPasskey(onBorealis, 'borealis.localhost')
    const started = await thief.ask<{ secret: string }>('POST', AUTHENTICATOR, {
      body: { password: PASSWORD },
    })
    const code = new TOTP({ secret: Secret.fromBase32(started.data.secret) }).generate({
      timestamp: shop.clock.now(),
    })
    expect((await thief.ask('POST', `${AUTHENTICATOR}/confirm`, { body: { code } })).status).toBe(200)
    const security = () => thief.ask('GET', '/api/auth/customer/security')
    expect((await security()).data).toMatchObject({
      passkeys: [{ host: shop.host }, { host: 'borealis.localhost' }],
      authenticator: { isOn: true, recoveryCodesLeft: 10 },
      removals: [],
    })
    await move(thief, newEmail())
    const told = (await mailsTo(customer.email)).find(
      ({ subject }) => subject === 'Your email address was changed',
    )
    expect(told?.text).toContain('removes all passkeys, the authenticator app and the recovery codes')
    expect((await undo(await linkTo(customer.email, '/undo-email-change'))).status).toBe(200)
    expect((await thief.login(customer.email, NEW_PASSWORD)).status).toBe(200)
    expect((await security()).data).toEqual({
      passkeys: [],
      authenticator: { isOn: false, recoveryCodesLeft: 0 },
      removals: [],
    })
  })

  test('can be undone after its author undid a later one', async () => {
    const [second, third] = [newEmail(), newEmail()]
    await move(customer, second)
    const token = await linkTo(customer.email, '/undo-email-change')
    await move(customer, third)
    expect((await undo(await linkTo(second, '/undo-email-change'))).status).toBe(200)
    expect(await emailOf()).toBe(second)
    expect((await undo(token)).status).toBe(200)
    expect(await emailOf()).toBe(customer.email)
  })

  test('can’t be undone after seven days, or when another account has the old address', async () => {
    const { email } = customer
    await move(customer, newEmail())
    const token = await linkTo(email, '/undo-email-change')
    const next = await openCustomer(shop, { email })
    expect(await undo(token)).toMatchObject(fail('LINK_INVALID'))
    await next.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
    shop.clock.advance(7 * 86_400_000)
    expect(await undo(token)).toMatchObject(fail('LINK_INVALID'))
  })
})
