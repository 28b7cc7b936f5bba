import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { createMailDispatcher, type MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openAccountFixture, PASSWORD, type AccountFixture } from '#tests/support/accounts.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { insertAccountToken, insertMember } from '#tests/support/people.ts'
import {
  createSoftwareAuthenticator,
  type CreationOptions,
  type RequestOptions,
} from '#tests/support/software-authenticator.ts'

const ME = '/api/auth/customer/me'
const AVATAR = '/api/auth/customer/avatar'
const PASSKEYS = '/api/auth/customer/passkeys'
const AUTHENTICATOR = '/api/auth/customer/authenticator'
const LOGIN = '/api/auth/customer/login'
const VERIFY = '/api/public/auth/customer/verify-email'
const NEW_PASSWORD = 'a much better one'

let fixture: AccountFixture
let post: MailDispatcher
let device: ReturnType<typeof createSoftwareAuthenticator>
beforeAll(async () => {
  fixture = await openAccountFixture()
  device = createSoftwareAuthenticator(fixture.origin)
  const mailer = createMailer(fixture.context)
  if (!mailer) throw new Error('There is no mailbox.')
  post = createMailDispatcher(fixture.context, { mailer, port: 4321 })
})
afterAll(async () => {
  await post.close()
  await fixture.close()
})

const newEmail = () => `${randomUUID()}@example.com`

async function newcomer(email = newEmail()) {
  const accountId = await fixture.join(email)
  return { email, accountId, token: await fixture.signIn(accountId) }
}

/** Resets the password like the owner of the mailbox. */
async function resetPassword({ accountId, email }: { accountId: string; email: string }): Promise<void> {
  const token = await insertAccountToken(fixture.context.db, { accountId, purpose: 'reset_password', email })
  const { status } = await fixture.ask('POST', '/api/public/auth/customer/reset-password/confirm', {
    body: { token, password: NEW_PASSWORD },
  })
  expect(status).toBe(200)
}

const emailOf = async (accountId: string) =>
  (
    await fixture.context.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).email

/** Token of the link in the received email; undefined without one. */
async function linkTo(address: string): Promise<string | undefined> {
  await post.deliver()
  const mail = await fixture.context.db
    .selectFrom('mailbox')
    .select('text')
    .where('to_address', '=', address)
    .executeTakeFirst()
  return mail && /verify-email#([\w-]+)/.exec(mail.text)?.[1]
}

const askToMove = (token: string, email: string) =>
  fixture.ask('POST', '/api/auth/customer/change-email', { token, body: { email, password: PASSWORD } })

const askForPasskey = (token: string) =>
  fixture.ask<{ options: CreationOptions }>('POST', `${PASSKEYS}/options`, {
    token,
    body: { password: PASSWORD },
  })

async function addPasskey(token: string) {
  const { passkey, sent } = device.create((await askForPasskey(token)).data.options)
  expect((await fixture.ask('POST', PASSKEYS, { token, body: { name: 'Key', response: sent } })).status).toBe(
    201,
  )
  return passkey
}

describe('a new password revokes', () => {
  test.each([
    ['after the link has come', true],
    ['before the link was made', false],
  ])('address changes requested by others: %s', async (_, isDelivered) => {
    const owner = await newcomer()
    const thiefs = newEmail()
    expect((await askToMove(owner.token, thiefs)).status).toBe(200)
    const early = isDelivered ? await linkTo(thiefs) : undefined
    expect(early !== undefined).toBe(isDelivered)
    await resetPassword(owner)
    const token = early ?? (await linkTo(thiefs)) ?? 'none came'
    expect((await fixture.ask('POST', VERIFY, { body: { token, password: PASSWORD } })).status).toBe(410)
    expect(await emailOf(owner.accountId)).toBe(owner.email)
  })

  test('them also when changed while signed in', async () => {
    const owner = await newcomer()
    const thiefs = newEmail()
    await askToMove(owner.token, thiefs)
    const token = await linkTo(thiefs)
    const changed = await fixture.ask('POST', '/api/auth/customer/change-password', {
      token: owner.token,
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    })
    expect(changed.status).toBe(200)
    expect((await fixture.ask('POST', VERIFY, { body: { token, password: PASSWORD } })).status).toBe(410)
  })

  test('not the owner’s own address change', async () => {
    const owner = await newcomer()
    const next = newEmail()
    await askToMove(owner.token, next)
    expect(
      (await fixture.ask('POST', VERIFY, { body: { token: await linkTo(next), password: PASSWORD } })).status,
    ).toBe(200)
    expect(await emailOf(owner.accountId)).toBe(next)
  })

  test('factors of whoever registered with the address first', async () => {
    const squatter = await newcomer()
    await addPasskey(squatter.token)
    const passkey = await addPasskey(squatter.token)
    const started = await fixture.ask<{ secret: string }>('POST', AUTHENTICATOR, {
      token: squatter.token,
      body: { password: PASSWORD },
    })
    const code = new TOTP({ secret: Secret.fromBase32(started.data.secret) }).generate({
      timestamp: fixture.clock.now(),
    })
    await fixture.ask('POST', `${AUTHENTICATOR}/confirm`, { token: squatter.token, body: { code } })
    await fixture.context.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('id', '=', squatter.accountId)
      .execute()
    await resetPassword(squatter)
    const asked = await fixture.ask<{ options: RequestOptions }>('POST', `${LOGIN}/passkey/options`)
    const response = device.get(asked.data.options, passkey)
    expect((await fixture.ask('POST', `${LOGIN}/passkey`, { body: { response } })).status).toBe(403)
    const owner = await fixture.ask('POST', LOGIN, {
      body: { email: squatter.email, password: NEW_PASSWORD },
    })
    expect(owner.status).toBe(200)
  })
})

