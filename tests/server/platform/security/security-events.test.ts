import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/platform/create-log.ts'
import { SECURITY_EVENT_BY_ENDPOINT } from '#server/http/bindings/security-event-of.ts'
import { SECURITY_EVENTS } from '#server/platform/security/security-events.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, refusal, type MailServer } from '#tests/support/mail-server.ts'
import { insertAccountToken, newEmail, openBrowser, openCustomer, PASSWORD } from '#tests/support/people.ts'
import { openTestPost } from '#tests/support/post.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

interface Line {
  security?: Record<string, unknown>
}

let output = ''
let shop: Shop
let server: MailServer
beforeAll(async () => {
  const log = createLog(
    { LOG_LEVEL: 'trace' },
    {
      destination: { write: (line: string) => void (output += line) },
    },
  )
  shop = await openShop({ log })
  server = await openMailServer()
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

const events = (): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line): Line => JSON.parse(line))
    .flatMap(({ security }) => (security ? [security] : []))
const NEW_PASSWORD = 'a much better one'
const ACCOUNT = '/api/auth/customer'
const PUBLIC = '/api/public/auth/customer'

test('what happens to accounts, keys and members is logged, and no address, password, token or code', async () => {
  const secrets: string[] = [PASSWORD, NEW_PASSWORD]
  const email = newEmail()
  const moved = newEmail()
  const invited = newEmail()
  secrets.push(email, moved, invited)
  const customer = await openCustomer(shop, { email })
  const { id } = customer
  await openBrowser(shop).login(email, 'wrong password')
  secrets.push('wrong password')

  const started = await customer.ask<{ secret: string }>('POST', `${ACCOUNT}/authenticator`, {
    body: { password: PASSWORD },
  })
  const { secret } = started.data
  const codeOf = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now() })
  await customer.ask('POST', `${ACCOUNT}/authenticator/confirm`, { body: { code: codeOf() } })
  shop.clock.advance(60_000)
  const wrong = { email, password: PASSWORD, code: 'abcd-efgh-ijkm-npqr' }
  await openBrowser(shop).ask('POST', `${ACCOUNT}/login`, { body: wrong })
  const again = await customer.ask<{ accessToken: string }>('POST', `${ACCOUNT}/login`, {
    body: { ...wrong, code: codeOf() },
  })
  customer.bearer = again.data.accessToken
  secrets.push(secret, wrong.code)
  const { data } = await customer.ask<{ recoveryCodes: string[] }>(
    'POST',
    `${ACCOUNT}/authenticator/recovery-codes`,
    {
      body: { password: PASSWORD },
    },
  )
  secrets.push(...data.recoveryCodes)
  await customer.ask('DELETE', `${ACCOUNT}/authenticator`, { body: { password: PASSWORD } })

  await customer.ask('POST', `${ACCOUNT}/change-email`, { body: { email: moved, password: PASSWORD } })
  const token = await insertAccountToken(shop.context.db, {
    accountId: id,
    purpose: 'change_email',
    email: moved,
  })
  await customer.ask('POST', `${PUBLIC}/verify-email`, { body: { token } })
  const reset = await insertAccountToken(shop.context.db, {
    accountId: id,
    purpose: 'reset_password',
    email: moved,
  })
  await openBrowser(shop).ask('POST', `${PUBLIC}/reset-password/confirm`, {
    body: { token: reset, password: NEW_PASSWORD },
  })
  const refreshToken = customer.cookies['customer_refresh_token'] ?? ''
  secrets.push(token, reset, refreshToken, customer.bearer ?? '')

  const owner = await openMember(shop.context, shop.promoterId, 'owner')
  const staff = await openMember(shop.context, shop.promoterId, 'sales')
  const bearer = owner.bearer
  const made = await shop.ask<{ key: string; apiKey: { id: string } }>('POST', '/api/promoter/api-keys', {
    bearer,
    body: { name: 'CRM', scopes: ['orders:read'] },
  })
  const { key, apiKey } = made.data
  secrets.push(key, bearer)
  expect((await shop.ask('GET', '/api/promoter/orders', { bearer: key })).status).toBe(200)
  await shop.ask('GET', '/api/promoter/members', { bearer: key })
  await shop.ask('DELETE', `/api/promoter/api-keys/${apiKey.id}`, { bearer })
  expect((await shop.ask('GET', '/api/promoter/orders', { bearer: key })).status).toBe(401)
  const invitation = { bearer, key: crypto.randomUUID(), body: { email: invited, role: 'door' } }
  expect((await shop.ask('POST', '/api/promoter/invitations', invitation)).status).toBe(201)
  await shop.ask('DELETE', `/api/promoter/members/${staff.accountId}`, { bearer })

  const { promoterId, eventId } = shop
  const ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 100 })
  const cartId = newCartId()
  await shop.hold(cartId, { [ticketTypeId]: 1 })
  await shop.checkout(cartId, 1, { customer: { firstName: 'Ada', lastName: 'Lovelace', email } })

  // Mail server and database whose errors contain addresses.
  server.moods.onRecipient = (address) => refusal(550, `<${address}> is unknown here`)
  const post = openTestPost(shop.context, server.url)
  await post.deliver()
  await post.close()
  const duplicate = sql`insert into accounts (email, email_verified_at, password_hash, first_name, last_name, created_at, updated_at)
    select ${moved}, now(), password_hash, first_name, last_name, now(), now() from accounts where id = ${id}`
  for (const broken of [duplicate, sql`select ${email}::uuid`]) {
    const error: unknown = await broken.execute(shop.context.db).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    shop.context.log.error(
      { err: error, path: `/account?email=${email}`, item: { id, email } },
      'A call failed',
    )
  }

  const seen = events()
  expect(seen.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      'account_registered',
      'address_confirmed',
      'sign_in_failed',
      'factor_added',
      'signed_in',
      'recovery_codes_renewed',
      'factor_removed',
      'address_change_requested',
      'password_reset',
      'api_key_created',
      'api_key_used',
      'access_refused',
      'api_key_revoked',
      'api_key_refused',
      'member_invited',
      'member_removed',
    ]),
  )
  expect(seen).toContainEqual(
    expect.objectContaining({
      event: 'member_removed',
      accountId: owner.accountId,
      subjectId: staff.accountId,
      promoterId,
    }),
  )
  expect(seen).toContainEqual(
    expect.objectContaining({
      event: 'sign_in_failed',
      code: 'SECOND_FACTOR_WRONG',
      address: expect.any(String),
    }),
  )
  expect(output).toContain('accounts_one_owner_per_email')
  expect(output.match(/[^\s"<>(),;:]+@[^\s"<>(),;:]+/g) ?? []).toEqual([])
  expect(secrets.filter((each) => each !== '' && output.includes(each))).toEqual([])
})

