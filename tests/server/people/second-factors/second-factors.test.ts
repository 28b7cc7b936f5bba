import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Secret, TOTP, URI } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { SecurityState } from '#contracts/account/second-factors.ts'
import { checkSecondFactor } from '#server/people/second-factors/second-factor.ts'
import { openAccountFixture, PASSWORD, type AccountFixture } from '#tests/support/accounts.ts'

const SECURITY = '/api/auth/customer/security'
const AUTHENTICATOR = '/api/auth/customer/authenticator'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await openAccountFixture()
})
afterAll(() => fixture.close())

interface Setup {
  secret: string
  address: string
  qr: { path: string; size: number }
}

// The reader would download its WebAssembly otherwise.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })

/** Decodes the QR code with its quiet zone. */
async function scan({ path, size }: Setup['qr']): Promise<string | undefined> {
  const viewBox = `-4 -4 ${size + 8} ${size + 8}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="400" height="400"><path d="${path}"/></svg>`
  const picture = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
  const [found] = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode'] })
  return found?.text
}

/** Code of an authenticator app, `steps` half minutes later. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: fixture.clock.now() + steps * 30_000,
  })

/** Six digits that are not a current code. */
function wrongCode(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return Array.from('012345', (digit) => digit.repeat(6)).find((code) => !shown.includes(code)) ?? ''
}

const start = (token: string) =>
  fixture.ask<Setup>('POST', AUTHENTICATOR, { token, body: { password: PASSWORD } })

const confirm = (token: string, code: string) =>
  fixture.ask<{ recoveryCodes: string[] }>('POST', `${AUTHENTICATOR}/confirm`, { token, body: { code } })

const security = async (token: string): Promise<SecurityState> =>
  (await fixture.ask<SecurityState>('GET', SECURITY, { token })).data

/** Creates an account with an authenticator and moves the clock 30 s, because its first code was used. */
async function guarded() {
  const accountId = await fixture.join()
  const token = await fixture.signIn(accountId)
  const { secret } = (await start(token)).data
  const { recoveryCodes } = (await confirm(token, codeOf(secret))).data
  fixture.clock.advance(60_000)
  return { accountId, token, secret, recoveryCodes }
}

type Cookies = Record<string, string>

const check = (accountId: string, code?: string, cookies: Cookies = {}) =>
  checkSecondFactor(fixture.context, { accountId, code, client: { cookies } })
const ACCEPTED = { success: true, data: { hasSecondFactor: true } }
const WRONG = { success: false, error: { code: 'SECOND_FACTOR_WRONG' } }

