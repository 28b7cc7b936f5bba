import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '#model/people/accounts.ts'
import type { SecurityState } from '#contracts/account/second-factors.ts'
import { openAccountFixture, PASSWORD, type AccountFixture } from '#tests/support/accounts.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import {
  createSoftwareAuthenticator,
  type CreationOptions,
  type Passkey,
  type RequestOptions,
  type Twist,
} from '#tests/support/software-authenticator.ts'

const PASSKEYS = '/api/auth/customer/passkeys'
const LOGIN = '/api/auth/customer/login/passkey'
const OTHER_ORIGIN = 'http://borealis.localhost'
const REFUSED = { status: 403, success: false, error: { code: 'PASSKEY_REFUSED' } }

let fixture: AccountFixture
let device: ReturnType<typeof createSoftwareAuthenticator>
beforeAll(async () => {
  fixture = await openAccountFixture()
  device = createSoftwareAuthenticator(fixture.origin)
  await insertPromoter(fixture.context.db, 'Borealis')
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())

const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

const askOptions = (token: string, origin = fixture.origin) =>
  fixture.ask<{ options: CreationOptions }>('POST', `${PASSKEYS}/options`, {
    token,
    origin,
    body: { password: PASSWORD },
  })

const add = (token: string, sent: unknown, origin = fixture.origin) =>
  fixture.ask<SecurityState>('POST', PASSKEYS, { token, origin, body: { name: 'My phone', response: sent } })

async function newcomer() {
  const accountId = await fixture.join()
  return { accountId, token: await fixture.signIn(accountId) }
}

async function withPasskey(twist: Twist = {}) {
  const { accountId, token } = await newcomer()
  const { options } = (await askOptions(token)).data
  const { passkey, sent } = device.create(options, twist)
  await add(token, sent)
  return { accountId, token, passkey }
}

const askToSign = async (origin = fixture.origin): Promise<RequestOptions> =>
  (await fixture.ask<{ options: RequestOptions }>('POST', `${LOGIN}/options`, { origin })).data.options

const login = (sent: unknown, origin = fixture.origin) =>
  fixture.ask<{ customer: Customer; staff: Customer['staff']; accessToken: string }>('POST', LOGIN, {
    origin,
    body: { response: sent },
  })

const signWith = async (passkey: Passkey, twist: Twist = {}) =>
  login(device.get(await askToSign(), passkey, twist))

describe('adding a passkey', () => {
  test('requests a discoverable one with user verification', async () => {
    const { accountId, token } = await newcomer()
    const { status, data } = await askOptions(token)
    expect(status).toBe(200)
    expect(data.options).toMatchObject({
      rp: { id: 'aurora.localhost', name: 'Aurora' },
      user: { id: Buffer.from(accountId).toString('base64url'), displayName: 'Ada Lovelace' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
    })
  })

  test('lists it, and gives this session a second factor', async () => {
    const { token } = await newcomer()
    const { options } = (await askOptions(token)).data
    const { passkey, sent } = device.create(options)
    const added = await add(token, sent)
    expect(added.status).toBe(201)
    expect(added.data.passkeys).toEqual([
      {
        id: passkey.id,
        name: 'My phone',
        host: 'aurora.localhost',
        createdAt: new Date(fixture.clock.now()).toISOString(),
        lastUsedAt: null,
      },
    ])
    const session = await fixture.context.db
      .selectFrom('passkeys')
      .innerJoin('sessions', 'sessions.account_id', 'passkeys.account_id')
      .select('has_second_factor')
      .where('credential_id', '=', passkey.id)
      .executeTakeFirstOrThrow()
    expect(session.has_second_factor).toBe(true)
    const { excludeCredentials } = (await askOptions(token)).data.options
    expect(excludeCredentials.map(({ id }) => id)).toEqual([passkey.id])
  })

  test('requires the password', async () => {
    const { token } = await newcomer()
    const answer = await fixture.ask('POST', `${PASSKEYS}/options`, { token, body: { password: 'a guess' } })
    expect(answer).toMatchObject({ status: 403, error: { code: 'PASSWORD_WRONG' } })
  })

  const twists: [string, Twist][] = [
    ['on another origin', { origin: 'http://aurora.localhost.evil.example' }],
    ['on another port', { origin: 'http://aurora.localhost:81' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a finger or a PIN', { isUserVerified: false }],
    // { "x5c": [h'00'] }
    [
      'with a certificate',
      { attestation: { format: 'packed', statement: Buffer.from('a163783563814100', 'hex') } },
    ],
    ['with the word of a maker', { attestation: { format: 'android-key', statement: Buffer.from([0xa0]) } }],
    ['with a statement that is none', { attestation: { format: 'none', statement: Buffer.from([0xff]) } }],
  ]
  test.each(twists)('refuses one that was made %s', async (_, twist) => {
    const { token } = await newcomer()
    const { options } = (await askOptions(token)).data
    expect(await add(token, device.create(options, twist).sent)).toMatchObject(REFUSED)
  })

  test('accepts self attestation', async () => {
    const { token } = await newcomer()
    const { options } = (await askOptions(token)).data
    expect((await add(token, device.create(options, { attestation: 'self' }).sent)).status).toBe(201)
  })

  test('ignores other data', async () => {
    const { accountId, token } = await newcomer()
    const { options } = (await askOptions(token)).data
    const bytes = Buffer.from(device.create(options).sent.response.attestationObject, 'base64url')
    const changes = fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(changes, fc.nat({ max: bytes.length }), async (edits, end) => {
        const next = (await askOptions(token)).data.options
        const { sent } = device.create(next)
        const spoilt = Buffer.from(sent.response.attestationObject, 'base64url')
        for (const [at, value] of edits) spoilt[at] = value
        const attestationObject = spoilt.subarray(0, end).toString('base64url')
        const answer = await add(token, { ...sent, response: { ...sent.response, attestationObject } })
        expect([201, 403, 422]).toContain(answer.status)
        await fixture.context.db.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
      }),
      { numRuns: 60 },
    )
  })

  test('accepts a challenge once, within five minutes, from its account', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const first = (await askOptions(one.token)).data.options
    expect(await add(other.token, device.create(first).sent)).toMatchObject(REFUSED)
    expect((await add(one.token, device.create(first).sent)).status).toBe(201)
    expect(await add(one.token, device.create(first).sent)).toMatchObject(REFUSED)

    const late = (await askOptions(one.token)).data.options
    fixture.clock.advance(300_000)
    expect(await add(one.token, device.create(late).sent)).toMatchObject(REFUSED)
  })

  test('accepts a challenge once under concurrency', async () => {
    const { token } = await newcomer()
    const { options } = (await askOptions(token)).data
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => add(token, device.create(options).sent)),
    )
    expect(statusesOf(answers)).toEqual([201, 403, 403, 403, 403, 403])
  })

  test('refuses a sign-in challenge', async () => {
    const { token } = await newcomer()
    const { challenge } = await askToSign()
    const options = (await askOptions(token)).data.options
    expect(await add(token, device.create({ ...options, challenge }).sent)).toMatchObject(REFUSED)
  })

  test('refuses a registered passkey', async () => {
    const { passkey, token } = await withPasskey()
    const other = await newcomer()
    const { options } = (await askOptions(other.token)).data
    const { sent } = device.create(options)
    await fixture.context.db
      .updateTable('passkeys')
      .set({ credential_id: sent.id })
      .where('credential_id', '=', passkey.id)
      .execute()
    expect(await add(other.token, sent)).toMatchObject(REFUSED)
    expect(
      (await fixture.ask<SecurityState>('GET', '/api/auth/customer/security', { token })).data.passkeys,
    ).toHaveLength(1)
  })

  test('is limited to twenty, also under concurrency', async () => {
    const { accountId, token } = await newcomer()
    const ready = await Promise.all([askOptions(token), askOptions(token)])
    const now = new Date(fixture.clock.now())
    await fixture.context.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: 19 }, (_, index) => ({
          credential_id: `${accountId}-${index}`,
          account_id: accountId,
          rp_id: 'aurora.localhost',
          public_key: Buffer.alloc(1),
          name: 'One of many',
          created_at: now,
        })),
      )
      .execute()
    const answers = await Promise.all(ready.map(({ data }) => add(token, device.create(data.options).sent)))
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(await askOptions(token)).toMatchObject({ status: 409, error: { code: 'PASSKEYS_FULL' } })
  })

  test.each([
    ['nothing', {}],
    ['what is no base64url', { id: 'a b', rawId: 'a b', type: 'public-key', response: {} }],
    [
      'what is no CBOR',
      {
        id: 'abc',
        rawId: 'abc',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'abc' },
      },
    ],
  ])('survives %s', async (_, sent) => {
    const { token } = await newcomer()
    const { status } = await add(token, sent)
    expect([403, 422]).toContain(status)
  })

  test('works on sites of promoters and the main site only', async () => {
    const accountId = await fixture.join()
    const tokenOn = (host: string) => fixture.signIn(accountId, host)
    const onMain = await askOptions(await tokenOn('localhost'), 'http://localhost')
    expect(onMain.data.options.rp.id).toBe('localhost')
    expect(await askOptions(await tokenOn('collector.example'), 'http://collector.example')).toMatchObject(
      REFUSED,
    )
    const offer = await fixture.ask('POST', `${LOGIN}/options`, { origin: 'http://collector.example' })
    expect(offer).toMatchObject(REFUSED)
  })
})

