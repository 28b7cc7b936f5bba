import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecurityState } from '#contracts/account/second-factors.ts'
import { insertOperator } from '#server/people/operators/operator-rows.ts'
import { removeDueFactors } from '#server/people/factor-removals/remove-due-factors.ts'
import { openOperatorFixture, openPost, type OperatorFixture } from '#tests/support/account-care.ts'
import { openBrowser, openCustomer, PASSWORD, type Browser } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const HOUR = 3_600_000

let shop: Shop
let operator: OperatorFixture
let post: Awaited<ReturnType<typeof openPost>>
beforeEach(async () => {
  shop = await openShop()
  operator = await openOperatorFixture(shop)
  post = await openPost(shop.context)
})
afterEach(async () => {
  await post.end()
  await shop.close()
})

const code = ({ error }: { error?: { code: string } }) => error?.code

/** An account with an authenticator app. */
async function guarded() {
  const ada = await openCustomer(shop)
  const { data } = await ada.ask<{ secret: string }>('POST', '/api/auth/customer/authenticator', {
    body: { password: PASSWORD },
  })
  const codeNow = (): string =>
    new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: shop.clock.now() })
  await ada.ask('POST', '/api/auth/customer/authenticator/confirm', { body: { code: codeNow() } })
  shop.clock.advance(60_000)
  return Object.assign(ada, { codeNow })
}
type Guarded = Awaited<ReturnType<typeof guarded>>

const request = (id: string, factor = 'authenticator') => operator.act(id, 'factor-removals', { factor })
const signIn = (browser: Browser, ada: Guarded, factor?: string) =>
  browser.ask('POST', '/api/auth/customer/login', {
    body: { email: ada.email, password: PASSWORD, ...(factor === undefined ? {} : { code: factor }) },
  })
const isStillGuarded = async (ada: Guarded): Promise<boolean> =>
  code(await signIn(openBrowser(shop), ada)) === 'SECOND_FACTOR_REQUIRED'
const subjects = (ada: Guarded): string[] =>
  post.arrived.filter(({ to }) => to === ada.email).map(({ mail }) => mail.subject ?? '')
const linkToken = (): string | undefined =>
  /keep-second-factors#([\w-]+)/.exec(post.arrived.map(({ mail }) => mail.text).join(' '))?.[1]
const keep = (token: string | undefined) =>
  shop.ask('POST', '/api/public/auth/customer/keep-second-factors', { body: { token } })

test('a second factor is removed 72 hours after the email about it; sessions end', async () => {
  const ada = await guarded()
  expect((await request(ada.id)).data.account.removals).toMatchObject([
    { factor: 'authenticator', dueAt: null },
  ])
  shop.clock.advance(100 * HOUR)
  await removeDueFactors(shop.context)
  expect(await isStillGuarded(ada), 'the email was not sent yet').toBe(true)
  await post.deliver()
  expect(subjects(ada)).toContain('Two-factor authentication will be removed from your account in three days')
  shop.clock.advance(71 * HOUR)
  await removeDueFactors(shop.context)
  expect(await isStillGuarded(ada)).toBe(true)
  shop.clock.advance(HOUR)
  await Promise.all([removeDueFactors(shop.context), removeDueFactors(shop.context)])
  expect((await ada.ask('GET', '/api/auth/customer/me')).status).toBe(401)
  expect((await signIn(openBrowser(shop), ada)).success).toBe(true)
  await post.deliver()
  expect(subjects(ada).filter((each) => each === 'Two-factor authentication was removed')).toHaveLength(1)
})

test('the owner sees the request in the account, and cancels it there', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  const security = await ada.ask<SecurityState>('GET', '/api/auth/customer/security')
  expect(security.data.removals).toMatchObject([
    { factor: 'authenticator', dueAt: new Date(shop.clock.now() + 72 * HOUR).toISOString() },
  ])
  const kept = await ada.ask<SecurityState>('POST', '/api/auth/customer/keep-second-factors')
  expect(kept.data.removals).toEqual([])
  await expectKept(ada)
})

test('the link of the email cancels it, once, without a session', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  const token = linkToken()
  expect((await keep(token)).success).toBe(true)
  expect(code(await keep(token))).toBe('LINK_INVALID')
  await expectKept(ada)
})

test('a sign-in with a second factor cancels it; one without doesn’t', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  expect(await isStillGuarded(ada)).toBe(true)
  expect((await operator.view(ada.id)).removals).toHaveLength(1)
  expect((await signIn(openBrowser(shop), ada, ada.codeNow())).success).toBe(true)
  expect((await operator.view(ada.id)).removals).toEqual([])
  expect(code(await keep(linkToken()))).toBe('LINK_INVALID')
  await expectKept(ada)
})

test('an operator cancels it', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  expect((await operator.act(ada.id, 'cancel-factor-removals')).data.account.removals).toEqual([])
  const events = (await operator.view(ada.id)).events.map(({ kind, by }) => `${kind} by ${by}`)
  expect(events.filter((each) => each.startsWith('factor')).toSorted()).toEqual([
    'factor_changed by null',
    'factor_kept by Ada Lovelace',
    'factor_removal_requested by Ada Lovelace',
  ])
  await expectKept(ada)
})

async function expectKept(ada: Guarded): Promise<void> {
  shop.clock.advance(80 * HOUR)
  await removeDueFactors(shop.context)
  expect(await isStillGuarded(ada)).toBe(true)
  await post.deliver()
  expect(subjects(ada).filter((each) => each === 'Two-factor authentication was kept')).toHaveLength(1)
}

test('of a sign-in with the factor and its removal at the same time, one wins', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  shop.clock.advance(72 * HOUR)
  const [login] = await Promise.all([
    signIn(openBrowser(shop), ada, ada.codeNow()),
    removeDueFactors(shop.context),
  ])
  const { rows } = await sql<{ outcome: string }>`select outcome from factor_removals`.execute(
    shop.context.db,
  )
  const [{ outcome } = { outcome: 'none' }] = rows
  expect(['kept', 'removed']).toContain(outcome)
  expect(await isStillGuarded(ada)).toBe(outcome === 'kept')
  expect(login.success || outcome === 'removed').toBe(true)
})

test('requesting it again changes nothing', async () => {
  const ada = await guarded()
  await Promise.all([request(ada.id), request(ada.id)])
  const again = await request(ada.id)
  expect(again.data.account.removals).toHaveLength(1)
  await post.deliver()
  expect(subjects(ada).filter((each) => each.startsWith('Two-factor authentication will'))).toHaveLength(1)
})

test('it is refused without the factor, for an unverified address, for operators and without a reason', async () => {
  const ada = await guarded()
  expect(code(await request(ada.id, 'passkeys'))).toBe('FACTOR_MISSING')
  expect(code(await request(ada.id, 'password'))).toBe('VALIDATION_ERROR')
  expect(code(await request(operator.id))).toBe('OWN_ACCOUNT')
  await sql`update accounts set email_verified_at = null where id = ${ada.id}`.execute(shop.context.db)
  expect(code(await request(ada.id))).toBe('EMAIL_NOT_VERIFIED')
  await insertOperator(shop.context.db, { accountId: ada.id, now: new Date() })
  expect(code(await request(ada.id))).toBe('OPERATOR_ACCOUNT')
})

test('who became an operator in the meantime keeps the factor', async () => {
  const ada = await guarded()
  await request(ada.id)
  await post.deliver()
  await insertOperator(shop.context.db, { accountId: ada.id, now: new Date() })
  shop.clock.advance(72 * HOUR)
  await removeDueFactors(shop.context)
  expect(await isStillGuarded(ada)).toBe(true)
})