const sessionOf = (accountId: string) =>
  fixture.context.db
    .selectFrom('sessions')
    .select(['has_second_factor', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('has_second_factor')
    .execute()

describe('setting up an authenticator', () => {
  test('returns a secret as text, URL and QR code', async () => {
    const token = await fixture.signIn(await fixture.join('qr@example.com'))
    const { status, data } = await start(token)
    expect(status).toBe(200)
    const read = URI.parse(data.address)
    expect(read).toBeInstanceOf(TOTP)
    expect(read).toMatchObject({ issuer: 'Aurora', label: 'qr@example.com', algorithm: 'SHA1', digits: 6 })
    expect(read.secret.base32).toBe(data.secret)
    expect(read.secret.bytes.byteLength).toBe(20)
    expect(await scan(data.qr)).toBe(data.address)
  })

  test('is on with its first code, and not before', async () => {
    const accountId = await fixture.join()
    const token = await fixture.signIn(accountId)
    const { secret } = (await start(token)).data
    expect(await check(accountId)).toEqual({ success: true, data: { hasSecondFactor: false } })
    expect((await security(token)).authenticator).toEqual({ isOn: false, recoveryCodesLeft: 0 })

    expect(await confirm(token, codeOf(secret, 5))).toMatchObject({ status: 403, ...WRONG })
    expect((await security(token)).authenticator.isOn).toBe(false)

    const { status, data } = await confirm(token, codeOf(secret))
    expect(status).toBe(200)
    expect(new Set(data.recoveryCodes).size).toBe(10)
    for (const code of data.recoveryCodes) expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){5}$/)
    expect(await security(token)).toEqual({
      passkeys: [],
      authenticator: { isOn: true, recoveryCodesLeft: 10 },
      removals: [],
    })
    expect(await check(accountId)).toMatchObject({ error: { code: 'SECOND_FACTOR_REQUIRED' } })
  })

  test('requires the password', async () => {
    const token = await fixture.signIn(await fixture.join())
    const wrong = await fixture.ask('POST', AUTHENTICATOR, { token, body: { password: 'a guess' } })
    expect(wrong).toMatchObject({ status: 403, error: { code: 'PASSWORD_WRONG' } })
    expect(await confirm(token, '123456')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  })

  test('gives this session a second factor, and ends sessions without one', async () => {
    const accountId = await fixture.join()
    const [token, other] = [await fixture.signIn(accountId), await fixture.signIn(accountId)]
    const { secret } = (await start(token)).data
    await confirm(token, codeOf(secret))
    expect(await sessionOf(accountId)).toEqual([
      { has_second_factor: false, revoked_at: new Date(fixture.clock.now()) },
      { has_second_factor: true, revoked_at: null },
    ])
    expect((await fixture.ask('GET', SECURITY, { token: other })).status).toBe(401)
  })

  test('again, keeps the old app until the new one is confirmed', async () => {
    const { accountId, token, secret } = await guarded()
    const next = (await start(token)).data.secret
    expect(next).not.toBe(secret)
    expect(await check(accountId, codeOf(next))).toMatchObject(WRONG)
    expect(await check(accountId, codeOf(secret))).toMatchObject(ACCEPTED)
    expect((await confirm(token, codeOf(next))).status).toBe(200)
    expect(await check(accountId, codeOf(secret, 1))).toMatchObject(WRONG)
    expect(await check(accountId, codeOf(next, 1))).toMatchObject(ACCEPTED)
  })

  test('is rate limited', async () => {
    const token = await fixture.signIn(await fixture.join())
    const wrong = wrongCode((await start(token)).data.secret)
    for (let tries = 0; tries < 10; tries += 1) await confirm(token, wrong)
    const limited = await confirm(token, wrong)
    expect(limited).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a code', () => {
  test.each([-1, 0, 1])('is accepted %i half minutes from now', async (steps) => {
    const { accountId, secret } = await guarded()
    expect(await check(accountId, codeOf(secret, steps))).toEqual(ACCEPTED)
  })

  test.each([-2, 2])('is wrong %i half minutes from now', async (steps) => {
    const { accountId, secret } = await guarded()
    expect(await check(accountId, codeOf(secret, steps))).toMatchObject(WRONG)
  })

  test('may contain a space', async () => {
    const { accountId, secret } = await guarded()
    expect(await check(accountId, codeOf(secret).replace(/^.{3}/, '$& '))).toEqual(ACCEPTED)
  })

  test('is accepted once, and none before it is any more', async () => {
    const { accountId, secret } = await guarded()
    expect(await check(accountId, codeOf(secret))).toEqual(ACCEPTED)
    expect(await check(accountId, codeOf(secret))).toMatchObject(WRONG)
    expect(await check(accountId, codeOf(secret, -1))).toMatchObject(WRONG)
    expect(await check(accountId, codeOf(secret, 1))).toEqual(ACCEPTED)
  })

  test('that activated the authenticator can’t be reused', async () => {
    const accountId = await fixture.join()
    const token = await fixture.signIn(accountId)
    const { secret } = (await start(token)).data
    await confirm(token, codeOf(secret))
    expect(await check(accountId, codeOf(secret))).toMatchObject(WRONG)
  })

  test('used eight times concurrently succeeds once', async () => {
    const { accountId, secret } = await guarded()
    const code = codeOf(secret)
    const results = await Promise.all(Array.from({ length: 8 }, () => check(accountId, code)))
    expect(results.filter((result) => result.success)).toHaveLength(1)
  })

  test('can be tried ten times, also concurrently; other accounts are unaffected', async () => {
    const [{ accountId, secret }, other] = [await guarded(), await guarded()]
    const wrong = wrongCode(secret)
    const tries = await Promise.all(Array.from({ length: 14 }, () => check(accountId, wrong)))
    const codes = tries.map((result) => (result.success ? 'none' : result.error.code))
    expect(codes.filter((code) => code === 'SECOND_FACTOR_WRONG')).toHaveLength(10)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4)
    expect(await check(accountId, codeOf(secret))).toMatchObject({
      error: { code: 'RATE_LIMITED', message: 'Too many requests. Try again in 15 minutes.' },
    })
    expect(await check(other.accountId, codeOf(other.secret))).toEqual(ACCEPTED)
  })

  test('that is right resets the wrong ones', async () => {
    const { accountId, secret } = await guarded()
    const wrong = wrongCode(secret)
    for (let tries = 0; tries < 9; tries += 1) await check(accountId, wrong)
    expect(await check(accountId, codeOf(secret))).toEqual(ACCEPTED)
    expect(await check(accountId, wrong)).toMatchObject(WRONG)
  })
})

describe('a recovery code', () => {
  test('is accepted once, however it is written', async () => {
    const { accountId, token, recoveryCodes } = await guarded()
    const [first = '', second = ''] = recoveryCodes
    expect(await check(accountId, first)).toEqual(ACCEPTED)
    expect(await check(accountId, first)).toMatchObject(WRONG)
    expect(await check(accountId, ` ${second.toUpperCase().replace('-', ' ')}`)).toEqual(ACCEPTED)
    expect((await security(token)).authenticator.recoveryCodesLeft).toBe(8)
  })

  test('used eight times concurrently succeeds once', async () => {
    const { accountId, recoveryCodes } = await guarded()
    const [code = ''] = recoveryCodes
    const results = await Promise.all(Array.from({ length: 8 }, () => check(accountId, code)))
    expect(results.filter((result) => result.success)).toHaveLength(1)
  })

  test('works for its account only', async () => {
    const [one, other] = [await guarded(), await guarded()]
    expect(await check(other.accountId, one.recoveryCodes[0])).toMatchObject(WRONG)
  })

  test('is stored as a hash salted with the account', async () => {
    const { accountId, recoveryCodes } = await guarded()
    const rows = await fixture.context.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('account_id', '=', accountId)
      .execute()
    expect(rows.map((row) => row.code_hash.length)).toEqual(Array(10).fill(32))
    const codes = recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])
    const tellsOne = (stored: Buffer): boolean =>
      codes.some((code) => stored.includes(code) || stored.equals(hash('sha256', code, 'buffer')))
    expect(rows.filter((row) => tellsOne(row.code_hash))).toEqual([])
  })

  test('is replaced by new ones', async () => {
    const { accountId, token, recoveryCodes } = await guarded()
    const renew = (password: string) =>
      fixture.ask<{ recoveryCodes: string[] }>('POST', `${AUTHENTICATOR}/recovery-codes`, {
        token,
        body: { password },
      })
    expect((await renew('a guess')).error.code).toBe('PASSWORD_WRONG')
    const { data } = await renew(PASSWORD)
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await check(accountId, recoveryCodes[0])).toMatchObject(WRONG)
    expect(await check(accountId, data.recoveryCodes[0])).toEqual(ACCEPTED)
  })

  test('requires an active authenticator', async () => {
    const token = await fixture.signIn(await fixture.join())
    await start(token)
    const answer = await fixture.ask('POST', `${AUTHENTICATOR}/recovery-codes`, {
      token,
      body: { password: PASSWORD },
    })
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  })
})