describe('a call sent while its session ends', () => {
  /** A body that ends after `meanwhile`. */
  const slow = (bytes: Uint8Array, meanwhile: () => Promise<void>) => ({
    // A request with a length is handled before its body has arrived.
    headers: { 'content-length': String(bytes.length) },
    bytes: new ReadableStream<Uint8Array>(
      {
        pull: async (body) => {
          await meanwhile()
          body.enqueue(bytes)
          body.close()
        },
      },
      { highWaterMark: 0 },
    ),
  })

  test('adds no passkey', async () => {
    const owner = await newcomer()
    const { sent } = device.create((await askForPasskey(owner.token)).data.options)
    const body = Buffer.from(JSON.stringify({ name: 'Thief', response: sent }))
    const request = slow(body, () => resetPassword(owner))
    expect((await fixture.ask('POST', PASSKEYS, { token: owner.token, ...request })).status).toBe(401)
    const { rows } = await sql`select from passkeys where account_id = ${owner.accountId}`.execute(
      fixture.context.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('stores no picture', async () => {
    const owner = await newcomer()
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const request = slow(picture, () => resetPassword(owner))
    expect((await fixture.ask('POST', AVATAR, { token: owner.token, ...request })).status).toBe(401)
  })
})

describe('a second factor required by a promoter', () => {
  const newSession = (accountId: string) => fixture.signIn(accountId)
  const staffed = async () => {
    const member = await newcomer()
    await insertMember(fixture.context.db, { ...member, promoterId: fixture.promoterId, role: 'owner' })
    await fixture.context.db
      .updateTable('promoters')
      .set({ requires_second_factor: true })
      .where('id', '=', fixture.promoterId)
      .execute()
    return member
  }

  test('can’t be replaced with the password alone', async () => {
    const member = await staffed()
    const { id } = await addPasskey(member.token)
    const token = await newSession(member.accountId)
    const body = { password: PASSWORD }
    const tries = [
      await askForPasskey(token),
      await fixture.ask('POST', AUTHENTICATOR, { token, body }),
      await fixture.ask('DELETE', `${PASSKEYS}/${id}`, { token, body }),
    ]
    expect(tries.map(({ status, error }) => [status, error?.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'SECOND_FACTOR_FIRST']),
    )
    expect((await fixture.ask('GET', ME, { token })).data).toMatchObject({
      customer: { staff: { isStaff: false, needsSecondFactor: true } },
    })
    await addPasskey(member.token)
  })

  test('can be set up by its account only', async () => {
    const member = await staffed()
    await addPasskey(member.token)
    const customer = await newcomer()
    await addPasskey(customer.token)
    const { id } = await addPasskey(await newSession(customer.accountId))
    const removed = await fixture.ask('DELETE', `${PASSKEYS}/${id}`, {
      token: customer.token,
      body: { password: PASSWORD },
    })
    expect(removed.status).toBe(200)
  })
})

test('signing in during the activation of an authenticator leaves no session without it', async () => {
  const { accountId, email, token } = await newcomer()
  const { db } = fixture.context
  const started = await fixture.ask<{ secret: string }>('POST', AUTHENTICATOR, {
    token,
    body: { password: PASSWORD },
  })
  const code = new TOTP({ secret: Secret.fromBase32(started.data.secret) }).generate({
    timestamp: fixture.clock.now(),
  })
  const both = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
    const login = fixture.ask('POST', LOGIN, { body: { email, password: PASSWORD } })
    await whenWaiting(db)
    const confirm = fixture.ask('POST', `${AUTHENTICATOR}/confirm`, { token, body: { code } })
    await Promise.race([confirm, whenWaiting(db, 2)])
    return [login, confirm]
  })
  const [, confirmed] = await Promise.all(both)
  expect(confirmed?.status).toBe(200)
  const sessions = await db
    .selectFrom('sessions')
    .select('has_second_factor')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
  expect(sessions).toEqual([{ has_second_factor: true }])
})

test('an account is deleted while an email with a link is composed', async () => {
  const { accountId, token } = await newcomer()
  const { db } = fixture.context
  await askToMove(token, newEmail())
  const both = await db.transaction().execute(async (trx) => {
    await sql`lock table account_tokens in share mode`.execute(trx)
    const delivered = post.deliver()
    await whenWaiting(db)
    const gone = fixture.ask('DELETE', ME, { token, body: { password: PASSWORD } })
    await whenWaiting(db, 2)
    return [delivered, gone.then(({ status }) => status)]
  })
  expect((await Promise.all(both)).at(1)).toBe(200)
  expect(await db.selectFrom('accounts').select('id').where('id', '=', accountId).execute()).toEqual([])
})