describe('signing in with a passkey', () => {
  test('requires no address, password or code', async () => {
    const { accountId, passkey } = await withPasskey()
    const options = await askToSign()
    expect(options).toMatchObject({ rpId: 'aurora.localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const answer = await login(device.get(options, passkey))
    expect(answer.status).toBe(200)
    expect(answer.data.customer.id).toBe(accountId)
    expect(answer.data.staff).toEqual(answer.data.customer.staff)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['customer_access_token', 'customer_refresh_token']),
    )
    const { accessToken: token } = answer.data
    const security = await fixture.ask<SecurityState>('GET', '/api/auth/customer/security', { token })
    expect(security.data.passkeys[0]?.lastUsedAt).toBe(new Date(fixture.clock.now()).toISOString())
  })

  test('makes a session with a second factor: staff of a promoter that requires one may work', async () => {
    const { accountId, passkey } = await withPasskey()
    const { db } = fixture.context
    await db.updateTable('promoters').set({ requires_second_factor: true }).execute()
    await db
      .insertInto('members')
      .values({
        promoter_id: fixture.promoterId,
        account_id: accountId,
        role: 'door',
        created_at: new Date(),
      })
      .execute()
    const { data } = await signWith(passkey)
    expect(data.staff).toEqual({ isStaff: true, permissions: ['staff:access', 'door:scan'] })
    expect(await fixture.context.tokens.verify(data.accessToken)).toMatchObject({
      sub: accountId,
      isStaff: true,
    })
  })

  const twists: [string, Twist][] = [
    ['on another origin', { origin: 'http://aurora.localhost.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a finger or a PIN', { isUserVerified: false }],
    ['in another’s name', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ]
  test.each(twists)('is refused when it was signed %s', async (_, twist) => {
    const { passkey } = await withPasskey()
    expect(await signWith(passkey, twist)).toMatchObject(REFUSED)
    expect((await signWith(passkey)).status).toBe(200)
  })

  test('refuses another key, an unknown passkey and a changed signature', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    expect(await signWith({ ...one.passkey, key: other.passkey.key })).toMatchObject(REFUSED)
    expect(await signWith({ ...one.passkey, id: 'dW5rbm93bg' })).toMatchObject(REFUSED)
    const sent = device.get(await askToSign(), one.passkey)
    const response = { ...sent.response, signature: `${sent.response.signature.slice(0, -8)}AAAAAAAA` }
    expect(await login({ ...sent, response })).toMatchObject(REFUSED)
  })

  test('accepts a challenge once, also after a refusal, within five minutes', async () => {
    const { passkey } = await withPasskey()
    const first = await askToSign()
    expect((await login(device.get(first, passkey))).status).toBe(200)
    expect(await login(device.get(first, passkey))).toMatchObject(REFUSED)
    const spoilt = await askToSign()
    expect(await login(device.get(spoilt, passkey, { isUserVerified: false }))).toMatchObject(REFUSED)
    expect(await login(device.get(spoilt, passkey))).toMatchObject(REFUSED)
    const late = await askToSign()
    fixture.clock.advance(300_000)
    expect(await login(device.get(late, passkey))).toMatchObject(REFUSED)
  })

  test('of a replayed response succeeds once', async () => {
    const { passkey } = await withPasskey()
    const sent = device.get(await askToSign(), passkey)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(sent)))
    expect(statusesOf(answers)).toEqual([200, 403, 403, 403, 403, 403])
  })

  test('is refused when the counter has not increased, which indicates a clone', async () => {
    const { passkey } = await withPasskey({ counter: 5 })
    expect((await signWith(passkey, { counter: 6 })).status).toBe(200)
    expect(await signWith(passkey, { counter: 6 })).toMatchObject(REFUSED)
    expect(await signWith(passkey, { counter: 3 })).toMatchObject(REFUSED)
    expect(await signWith(passkey, { counter: 0 })).toMatchObject(REFUSED)
    expect((await signWith(passkey, { counter: 7 })).status).toBe(200)
    const twice = [device.get(await askToSign(), passkey, { counter: 8 })]
    twice.push(device.get(await askToSign(), passkey, { counter: 8 }))
    const answers = await Promise.all(twice.map((sent) => login(sent)))
    expect(statusesOf(answers)).toEqual([200, 403])
  })

  test('is bound to the passkey’s host', async () => {
    const { passkey } = await withPasskey()
    const options = await askToSign(OTHER_ORIGIN)
    expect(options.rpId).toBe('borealis.localhost')
    const sent = device.get(options, passkey, { origin: OTHER_ORIGIN })
    expect(await login(sent, OTHER_ORIGIN)).toMatchObject(REFUSED)
    expect(await login(device.get(await askToSign(OTHER_ORIGIN), passkey))).toMatchObject(REFUSED)
  })
})