describe('wrong codes', () => {
  const LIMITED = { error: { code: 'RATE_LIMITED' } }
  const many = (count: number, run: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, run))

  test('are limited to ten under concurrency', async () => {
    const { accountId, secret } = await guarded()
    const results = await many(60, () => check(accountId, wrongCode(secret)))
    const codes = results.map((result) => (result as { error: { code: string } }).error.code)
    expect(codes.filter((code) => code === 'SECOND_FACTOR_WRONG')).toHaveLength(10)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(50)
  })

  test('from elsewhere don’t block a known browser', async () => {
    const { accountId, secret } = await guarded()
    const { name, value = '' } = fixture.context.devices.remember({ cookies: {} }, accountId)
    await many(11, () => check(accountId, wrongCode(secret)))
    expect(await check(accountId, codeOf(secret))).toMatchObject(LIMITED)
    expect(await check(accountId, codeOf(secret), { [name]: value })).toEqual(ACCEPTED)
  })

  test('are limited per browser', async () => {
    const { accountId, secret } = await guarded()
    const { name, value = '' } = fixture.context.devices.remember({ cookies: {} }, accountId)
    await many(10, () => check(accountId, wrongCode(secret), { [name]: value }))
    expect(await check(accountId, codeOf(secret), { [name]: value })).toMatchObject(LIMITED)
  })

  test('are limited per day, which a right code doesn’t reset', async () => {
    const { accountId, secret } = await guarded()
    for (let round = 0; round < 4; round += 1) {
      await many(8, () => check(accountId, wrongCode(secret)))
      expect(await check(accountId, codeOf(secret))).toEqual(ACCEPTED)
      fixture.clock.advance(60_000)
    }
    await many(8, () => check(accountId, wrongCode(secret)))
    expect(await check(accountId, codeOf(secret))).toMatchObject(LIMITED)
  })
})

