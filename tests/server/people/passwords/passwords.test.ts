import { describe, expect, test } from 'vitest'
import {
  hashPassword,
  isHashOutdated,
  isPasswordCorrect,
  dummyPasswordHash,
  PASSWORD_COST,
} from '#server/people/passwords/password-hash.ts'
import { createPasswords } from '#server/people/passwords/passwords.ts'

const PERSON = {
  email: 'grace.hopper@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  siteName: 'Night Shift',
}

describe('password hashes', () => {
  test('are argon2id with a salt of their own', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
    expect([
      isHashOutdated(one, PASSWORD_COST),
      isHashOutdated(one.replace('t=2', 't=1'), PASSWORD_COST),
    ]).toEqual([false, true])
  })

  test.each([
    ['correct horse', true],
    ['correct horsf', false],
    ['Correct horse', false],
    ['', false],
  ])('%j matches “correct horse”: %j', async (password, matches) => {
    expect(await isPasswordCorrect(password, await hashPassword('correct horse'))).toBe(matches)
  })

  test('take every letter, however a keyboard puts it together', async () => {
    const hash = await hashPassword('Grüße 🎟️ 東京')
    expect(await isPasswordCorrect('Gru\u0308ße 🎟️ 東京', hash)).toBe(true)
    expect(await isPasswordCorrect('Gruße 🎟️ 東京', hash)).toBe(false)
  })

  test('of dummyPasswordHash match nothing', async () => {
    expect(await isPasswordCorrect('', dummyPasswordHash(PASSWORD_COST))).toBe(false)
    expect(dummyPasswordHash(PASSWORD_COST)).not.toBe(dummyPasswordHash(PASSWORD_COST))
  })

  test('agree with the reference implementation', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await isPasswordCorrect('password', hash)).toBe(true)
    expect(await isPasswordCorrect('passwore', hash)).toBe(false)
  })

  test('that are malformed throw, not fail', async () => {
    await expect(isPasswordCorrect('x', '$2b$10$abc')).rejects.toThrow('is malformed')
  })
})

describe('a crowd', () => {
  test('waits its turn up to the bound; the rest is told to come again, and it goes on afterwards', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2 })
    const hash = dummyPasswordHash(PASSWORD_COST)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => passwords.matches('x', hash)))
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, false, false])
    expect(answers[4]).toMatchObject({
      error: { code: 'RATE_LIMITED', details: { retryAfterSeconds: 2 } },
    })
    expect((await passwords.matches('x', hash)).success).toBe(true)
  })

  test('continues after an exception', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2 })
    const broken = passwords.matches('x', 'no hash')
    const next = passwords.matches('x', dummyPasswordHash(PASSWORD_COST))
    await expect(broken).rejects.toThrow('is malformed')
    expect((await next).success).toBe(true)
  })
})

describe('a password that is refused', () => {
  const { refuse } = createPasswords()

  test.each([
    'qwertyuiop',
    'QwertyUiop',
    'password123',
    'grace.hopper@example.com',
    'Grace Hopper',
    'gracehopper',
    'Hopper, Grace',
    'GRACE.HOPPER',
    'Hopper1906!!',
    'sunshine2026',
    'Dragon!!!!!!',
    '123qwerty123',
    'night-shift1',
    '2026 Night Shift',
    'Tickets-2026',
    'foyer12345',
  ])('%j', async (password) => {
    const refused = await refuse(password, { path: 'newPassword', person: PERSON })
    expect(refused?.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'newPassword', message: expect.stringMatching(/\w+ \w+/) }],
    })
  })

  test.each([
    'correct horse battery',
    'grace hopper was here',
    'night shift at the foyer',
    '!!!!!!!!!!!!',
    '東京タワーとカメラとお茶',
  ])('%j is accepted', async (password) => {
    expect(await refuse(password, { path: 'password', person: PERSON })).toBeUndefined()
  })
})
