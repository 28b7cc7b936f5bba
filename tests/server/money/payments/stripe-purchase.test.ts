import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { createApi } from '#server/http/api.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'
import type { Message } from '#tests/support/stripe-server/webhooks.ts'

describe('a purchase paid through Stripe', () => {
  let shop: Shop
  let stripe: StripeServer
  let ticketTypeId: string

  beforeAll(async () => {
    shop = await openShop()
    ticketTypeId = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
    })
    stripe = await openStripeServer({ db: shop.context.db, clock: shop.clock, target: receive })
    const payments = createStripe({
      ...STRIPE_KEYS,
      webhookSecrets: [STRIPE_KEYS.webhookSecret],
      apiUrl: stripe.url,
      clock: shop.clock,
    })
    Object.assign(shop.context, { payments })
  })
  afterAll(async () => {
    await sweepHolds(shop.context)
    expect(await findContradictions(shop.context.db)).toEqual([])
    await stripe.close()
    await shop.close()
  })

  const receive = async ({ rawBody, signature }: Message): Promise<boolean> => {
    const headers = { 'stripe-signature': signature }
    const request = new Request('http://localhost/api/payments/webhook', {
      method: 'POST',
      body: rawBody,
      headers,
    })
    return (await createApi(shop.context).fetch(request)).ok
  }
  const place = async (): Promise<Order> => {
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    return (await shop.checkout(cart, 50)).data.order
  }
  const read = async (id: string): Promise<Order> =>
    (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order
  /** Simulates stripe.js with a card from Stripe's form. */
  const confirmInBrowser = async (orderId: string, number: string) => {
    const { data } = await shop.ask<{ clientSecret: string }>('POST', '/api/payments/create-intent', {
      body: { orderId },
    })
    const [id = ''] = data.clientSecret.split('_secret_')
    const body = new URLSearchParams({
      key: STRIPE_KEYS.publishableKey,
      client_secret: data.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2030',
      'payment_method_data[card][cvc]': '123',
      use_stripe_sdk: 'true',
    })
    const answer = await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, { method: 'POST', body })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return { id, status: answer.status, body: await answer.json() }
  }

  it('is paid by webhooks alone, in any order and number', async () => {
    const order = await place()
    expect((await confirmInBrowser(order.id, CARDS.late)).body.status).toBe('processing')
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await stripe.deliver((events) => [...events, ...events].reverse())
    const paid = await read(order.id)
    expect([paid.status, paid.tickets.length]).toEqual(['paid', 2])
    expect(await stripe.deliver()).toEqual([])
  })

  it('is paid by reconciliation when every webhook is lost', async () => {
    const order = await place()
    expect((await confirmInBrowser(order.id, CARDS.good)).body.status).toBe('succeeded')
    expect(await stripe.lose()).toBe(1)
    shop.clock.advance(60_000)
    await reconcilePayments(shop.context)
    expect((await read(order.id)).status).toBe('paid')
  })

  it('shows why a card was declined, and accepts another', async () => {
    const order = await place()
    const declined = await confirmInBrowser(order.id, CARDS.poor)
    expect([declined.status, declined.body.error.decline_code]).toEqual([402, 'insufficient_funds'])
    await confirmInBrowser(order.id, CARDS.good)
    await stripe.deliver()
    expect((await read(order.id)).status).toBe('paid')
  })

  it('has its challenge on Stripe’s page', async () => {
    const order = await place()
    const { id, body } = await confirmInBrowser(order.id, CARDS.challenged)
    expect(body.status).toBe('requires_action')
    const page = body.next_action.use_stripe_sdk.stripe_js
    expect(await (await fetch(page)).text()).toContain('Complete authentication')
    await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    expect((await stripe.engine.intent(id)).status).toBe('succeeded')
    await stripe.deliver()
    expect((await read(order.id)).status).toBe('paid')
  })

  it('accepts test cards through Foyer with test keys', async () => {
    const order = await place()
    expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
    expect((await read(order.id)).status).toBe('paid')
  })

  it('the sandbox’s job ignores Stripe’s events', async () => {
    const order = await place()
    await confirmInBrowser(order.id, CARDS.good)
    await deliverSandboxEvents(shop.context)
    expect((await read(order.id)).status).toBe('pending')
    expect((await stripe.deliver()).map((delivery) => delivery.wasTaken)).toContain(true)
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from sandbox.events where delivered_at is null`.execute(shop.context.db)
    expect(rows).toEqual([{ left: 0 }])
  })

  it('a key reused for another request is refused, and a foreign secret reveals nothing', async () => {
    const post = (amount: number) =>
      fetch(`${stripe.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${STRIPE_KEYS.secretKey}`, 'idempotency-key': 'one' },
        body: new URLSearchParams({ amount: String(amount), currency: 'eur' }),
      })
    const [first, again, other] = [await post(100), await post(100), await post(200)]
    expect([first.status, other.status]).toEqual([200, 400])
    const { id } = await first.json()
    expect((await again.json()).id).toBe(id)
    expect((await other.json()).error.type).toBe('idempotency_error')
    const query = new URLSearchParams({
      key: STRIPE_KEYS.publishableKey,
      client_secret: 'guessed',
    }).toString()
    expect((await fetch(`${stripe.url}/v1/payment_intents/${id}?${query}`)).status).toBe(404)
  })
})