describe('removing a passkey', () => {
  const remove = (token: string, id: string, more: { password?: string; origin?: string } = {}) => {
    const { password = PASSWORD, ...elsewhere } = more
    return fixture.ask<SecurityState>('DELETE', `${PASSKEYS}/${id}`, {
      token,
      body: { password },
      ...elsewhere,
    })
  }

  test('takes the password', async () => {
    const { passkey, token } = await withPasskey()
    const refused = await remove(token, passkey.id, { password: 'not this one' })
    expect(refused).toMatchObject({ status: 403, error: { code: 'PASSWORD_WRONG' } })
    expect((await fixture.ask('DELETE', `${PASSKEYS}/${passkey.id}`, { token, body: {} })).status).toBe(422)
    expect((await signWith(passkey)).status).toBe(200)
  })

  test('ends sign-in with it, and the second factor when it was the last', async () => {
    const { accountId, passkey, token } = await withPasskey()
    const removed = await remove(token, passkey.id)
    expect(removed).toMatchObject({ status: 200, data: { passkeys: [] } })
    expect(await signWith(passkey)).toMatchObject(REFUSED)
    const sessions = await fixture.context.db
      .selectFrom('sessions')
      .select('has_second_factor')
      .where('account_id', '=', accountId)
      .execute()
    expect(sessions).toEqual([{ has_second_factor: false }])
  })

  test('works on every host, with the host shown', async () => {
    const { accountId, passkey } = await withPasskey()
    const token = await fixture.signIn(accountId, new URL(OTHER_ORIGIN).hostname)
    const elsewhere = { token, origin: OTHER_ORIGIN }
    const there = await fixture.ask<SecurityState>('GET', '/api/auth/customer/security', elsewhere)
    expect(there.data.passkeys).toMatchObject([{ id: passkey.id, host: 'aurora.localhost' }])
    expect((await askOptions(token, OTHER_ORIGIN)).data.options.excludeCredentials).toEqual([])
    const removed = await remove(token, passkey.id, elsewhere)
    expect(removed).toMatchObject({ status: 200, data: { passkeys: [] } })
    expect(await signWith(passkey)).toMatchObject(REFUSED)
  })

  test('returns NOT_FOUND for another account’s or an unknown one', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    expect((await remove(other.token, one.passkey.id)).status).toBe(404)
    expect((await signWith(one.passkey)).status).toBe(200)
    expect((await remove(one.token, 'nothing')).status).toBe(404)
  })
})

test('sign-in options are rate limited per address', async () => {
  const statuses = []
  for (let times = 0; times < 130; times += 1)
    statuses.push((await fixture.ask('POST', `${LOGIN}/options`)).status)
  expect(statuses.at(-1)).toBe(429)
})