describe('removing the authenticator', () => {
  const remove = (token: string, password: string) =>
    fixture.ask<SecurityState>('DELETE', AUTHENTICATOR, { token, body: { password } })

  test('requires the password, deletes the recovery codes, and clears second factors of sessions', async () => {
    const { accountId, token, recoveryCodes } = await guarded()
    expect(await remove(token, 'a guess')).toMatchObject({ status: 403, error: { code: 'PASSWORD_WRONG' } })
    expect((await security(token)).authenticator.isOn).toBe(true)

    const removed = await remove(token, PASSWORD)
    expect(removed.data).toEqual({
      passkeys: [],
      authenticator: { isOn: false, recoveryCodesLeft: 0 },
      removals: [],
    })
    expect(await check(accountId, recoveryCodes[0])).toEqual({
      success: true,
      data: { hasSecondFactor: false },
    })
    expect(await sessionOf(accountId)).toEqual([{ has_second_factor: false, revoked_at: null }])
  })

  test('succeeds when there is none', async () => {
    const token = await fixture.signIn(await fixture.join())
    expect((await remove(token, PASSWORD)).status).toBe(200)
  })
})

describe('an unauthenticated caller', () => {
  test.each([
    ['GET', SECURITY],
    ['POST', AUTHENTICATOR],
    ['POST', `${AUTHENTICATOR}/confirm`],
    ['POST', `${AUTHENTICATOR}/recovery-codes`],
    ['DELETE', AUTHENTICATOR],
    ['POST', '/api/auth/customer/passkeys/options'],
    ['POST', '/api/auth/customer/passkeys'],
    ['DELETE', '/api/auth/customer/passkeys/abc'],
    ['POST', '/api/auth/customer/avatar'],
    ['DELETE', '/api/auth/customer/avatar'],
  ])('%s %s gets UNAUTHENTICATED', async (method, path) => {
    expect(await fixture.ask(method, path)).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } })
  })
})
