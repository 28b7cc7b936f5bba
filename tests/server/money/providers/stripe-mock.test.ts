import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspectStripe } from '#server/money/providers/inspect-stripe.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { card, intentWish, RETURN_URL, SECRETS } from '#tests/support/providers.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer } from '#tests/support/stripe-server/server.ts'
import { findStripeMock, openStripeMock } from '#tests/support/stripe-server/stripe-mock.ts'

const PATH = findStripeMock()

/**
 * The contract suites send a copy of their requests to stripe-mock, too (`openStripeStage`). This one sends each kind of request of
 * the adapter once.
 */
test.skipIf(PATH === undefined)(
  'stripe-mock accepts every request (skipped unless STRIPE_MOCK_PATH or PATH has it: go install github.com/stripe/stripe-mock@latest)',
  async () => {
    const mock = await openStripeMock(PATH ?? '')
    const { db, drop } = await createTestDatabase()
    const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
    const server = await openStripeServer({ db, clock, webhookSecrets: SECRETS, mirror: mock.mirror })
    const settings = { ...STRIPE_KEYS, webhookSecrets: SECRETS, apiUrl: server.url, clock, timeoutMs: 20_000 }
    const provider = createStripe(settings)

    const intent = await provider.createIntent(intentWish())
    await provider.confirmIntent(intent.id, card('4242424242424242'), RETURN_URL)
    await provider.fetchIntent(intent.id)
    await provider.refund({ intentId: intent.id, key: randomUUID(), amountCents: 100 })
    await provider.refund({ intentId: intent.id, key: randomUUID(), amountCents: 100 })
    const disputed = await provider.createIntent(intentWish(1000, 'JPY'))
    await provider.confirmIntent(disputed.id, card('4000000000000259'))
    await provider.fetchIntent(disputed.id)
    await provider.cancelIntent((await provider.createIntent(intentWish())).id)
    const wish = intentWish()
    await provider.createIntent(wish)
    // A changed name makes Stripe refuse the key: the adapter searches.
    await provider.createIntent({ ...wish, descriptor: 'Another name' })

    const { payees, domains } = provider
    const payee = await payees.create({
      key: randomUUID(),
      email: 'mia@example.com',
      country: 'DE',
      name: 'Mia',
    })
    await server.engine.payees.submit(payee.id, {
      name: 'Mia',
      bornOn: '1990-05-17',
      bankAccount: WORKING_TEST_ACCOUNT,
    })
    clock.advance(60_000)
    await server.engine.settle()
    await payees.dashboardLink(payee.id)
    const money = { key: randomUUID(), payeeId: payee.id, amountCents: 4000, currency: 'EUR' }
    await payees.transfer({ ...money, group: 'october' })
    const payout = await payees.payOut(money)
    await payees.fetchPayout(payee.id, payout.id)
    await domains.register('tickets.example')
    await domains.disable('tickets.example')
    await domains.register('tickets.example')
    server.account.withoutApplePay.add('tickets.example')
    await domains.register('tickets.example')
    await inspectStripe(settings)

    const refused = await mock.refused()
    const count = mock.count()
    await Promise.all([mock.close(), server.close()])
    await drop()
    expect(refused).toEqual([])
    expect(count).toBeGreaterThan(30)
    const kinds = new Set(
      server.requests.map((each) => each.replaceAll(/\/(pi|acct|po|pmd)_[\w-]+/g, '/{id}')),
    )
    expect([...kinds].filter((kind) => kind.includes('/v1/')).toSorted()).toEqual([
      'GET /v1/balance',
      'GET /v1/disputes',
      'GET /v1/payment_intents/search',
      'GET /v1/payment_intents/{id}',
      'GET /v1/payment_method_domains',
      'GET /v1/payouts',
      'GET /v1/payouts/{id}',
      'GET /v1/refunds',
      'GET /v1/transfers',
      'GET /v1/webhook_endpoints',
      'POST /v1/accounts/{id}/login_links',
      'POST /v1/balance_settings',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/{id}/cancel',
      'POST /v1/payment_intents/{id}/confirm',
      'POST /v1/payment_method_domains',
      'POST /v1/payment_method_domains/{id}',
      'POST /v1/payment_method_domains/{id}/validate',
      'POST /v1/payouts',
      'POST /v1/refunds',
      'POST /v1/transfers',
    ])
  },
)
