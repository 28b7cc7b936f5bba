import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { createApi } from '#server/http/api.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  lieAbout,
  openLyingProvider,
  type LyingProvider,
  type WireAnswer,
} from '#tests/support/lying-provider.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'

let shop: Shop
let stripe: StripeServer
let liar: LyingProvider
let ticketTypeId: string

beforeEach(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, capacity: 10 })
  stripe = await openStripeServer({ db: shop.context.db, clock: shop.clock })
  liar = await openLyingProvider(stripe.url)
  const payments = createStripe({
    ...STRIPE_KEYS,
    webhookSecrets: [STRIPE_KEYS.webhookSecret],
    apiUrl: liar.url,
    clock: shop.clock,
  })
  Object.assign(shop.context, { payments })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await liar.close()
  await stripe.close()
  await shop.close()
})

const place = async (): Promise<Order> => {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  return (await shop.checkout(cart, 50)).data.order
}
const read = async (id: string): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order
const lookAgain = async (): Promise<void> => {
  shop.clock.advance(60_000)
  await reconcilePayments(shop.context)
}

describe('unreadable responses', () => {
  const say =
    (text: string, type = 'application/json', status = 200) =>
    (): WireAnswer => ({ status, type, text })

  test.each<[string, NonNullable<LyingProvider['lie']>]>([
    ['a page of a firewall', say('<!doctype html><title>Please sign in</title>', 'text/html')],
    ['an error page', say('<h1>Bad Gateway</h1>', 'text/html', 502)],
    ['a refusal in HTML', say('<h1>Forbidden</h1>', 'text/html', 400)],
    ['half of an answer', (answer) => ({ ...answer, text: answer.text.slice(0, 40) })],
    ['nothing', say('')],
    ['an empty object', say('{}')],
    ['null', say('null')],
    ['a list', say('[]')],
    ['a payment without an amount', lieAbout({ amount: undefined })],
    ['a payment with an amount that is none', lieAbout({ amount: '50.00' })],
    ['a payment in no currency', lieAbout({ currency: 7 })],
    ['another payment', lieAbout({ id: 'pi_of_somebody_else' })],
    [
      'a refund without an amount',
      lieAbout({ latest_charge: { id: 'ch_1', refunds: { data: [{ id: 're_1' }] } } }),
    ],
  ])('%s: 502 meanwhile, and the order is paid once afterwards', async (_, lie) => {
    const order = await place()
    liar.lie = (answer, request) =>
      request.includes('/confirm') || request.startsWith('GET') ? lie(answer, request) : answer
    const told = await shop.pay(order.id, CARDS.good)
    expect([told.status, told.error.code]).toEqual([502, 'PAYMENT_PROVIDER_FAILED'])
    expect((await read(order.id)).status).toBe('pending')
    liar.lie = undefined
    await lookAgain()
    const paid = await read(order.id)
    expect([paid.status, paid.tickets.length]).toEqual(['paid', 2])
  })

  test('to the first call: 502, and the same order can be paid afterwards', async () => {
    const order = await place()
    liar.lie = say('{}')
    expect((await shop.pay(order.id, CARDS.good)).status).toBe(502)
    liar.lie = undefined
    expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
  })
})

describe('a payment other than requested', () => {
  test.each([
    ['of too little', { amount_cents: 100 }],
    ['of too much', { amount_cents: 500_000 }],
    ['in another currency', { currency: 'USD' }],
  ])('%s buys nothing, and is refunded in full', async (_, change) => {
    const order = await place()
    await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: order.id } })
    const [name = '', value] = Object.entries(change)[0] ?? []
    await sql`update sandbox.intents set ${sql.ref(name)} = ${value}`.execute(shop.context.db)
    const told = await shop.pay(order.id, CARDS.good)
    expect([told.status, told.error.code]).toEqual([409, 'ORDER_NOT_PAYABLE'])
    await lookAgain()
    expect(await read(order.id)).toMatchObject({ tickets: [] })
    expect(await shop.counters(ticketTypeId)).toMatchObject({ sold: 0 })
    const [intent] = await stripe.engine.intents(1)
    expect(intent?.refunds.map(({ amountCents }) => amountCents)).toEqual([intent?.amountCents])
  })
})

test('a succeeded payment that is denied later stays paid, once', async () => {
  const order = await place()
  expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
  for (const status of ['requires_payment_method', 'canceled', 'processing']) {
    liar.lie = (answer, request) => (request.startsWith('GET') ? lieAbout({ status })(answer) : answer)
    shop.clock.advance(86_400_000)
    await reconcilePayments(shop.context)
    expect(await read(order.id)).toMatchObject({ status: 'paid', tickets: [{}, {}] })
  }
})

describe('a signed webhook', () => {
  const post = async (rawBody: string) => {
    const signing = { secrets: [STRIPE_KEYS.webhookSecret], at: shop.clock.now() }
    const request = new Request('http://localhost/api/payments/webhook', {
      method: 'POST',
      body: rawBody,
      headers: { 'stripe-signature': signBody(rawBody, signing) },
    })
    return (await createApi(shop.context).fetch(request)).status
  }

  test.each(['', 'paid', '{', 'null', '[]', '{}', '"a"'])('with the body %j is refused', async (body) => {
    expect(await post(body)).toBe(400)
  })

  test('about an unknown payment changes nothing', async () => {
    const order = await place()
    const object = {
      id: 'pi_unknown',
      amount: 5000,
      currency: 'eur',
      status: 'succeeded',
      metadata: { orderId: order.id },
    }
    expect(
      await post(JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object } })),
    ).toBe(200)
    expect((await read(order.id)).status).toBe('pending')
  })

  test('that says “paid” about an unpaid payment changes nothing', async () => {
    const order = await place()
    await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: order.id } })
    const [intent] = await stripe.engine.intents(1)
    const object = { id: intent?.id, amount: 5000, currency: 'eur', status: 'succeeded' }
    expect(
      await post(JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object } })),
    ).toBe(200)
    expect((await read(order.id)).status).toBe('pending')
  })
})
