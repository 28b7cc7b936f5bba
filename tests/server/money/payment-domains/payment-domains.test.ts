import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { syncPaymentDomains } from '#server/money/payment-domains/sync-payment-domains.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertMember } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'

const HOUR = 3_600_000

let shop: Shop
let stripe: StripeServer
beforeEach(async () => {
  shop = await openShop()
  stripe = await openStripeServer({ db: shop.context.db, clock: shop.clock })
  const payments = createStripe({
    ...STRIPE_KEYS,
    webhookSecrets: [STRIPE_KEYS.webhookSecret],
    apiUrl: stripe.url,
    clock: shop.clock,
  })
  const config = { ...shop.context.config, MAIN_HOSTS: ['foyer.example', 'localhost', '127.0.0.1', '[::1]'] }
  Object.assign(shop.context, { payments, config })
  await sql`delete from hosts`.execute(shop.context.db)
})
afterEach(async () => {
  await stripe.close()
  await shop.close()
})

const add = async (...hosts: string[]): Promise<void> => {
  for (const host of hosts)
    await sql`
      insert into hosts (host, promoter_id, verified_at)
      values (${host}, ${shop.promoterId}, ${host.startsWith('new.') ? null : new Date()})`.execute(
      shop.context.db,
    )
}
const remove = (host: string) => sql`delete from hosts where host = ${host}`.execute(shop.context.db)
const sync = () => syncPaymentDomains(shop.context)
const rows = async () =>
  (
    await sql<{ host: string; status: string; problem: string }>`
      select host, status, problem from payment_domains order by host`.execute(shop.context.db)
  ).rows
const registered = () =>
  [...stripe.account.domains].flatMap(([host, { isEnabled }]) => (isEnabled ? [host] : [])).toSorted()
const requests = (prefix: string): number => stripe.requests.filter((each) => each.startsWith(prefix)).length

test('every public host that is served is registered once, by any number of nodes', async () => {
  await add('aurora.example', 'tickets.aurora.example', 'new.aurora.example', 'aurora.localhost', '192.0.2.1')
  await Promise.all([sync(), sync(), sync()])
  await sync()
  expect(registered()).toEqual(['aurora.example', 'foyer.example', 'tickets.aurora.example'])
  expect(requests('POST /v1/payment_method_domains')).toBe(3)
  expect((await rows()).map(({ status }) => status)).toEqual(['registered', 'registered', 'registered'])
})

test('a host that goes is disabled, and enabled again when it comes back', async () => {
  await add('aurora.example')
  await sync()
  await remove('aurora.example')
  await sync()
  expect(registered()).toEqual(['foyer.example'])
  await add('aurora.example')
  await sync()
  expect(registered()).toEqual(['aurora.example', 'foyer.example'])
  expect(requests('POST /v1/payment_method_domains')).toBe(4)
})

test('a host that goes while it is being registered is disabled in the end', async () => {
  await add('aurora.example')
  const { domains } = shop.context.payments
  const slow = {
    ...domains,
    register: async (host: string) => {
      const answer = await domains.register(host)
      if (host === 'aurora.example') await remove(host).then(() => syncPaymentDomains(shop.context))
      return answer
    },
  }
  await syncPaymentDomains({ ...shop.context, payments: { ...shop.context.payments, domains: slow } })
  await sync()
  expect(registered()).toEqual(['foyer.example'])
  expect(await rows()).toContainEqual({ host: 'aurora.example', status: 'disabled', problem: '' })
})

test('refusals and failures are stored and retried at growing intervals', async () => {
  await add('aurora.example')
  stripe.account.refusedHosts.add('aurora.example')
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    await sync()
    shop.clock.advance(60_000)
  }
  expect(await rows()).toContainEqual({
    host: 'aurora.example',
    status: 'failed',
    problem: 'aurora.example can’t be registered.',
  })
  const asked = requests('POST /v1/payment_method_domains')
  expect(asked).toBeGreaterThan(8)
  expect(asked).toBeLessThan(14)
  stripe.account.refusedHosts.clear()
  shop.clock.advance(24 * HOUR)
  stripe.faults.next('GET /v1/payment_method_domains', 'error', 2)
  await sync()
  expect(await rows()).toContainEqual({
    host: 'aurora.example',
    status: 'failed',
    problem: 'The payment provider didn’t respond.',
  })
  shop.clock.advance(24 * HOUR)
  await sync()
  expect(registered()).toContain('aurora.example')
})

test('inactive wallets are validated again, later weekly', async () => {
  await add('aurora.example')
  stripe.account.withoutApplePay.add('aurora.example')
  await sync()
  expect(await rows()).toContainEqual({
    host: 'aurora.example',
    status: 'registered',
    problem: 'Apple Pay: The file for Apple was not found.',
  })
  stripe.account.withoutApplePay.clear()
  shop.clock.advance(60_000)
  await sync()
  expect(await rows()).toContainEqual({ host: 'aurora.example', status: 'registered', problem: '' })
  const before = requests('GET /v1/payment_method_domains')
  shop.clock.advance(6 * 24 * HOUR)
  await sync()
  expect(requests('GET /v1/payment_method_domains')).toBe(before)
  shop.clock.advance(24 * HOUR)
  await sync()
  expect(requests('GET /v1/payment_method_domains')).toBe(before + 2)
})

test('the check of a domain says which wallets can be used', async () => {
  const { context, promoterId } = shop
  const claim = await context.db
    .insertInto('domains')
    .values({
      promoter_id: promoterId,
      host: 'aurora.example',
      token: `foyer-${'1'.repeat(32)}`,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = { findTexts: async () => [], findTargets: async () => [] }
  Object.assign(context, { names })
  const ownerId = await insertAccount(context, 'owner@example.com')
  await insertMember(context.db, { promoterId, accountId: ownerId, role: 'owner' })
  const says = async (): Promise<string> => {
    const bearer = await insertSession(context, ownerId, 'localhost')
    const path = `/api/domains/${claim.id}/check-verification`
    return (await createAsk(context, 'localhost')<{ says: string }>('GET', path, { bearer })).data.says
  }
  expect(await says()).not.toContain('Apple Pay')
  await add('aurora.example')
  stripe.account.withoutApplePay.add('aurora.example')
  await sync()
  expect(await says()).toContain('Apple Pay can’t be used on this domain yet')
  stripe.account.withoutApplePay.clear()
  shop.clock.advance(60_000)
  await sync()
  expect(await says()).toContain('Apple Pay, Google Pay and Link can be used.')
})

test('the provider’s file for Apple is stored, and an error page never replaces it', async () => {
  const stored = async () =>
    (await sql<{ content: string }>`select content from apple_pay_files`.execute(shop.context.db)).rows
  await sync()
  const file = stripe.account.appleFile
  expect(await stored()).toEqual([{ content: file }])
  for (const broken of [undefined, '<html>Moved</html>', '']) {
    stripe.account.appleFile = broken
    shop.clock.advance(25 * HOUR)
    await sync()
  }
  expect(await stored()).toEqual([{ content: file }])
})

test('the sandbox records hosts without wallets', async () => {
  const sandbox = await openShop()
  const config = { ...sandbox.context.config, MAIN_HOSTS: ['foyer.example'] }
  await syncPaymentDomains({ ...sandbox.context, config })
  const { rows: found } =
    await sql`select host, status from payment_domains where host = 'foyer.example'`.execute(
      sandbox.context.db,
    )
  expect(found).toEqual([{ host: 'foyer.example', status: 'registered' }])
  await sandbox.close()
})