test('a rate-limited call is logged', async () => {
  const browser = openBrowser(shop)
  const email = newEmail()
  for (let count = 0; count < 11; count += 1) await browser.login(email, 'wrong password')
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'limit_reached',
      code: 'RATE_LIMITED',
      call: 'POST /api/auth/customer/login',
    }),
  )
})

test('signing out is logged, and so is a webhook that nobody signed', async () => {
  const customer = await openCustomer(shop)
  await customer.ask('POST', `${ACCOUNT}/logout`)
  const body = { id: 'evt_1', type: 'intent.updated' }
  expect((await shop.ask('POST', '/api/payments/webhook', { body })).status).toBe(400)
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'signed_out', accountId: customer.id, address: expect.any(String) }),
  )
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'webhook_refused',
      code: 'WEBHOOK_SIGNATURE',
      address: expect.any(String),
    }),
  )
})

test('a reused refresh token is logged', async () => {
  const customer = await openCustomer(shop)
  const cookies = { ...customer.cookies }
  await customer.refresh()
  shop.clock.advance(11_000)
  await shop.ask('POST', '/api/auth/refresh-token', { cookies })
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'refresh_token_reused', accountId: customer.id }),
  )
})

test('every logged call exists', async () => {
  const { paths } = await shop.context.apiDocument()
  const calls = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  expect(Object.keys(SECURITY_EVENT_BY_ENDPOINT).filter((call) => !calls.has(call))).toEqual([])
})

test('docs/security-events.md lists every event', () => {
  const text = readFileSync(new URL('../../../../docs/security-events.md', import.meta.url), 'utf8')
  const rows = [...(text.split('| field')[0] ?? '').matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(
    ([, name, means]) => [name, means],
  )
  expect(Object.fromEntries(rows)).toEqual(SECURITY_EVENTS)
})
