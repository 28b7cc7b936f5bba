import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { createApi } from '#server/http/api.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { parseToken, bytesToSign } from '#model/sales/door/tokens.ts'
import { CARDS, newCartId, openShop, WEBHOOK_SECRET, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000

describe('paying for an order', () => {
  let shop: Shop
  let ticketTypeId: string

  beforeAll(async () => {
    shop = await openShop()
    ticketTypeId = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
    })
  })
  afterAll(async () => {
    await sweepHolds(shop.context)
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  const place = async (quantity = 2, typeId = ticketTypeId): Promise<Order> => {
    const cart = newCartId()
    await shop.hold(cart, { [typeId]: quantity })
    return (await shop.checkout(cart, quantity * 25)).data.order
  }
  const read = async (id: string): Promise<Order> =>
    (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order

  it('a good card pays, and the order holds its tickets', async () => {
    const order = await place()
    const intent = await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: order.id } })
    expect(intent.data).toMatchObject({ provider: 'sandbox', amount: 50, currency: 'EUR' })
    expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
    const paid = await read(order.id)
    expect(paid.status).toBe('paid')
    expect(paid.tickets).toHaveLength(2)
    expect(new Set(paid.tickets.map((ticket) => ticket.code)).size).toBe(2)
  })

  it('a ticket’s token is verifiable with the promoter’s public key alone', async () => {
    const order = await place(1)
    await shop.pay(order.id, CARDS.good)
    const [ticket] = (await read(order.id)).tickets
    const { rows } = await sql<{ public_key: Buffer }>`
      select public_key from signing_keys where promoter_id = ${shop.promoterId}`.execute(shop.context.db)
    const key = createPublicKey({ key: rows[0]?.public_key ?? Buffer.alloc(0), format: 'der', type: 'spki' })
    const token = parseToken(ticket?.token ?? '')
    if (!ticket || !token) throw new Error('The ticket has no code.')
    expect(token).toMatchObject({ ticketId: ticket.id, generation: 1 })
    const isSigned = (content: Uint8Array): boolean =>
      verify(null, bytesToSign(content, ticket.eventId), key, token.signature)
    expect(isSigned(token.contentBytes)).toBe(true)
    const forged = Uint8Array.from(token.contentBytes)
    forged[27] = (forged[27] ?? 0) ^ 1
    expect(isSigned(forged)).toBe(false)
  })

  it('a declined card says why and leaves the order open for another', async () => {
    const order = await place()
    expect((await shop.pay(order.id, CARDS.declined)).data).toEqual({
      status: 'failed',
      message: 'Your card was declined. Try another card.',
    })
    expect((await shop.pay(order.id, CARDS.poor)).data).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('insufficient'),
    })
    expect((await shop.pay(order.id, '4242 4242 4242 4241')).data).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('not valid'),
    })
    expect((await read(order.id)).status).toBe('pending')
    expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
  })

  it('a 3-D Secure challenge pays when approved and reopens the payment when refused', async () => {
    const order = await place()
    const asked = await shop.pay(order.id, CARDS.challenged)
    expect(asked.data).toMatchObject({ status: 'requires_action', nextAction: { type: 'redirect' } })
    const intentId = asked.data.nextAction?.url.split('/').at(-1) ?? ''
    await answerCardChallenge(shop.context, { intentId, approved: false })
    expect((await read(order.id)).status).toBe('pending')
    await shop.pay(order.id, CARDS.challenged)
    await answerCardChallenge(shop.context, { intentId, approved: true })
    expect((await read(order.id)).status).toBe('paid')
  })

  it('a card that settles late is paid by webhook, delivered twice or not', async () => {
    const order = await place()
    expect((await shop.pay(order.id, CARDS.late)).data).toEqual({ status: 'processing' })
    expect((await read(order.id)).paymentPending).toBe(true)
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await Promise.all([deliverSandboxEvents(shop.context), deliverSandboxEvents(shop.context)])
    await sql`update sandbox.events set delivered_at = null, deliver_at = deliver_at - interval '1 minute'`.execute(
      shop.context.db,
    )
    await deliverSandboxEvents(shop.context)
    expect((await read(order.id)).tickets).toHaveLength(2)
  })

  it('browser, webhook and order confirmation racing make one set of tickets', async () => {
    const order = await place(3)
    await Promise.all([
      shop.pay(order.id, CARDS.good),
      shop.pay(order.id, CARDS.good),
      shop.ask('POST', `/api/public/orders/${order.id}/confirm`),
      deliverSandboxEvents(shop.context),
    ])
    await Promise.all([1, 2, 3].map(() => shop.ask('POST', `/api/public/orders/${order.id}/confirm`)))
    const paid = await read(order.id)
    expect([paid.status, paid.tickets.length]).toEqual(['paid', 3])
  })

  it('a webhook with a wrong signature is refused and stored nowhere', async () => {
    const api = createApi(shop.context)
    const body = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', intentId: 'x' })
    const post = (signature: string) =>
      api.fetch(
        new Request('http://localhost/api/payments/webhook', {
          method: 'POST',
          body,
          headers: { 'sandbox-signature': signature },
        }),
      )
    const sign = (secret: string) => signBody(body, { secrets: [secret], at: shop.clock.now() })
    expect((await post(sign('another-secret-entirely'))).status).toBe(400)
    expect((await post('')).status).toBe(400)
    const { rows } = await sql`select from payment_events where event_id = 'evt_forged'`.execute(
      shop.context.db,
    )
    expect(rows).toHaveLength(0)
    expect((await post(sign(WEBHOOK_SECRET))).status).toBe(200)
  })

  it('a payment after expiry is honoured while inventory is left', async () => {
    const order = await place()
    await shop.pay(order.id, CARDS.late)
    shop.clock.advance(11 * MINUTE)
    await sweepHolds(shop.context)
    expect((await read(order.id)).status).toBe('expired')
    await deliverSandboxEvents(shop.context)
    expect((await read(order.id)).status).toBe('paid')
  })

  it('a payment after expiry is refunded when the tickets are sold', async () => {
    const scarce = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
      capacity: 2,
    })
    const order = await place(2, scarce)
    await shop.pay(order.id, CARDS.late)
    shop.clock.advance(11 * MINUTE)
    const winner = await place(2, scarce)
    await shop.pay(winner.id, CARDS.good)
    await deliverSandboxEvents(shop.context)
    expect((await read(order.id)).status).toBe('refunded')
    expect(await shop.counters(scarce)).toEqual({ capacity: 2, held: 0, sold: 2 })
  })

  it('reconciliation settles payments without a webhook, and cancels those of finished orders', async () => {
    const lost = await place()
    await shop.pay(lost.id, CARDS.late)
    const abandoned = await place()
    await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: abandoned.id } })
    shop.clock.advance(MINUTE)
    await sql`update sandbox.intents set status = 'succeeded' where metadata ->> 'orderId' = ${lost.id}`.execute(
      shop.context.db,
    )
    await reconcilePayments(shop.context)
    expect((await read(lost.id)).status).toBe('paid')
    shop.clock.advance(11 * MINUTE)
    await reconcilePayments(shop.context)
    const { rows } = await sql<{
      status: string
    }>`select status from payments where order_id = ${abandoned.id}`.execute(shop.context.db)
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  it('cancelling gives the tickets back and can be repeated; a paid order can’t be cancelled', async () => {
    const order = await place()
    const before = await shop.counters(ticketTypeId)
    await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: order.id } })
    const cancel = (orderId: string) => shop.ask('POST', '/api/payments/cancel', { body: { orderId } })
    expect((await cancel(order.id)).data).toEqual({ status: 'cancelled' })
    expect((await cancel(order.id)).data).toEqual({ status: 'cancelled' })
    expect((await shop.counters(ticketTypeId)).held).toBe(before.held - 2)
    const paid = await place()
    await shop.pay(paid.id, CARDS.good)
    expect((await cancel(paid.id)).error.code).toBe('ORDER_NOT_PAYABLE')
  })

  it('a cart can’t change while its payment is processing', async () => {
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 1 })
    const { data } = await shop.checkout(cart, 25)
    await shop.pay(data.order.id, CARDS.late)
    expect((await shop.hold(cart, { [ticketTypeId]: 2 })).error.code).toBe('ORDER_IN_PAYMENT')
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await deliverSandboxEvents(shop.context)
    expect((await read(data.order.id)).status).toBe('paid')
  })

  it('an order of another site, or none, is NOT_FOUND', async () => {
    const order = await place()
    const elsewhere = { host: 'somebody.example' }
    expect((await shop.ask('GET', `/api/public/orders/${order.id}`, elsewhere)).status).toBe(404)
    expect((await shop.ask('GET', '/api/public/orders/nope')).status).toBe(404)
    expect(
      (await shop.ask('POST', '/api/payments/confirm', { ...elsewhere, body: { orderId: order.id } })).status,
    ).toBe(404)
    expect((await shop.ask('GET', `/api/public/orders/${order.id}`, { host: 'localhost' })).status).toBe(200)
  })
})
