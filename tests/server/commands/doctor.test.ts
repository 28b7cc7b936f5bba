import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { STRIPE_EVENTS } from '#server/money/providers/stripe-events.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startDnsServer, type DnsServer } from '#tests/support/dns-server.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { runFoyer } from '#tests/support/owners.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let stripe: StripeServer
let mail: MailServer
let dns: DnsServer
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  stripe = await openStripeServer({ db: database.db })
  mail = await openMailServer()
  dns = await startDnsServer()
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  dns.set('foyer.example', { A: ['192.0.2.1'] })
  dns.set('sites.foyer.example', { A: ['192.0.2.1'] })
})
afterAll(async () => {
  await Promise.all([stripe.close(), mail.close(), dns.close(), rm(folder, { recursive: true })])
  await database.drop()
})

const URL = 'https://foyer.example/api/payments/webhook'
const SECRETS = 'whsec_0123456789abcdef0123,whsec_0123456789abcdef4567'

beforeEach(() => {
  const { account } = stripe
  account.webhookEndpoints = [
    {
      url: URL,
      enabled_events: [...STRIPE_EVENTS.account, ...STRIPE_EVENTS.connectedAccounts],
      status: 'enabled',
      api_version: '2026-10-28.endive',
    },
  ]
  account.eventDestinations = [
    {
      url: URL,
      enabled_events: [...STRIPE_EVENTS.accountsV2],
      status: 'enabled',
      events_from: ['other_accounts'],
    },
  ]
  account.hasConnect = true
  account.domains.set('foyer.example', { id: 'pmd_1', isEnabled: true })
})

function settings(change: Record<string, string> = {}): Record<string, string> {
  const { host, port, user, database: name } = database.address
  return {
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    MAIN_HOSTS: 'foyer.example,localhost',
    STOREFRONT_TARGET: 'sites.foyer.example',
    DNS_SERVERS: dns.address,
    SMTP_URL: mail.url,
    MAIL_FROM: 'tickets@foyer.example',
    UPLOADS_DIR: folder,
    STRIPE_SECRET_KEY: STRIPE_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: STRIPE_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: SECRETS,
    STRIPE_API_URL: stripe.url,
    ...change,
  }
}

test('an install that is set up has no problems', async () => {
  const { code, out, err } = await runFoyer(['doctor'], settings())
  expect(err).toBe('')
  for (const text of [
    'All migrations have run.',
    'The database is a primary',
    'The encryption key decrypts this database’s secrets.',
    'foyer.example (MAIN_HOSTS) resolves to 192.0.2.1.',
    'The mail server accepts this install. Emails are sent from tickets@foyer.example.',
    `Pictures can be stored in ${folder}.`,
    'It is a test key: no real money moves.',
    'Stripe sends the events of your account.',
    'Stripe sends the events of connected accounts.',
    'Stripe sends the events of accounts (API version 2).',
    'STRIPE_WEBHOOK_SECRET has a secret for each endpoint.',
    'Connect is enabled',
    'All hosts are registered for Apple Pay, Google Pay and Link.',
    'No problems.',
  ])
    expect(out).toContain(text)
  expect(code).toBe(0)
  expect(out).not.toContain('sk_test')
})

test('everything that is wrong is named at once', async () => {
  const { account } = stripe
  account.webhookEndpoints = [
    { url: URL, enabled_events: ['payment_intent.succeeded'], status: 'enabled', api_version: null },
    { url: 'https://other.example/hook', enabled_events: ['*'], status: 'enabled', api_version: null },
  ]
  account.eventDestinations = []
  account.hasConnect = false
  account.domains.clear()
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const { code, out } = await runFoyer(['doctor'],
    settings({
      MAIN_HOSTS: 'foyer.example,lost.example',
      STOREFRONT_TARGET: '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_WEBHOOK_SECRET: 'whsec_short_one',
      UPLOADS_DIR: join(file, 'uploads'),
    }),
  )
  expect(code).toBe(1)
  for (const text of [
    'PROBLEM  lost.example (MAIN_HOSTS) has no DNS record.',
    'check    STOREFRONT_TARGET is not set',
    'PROBLEM  The mail server of SMTP_URL can’t be used: ',
    'PROBLEM  Pictures can’t be stored. ',
    'PROBLEM  Stripe doesn’t send these events of your account: payment_intent.processing,',
    'check    Stripe doesn’t send these events of connected accounts: payout.paid, payout.failed, payout.canceled.',
    'has no API version of its own',
    'PROBLEM  STRIPE_WEBHOOK_SECRET contains a secret that is too short',
    'check    Connect is not enabled',
    'check    Not registered for Apple Pay, Google Pay and Link: foyer.example, lost.example.',
    'to solve.',
  ])
    expect(out).toContain(text)
  expect(out).not.toContain('whsec_')
})

test.each([
  ['a wrong key', { STRIPE_SECRET_KEY: 'sk_test_another' }, 'Stripe refuses STRIPE_SECRET_KEY.'],
  ['no answer', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'Stripe doesn’t respond at http://127.0.0.1:1.'],
  [
    'no keys in production',
    { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    'No Stripe keys are set',
  ],
])('Stripe: %s is a problem', async (_, change, text) => {
  const { code, out } = await runFoyer(['doctor'], settings(change))
  expect(out).toContain(text)
  expect(code).toBe(1)
})

test('a missing endpoint is named with the address to enter', async () => {
  stripe.account.webhookEndpoints = []
  stripe.account.eventDestinations = []
  const { code, out } = await runFoyer(['doctor'], settings())
  expect(out).toContain(`Stripe has no webhook endpoint with the address ${URL}.`)
  expect(code).toBe(1)
})

test('an unreachable database and a wrong setting are problems', async () => {
  const unreachable = await runFoyer(['doctor'], settings({ DATABASE_URL: 'postgres://foyer@127.0.0.1:1/foyer' }))
  expect(unreachable.out).toMatch(/PROBLEM .*DATABASE_URL/)
  expect(unreachable.code).toBe(1)
  const wrong = await runFoyer(['doctor'], settings({ PORT: 'many' }))
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('PORT is set to "many"') })
})

test('an empty database has pending migrations', async () => {
  const empty = await createTestDatabase()
  await sql`drop schema public cascade; create schema public`.execute(empty.db)
  const { host, port, user, database: name } = empty.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const { code, out } = await runFoyer(['doctor'], settings({ DATABASE_URL }))
  await empty.drop()
  expect(out).toMatch(/check +\d+ migrations are pending \(0001_purchase, .*\)\. The next start runs them\./)
  expect(code).toBe(0)
})
