import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  openRightInstall,
  runDoctor,
  urlOf,
  WEBHOOK_URL as URL,
  type RightInstall,
} from '#tests/support/doctor.ts'
import { runFoyer } from '#tests/support/owners.ts'

let install: RightInstall
beforeAll(async () => {
  install = await openRightInstall()
})
afterAll(() => install.close())
beforeEach(() => install.resetStripe())

const settings = (change?: Record<string, string>) => install.settings(change)

test('an install that is set up has no problems', async () => {
  const { code, out, err } = await runFoyer(['doctor'], settings())
  expect(err).toBe('')
  for (const text of [
    'All migrations have run.',
    'The database is a primary',
    'The encryption key decrypts this database’s secrets.',
    'foyer.example (MAIN_HOSTS) resolves to 192.0.2.1.',
    'The mail server accepts this install. Emails are sent from tickets@foyer.example.',
    `Images can be stored in ${install.folder}.`,
    'It is a test key: no real money is charged.',
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
  const { account } = install.stripe
  account.webhookEndpoints = [
    { url: URL, enabled_events: ['payment_intent.succeeded'], status: 'enabled', api_version: null },
    { url: 'https://other.example/hook', enabled_events: ['*'], status: 'enabled', api_version: null },
  ]
  account.eventDestinations = []
  account.hasConnect = false
  account.domains.clear()
  const file = join(install.folder, 'a-file')
  await writeFile(file, '')
  const { code, out } = await runFoyer(
    ['doctor'],
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
    'PROBLEM  The mail server in SMTP_URL can’t be used: ',
    'PROBLEM  Images can’t be stored. ',
    'PROBLEM  Stripe doesn’t send these events of your account: payment_intent.processing,',
    'check    Stripe doesn’t send these events of connected accounts: payout.paid, payout.failed, payout.canceled.',
    'has no fixed API version',
    'PROBLEM  STRIPE_WEBHOOK_SECRET contains a secret that is too short',
    'check    Connect is not enabled',
    'check    Not registered for Apple Pay, Google Pay and Link: foyer.example, lost.example.',
    ' problems.',
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
  const { code, out } = await runDoctor(settings(change))
  expect(out).toContain(text)
  expect(code).toBe(1)
})

test('a missing endpoint is named with the address to enter', async () => {
  install.stripe.account.webhookEndpoints = []
  install.stripe.account.eventDestinations = []
  const { code, out } = await runDoctor(settings())
  expect(out).toContain(`Stripe has no webhook endpoint with the address ${URL}.`)
  expect(code).toBe(1)
})

test('an unreachable database and a wrong setting are problems', async () => {
  const unreachable = await runDoctor(settings({ DATABASE_URL: 'postgres://foyer@127.0.0.1:1/foyer' }))
  expect(unreachable.out).toMatch(/PROBLEM .*DATABASE_URL/)
  expect(unreachable.code).toBe(1)
  const wrong = await runFoyer(['doctor'], settings({ PORT: 'many' }))
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('PORT is set to "many"') })
})

test('an empty database has pending migrations', async () => {
  const empty = await createTestDatabase()
  await sql`drop schema public cascade; create schema public`.execute(empty.db)
  const { code, out } = await runDoctor(settings({ DATABASE_URL: urlOf(empty.address) }))
  await empty.drop()
  expect(out).toMatch(/check +\d+ migrations are pending \(0001_purchase, .*\)\. The next start runs them\./)
  expect(code).toBe(0)
})
