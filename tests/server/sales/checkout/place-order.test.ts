import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { insertEvent, insertFees, insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000

describe('placing an order', () => {
  let shop: Shop
  const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
    insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })
  const cartOf = async (wishes: Record<string, number>): Promise<string> => {
    const cart = newCartId()
    await shop.hold(cart, wishes)
    return cart
  }

  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  it('prices everything on the server and waits for payment', async () => {
    const event = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
    })
    await insertFees(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: event,
      ticketBaseCents: 99,
      ticketBasisPoints: 250,
      orderBaseCents: 50,
      orderBasisPoints: 100,
    })
    const [general, balcony] = [
      await type({ eventId: event, priceCents: 2000 }),
      await type({ eventId: event, priceCents: 3333, name: 'Balcony' }),
    ]
    await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'TENOFF', percent: 10 })
    const cart = await cartOf({ [general]: 2, [balcony]: 1 })
    // 73.33 − 7.33 = 66.00; tickets 2 × 0.99 + 1.00, 0.99 + 0.83; order 0.50 + 0.66.
    const { status, data } = await shop.checkout(cart, 71.96, { promoCode: 'tenoff' })
    expect(status).toBe(201)
    expect(data.order).toMatchObject({
      status: 'pending',
      currency: 'EUR',
      subtotal: 73.33,
      discount: 7.33,
      fees: { ticketFees: 4.8, orderFees: 1.16, deliveryFee: 0, totalFees: 5.96 },
      total: 71.96,
      promoCode: 'TENOFF',
      customer: CUSTOMER,
      tickets: [],
      expiresAt: new Date(shop.clock.now() + 10 * MINUTE).toISOString(),
      items: [
        { ticketTypeId: general, quantity: 2, price: 20, ticketFee: 2.98, totalPrice: 40 },
        {
          ticketTypeId: balcony,
          name: 'Balcony',
          quantity: 1,
          price: 33.33,
          ticketFee: 1.82,
          totalPrice: 33.33,
        },
      ],
    })
    await shop.ask('POST', '/api/payments/cancel', { body: { orderId: data.order.id } })
  })

  it('a different total is PRICE_CHANGED with the new quote, and changes nothing', async () => {
    const id = await type({ priceCents: 1000 })
    const cart = await cartOf({ [id]: 2 })
    const first = await shop.checkout(cart, 20)
    await sql`update ticket_types set price_cents = 1200 where id = ${id}`.execute(shop.context.db)
    const refused = await shop.checkout(cart, 20)
    expect([refused.status, refused.error.code]).toEqual([409, 'PRICE_CHANGED'])
    expect(refused.error.details).toMatchObject({ quote: { currency: 'EUR', subtotal: 24, total: 24 } })
    const before = await shop.ask<{ order: { status: string } }>(
      'GET',
      `/api/public/orders/${first.data.order.id}`,
    )
    expect(before.data.order.status).toBe('pending')
    expect((await shop.checkout(cart, 24)).status).toBe(201)
    expect((await shop.counters(id)).held).toBe(2)
  })

  it('the same key returns the same order, also concurrently', async () => {
    const id = await type()
    const cart = await cartOf({ [id]: 1 })
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.checkout(cart, 25, { key })))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.data.order.id)).size).toBe(1)
    const other = await cartOf({ [id]: 1 })
    const sameKeyOtherCart = await shop.checkout(other, 25, { key })
    expect(sameKeyOtherCart.data.order.id).not.toBe(answers[0]?.data.order.id)
    const customer = { ...CUSTOMER, email: 'someone.else@example.com' }
    expect((await shop.checkout(cart, 25, { key, customer })).error.code).toBe('KEY_REUSED')
  })

  it('requires an Idempotency-Key', async () => {
    const cart = await cartOf({ [await type()]: 1 })
    const answer = await shop.ask('POST', '/api/public/checkout', {
      body: { cartId: cart, customer: CUSTOMER, expectedTotal: 25 },
    })
    expect(answer.status).toBe(422)
    expect(answer.error.details).toMatchObject([{ path: 'Idempotency-Key' }])
  })

  it('a free order is paid at once, with tickets and without fees', async () => {
    const event = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
    })
    await insertFees(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: event,
      ticketBaseCents: 99,
      orderBaseCents: 50,
    })
    const id = await type({ eventId: event, priceCents: 0 })
    const { data } = await shop.checkout(await cartOf({ [id]: 2 }), 0)
    expect(data.order).toMatchObject({ status: 'paid', total: 0, fees: { totalFees: 0 } })
    expect(data.order.tickets).toHaveLength(2)
    expect(await shop.counters(id)).toEqual({ capacity: 100, held: 0, sold: 2 })
  })

  it('names attendees in ticket order, the buyer where unnamed', async () => {
    const id = await type({ priceCents: 0 })
    const attendees = [{ ticketTypeId: id, firstName: 'Grace', lastName: 'Hopper' }]
    const { data } = await shop.checkout(await cartOf({ [id]: 2 }), 0, { attendees })
    expect(data.order.tickets.map((ticket) => ticket.holder)).toEqual(['Grace Hopper', 'Ada Lovelace'])
  })

  it('requires the event’s names and answers, by field', async () => {
    const questions = [
      {
        id: 'diet',
        scope: 'attendee',
        label: 'Diet',
        kind: 'choice',
        choices: ['All', 'Vegan'],
        required: true,
      },
      { id: 'heard', scope: 'order', label: 'Heard of us?', kind: 'text', choices: [], required: true },
    ]
    const event = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
      attendeeNames: 'required',
      questions,
    })
    const id = await type({ eventId: event, priceCents: 0 })
    const cart = await cartOf({ [id]: 1 })
    const refused = await shop.checkout(cart, 0, {
      attendees: [{ ticketTypeId: id, firstName: 'Grace', lastName: '', answers: { diet: 'Meat' } }],
    })
    expect(refused.status).toBe(422)
    expect((refused.error.details as { path: string }[]).map((detail) => detail.path)).toEqual([
      'answers.heard',
      'attendees.0.lastName',
      'attendees.0.answers.diet',
    ])
    const fine = await shop.checkout(cart, 0, {
      answers: { heard: 'A friend' },
      attendees: [{ ticketTypeId: id, firstName: 'Grace', lastName: 'Hopper', answers: { diet: 'Vegan' } }],
    })
    expect(fine.status).toBe(201)
  })

  it('asks a question only for its ticket types', async () => {
    const event = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
    })
    const [seated, standing] = [
      await type({ eventId: event, priceCents: 0, name: 'Seated' }),
      await type({ eventId: event, priceCents: 0, name: 'Standing' }),
    ]
    const asked = { kind: 'text', choices: [], required: true, ticketTypeIds: [seated] }
    const questions = [
      { ...asked, id: 'row', scope: 'attendee', label: 'Row' },
      { ...asked, id: 'party', scope: 'order', label: 'Party' },
    ]
    await sql`update events set questions = ${JSON.stringify(questions)}::jsonb where id = ${event}`.execute(
      shop.context.db,
    )
    expect((await shop.checkout(await cartOf({ [standing]: 1 }), 0)).status).toBe(201)
    const refused = await shop.checkout(await cartOf({ [standing]: 1, [seated]: 1 }), 0)
    const paths = (refused.error.details as { path: string }[]).map((detail) => detail.path)
    expect(paths[0]).toBe('answers.party')
    expect(paths.slice(1)).toEqual([expect.stringMatching(/^attendees\.[01]\.answers\.row$/)])
  })

  it('charges an offered delivery method, and refuses others', async () => {
    const event = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
    })
    await sql`insert into delivery_options (promoter_id, event_id, method, price_cents) values (${shop.promoterId}, ${event}, 'post', 450)`.execute(
      shop.context.db,
    )
    const cart = await cartOf({ [await type({ eventId: event })]: 1 })
    const noAddress = await shop.checkout(cart, 29.5, { delivery: { method: 'post' } })
    expect(noAddress.error.details).toMatchObject([{ path: 'delivery.address' }])
    const willCall = await shop.checkout(cart, 25, { delivery: { method: 'will_call' } })
    expect(willCall.error.details).toMatchObject([{ path: 'delivery.method' }])
    const posted = await shop.checkout(cart, 29.5, { delivery: { method: 'post', address: 'Somewhere 1' } })
    expect(posted.data.order).toMatchObject({ total: 29.5, fees: { deliveryFee: 4.5 } })
  })

  it('an expired and an empty cart are reported', async () => {
    const id = await type()
    const cart = await cartOf({ [id]: 1 })
    shop.clock.advance(10 * MINUTE)
    expect((await shop.checkout(cart, 25)).error.code).toBe('CART_EXPIRED')
    await sweepHolds(shop.context)
    expect((await shop.checkout(cart, 25)).error.code).toBe('CART_EXPIRED')
    expect((await shop.checkout(newCartId(), 25)).error.code).toBe('CART_EMPTY')
  })

  it('another promoter’s site can’t buy the cart', async () => {
    const cart = await cartOf({ [await type()]: 1 })
    const body = { cartId: cart, customer: CUSTOMER, expectedTotal: 25 }
    const answer = await shop.ask('POST', '/api/public/checkout', {
      body,
      host: 'somebody.example',
      key: randomUUID(),
    })
    expect(answer.error.code).toBe('CART_EMPTY')
  })

  it('changing the cart cancels its pending order', async () => {
    const id = await type()
    const cart = await cartOf({ [id]: 2 })
    const { data } = await shop.checkout(cart, 50)
    await shop.hold(cart, { [id]: 2 })
    const same = await shop.ask<{ order: { status: string } }>('GET', `/api/public/orders/${data.order.id}`)
    expect(same.data.order.status).toBe('pending')
    await shop.hold(cart, { [id]: 1 })
    const after = await shop.ask<{ order: { status: string } }>('GET', `/api/public/orders/${data.order.id}`)
    expect(after.data.order.status).toBe('cancelled')
    expect((await shop.counters(id)).held).toBe(1)
  })

  it('a pending order expires with its cart, before any sweep and after', async () => {
    const id = await type()
    const { data } = await shop.checkout(await cartOf({ [id]: 2 }), 50)
    shop.clock.advance(10 * MINUTE)
    const path = `/api/public/orders/${data.order.id}`
    expect((await shop.ask<{ order: { status: string } }>('GET', path)).data.order.status).toBe('expired')
    expect((await shop.pay(data.order.id, CARDS.good)).error.code).toBe('ORDER_NOT_PAYABLE')
    await sweepHolds(shop.context)
    expect((await shop.ask<{ order: { status: string } }>('GET', path)).data.order.status).toBe('expired')
    expect(await shop.counters(id)).toEqual({ capacity: 100, held: 0, sold: 0 })
  })

  it('the last use of a promo code goes to one of many, and returns when its order expires', async () => {
    const id = await type({ priceCents: 1000 })
    await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'ONCE', percent: 50, maxUses: 1 })
    const carts = await Promise.all(Array.from({ length: 8 }, () => cartOf({ [id]: 1 })))
    const answers = await Promise.all(
      carts.map((cart, index) =>
        shop.checkout(cart, 5, {
          promoCode: 'ONCE',
          customer: { ...CUSTOMER, email: `buyer${index}@example.com` },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.error?.code === 'PROMO_USED_UP')).toHaveLength(7)
    shop.clock.advance(10 * MINUTE)
    const again = await shop.checkout(await cartOf({ [id]: 1 }), 5, { promoCode: 'ONCE' })
    expect(again.status).toBe(201)
    await shop.pay(again.data.order.id, CARDS.good)
    const spent = await shop.checkout(await cartOf({ [id]: 1 }), 5, { promoCode: 'ONCE' })
    expect(spent.error.code).toBe('PROMO_USED_UP')
    await sweepHolds(shop.context)
  })

  it('refuses a promo code with its reason', async () => {
    const { db } = shop.context
    const [covered, other] = [await type(), await type()]
    const now = shop.clock.now()
    const terms = { promoterId: shop.promoterId, percent: 10 }
    await insertPromo(db, { ...terms, code: 'LATER', startsAt: new Date(now + MINUTE) })
    await insertPromo(db, { ...terms, code: 'GONE', endsAt: new Date(now) })
    await insertPromo(db, { ...terms, code: 'NARROW', ticketTypeIds: [covered] })
    await insertPromo(db, { ...terms, code: 'MINE', maxUsesPerCustomer: 1 })
    const validate = (code: string, ticketTypeId: string) =>
      shop.ask('POST', '/api/public/promo-codes/validate', {
        body: { code, items: [{ ticketTypeId, quantity: 1 }] },
      })
    expect((await validate('LATER', other)).error.code).toBe('PROMO_NOT_YET')
    expect((await validate('GONE', other)).error.code).toBe('PROMO_ENDED')
    expect((await validate('NARROW', other)).error.code).toBe('PROMO_UNKNOWN')
    expect((await validate('NOSUCH', other)).error.code).toBe('PROMO_UNKNOWN')
    expect((await validate('narrow', covered)).data).toEqual({
      code: 'NARROW',
      discountType: 'percentage',
      discountValue: 10,
      ticketTypeIds: [covered],
    })
    expect((await shop.checkout(await cartOf({ [covered]: 1 }), 22.5, { promoCode: 'MINE' })).status).toBe(
      201,
    )
    const again = await shop.checkout(await cartOf({ [covered]: 1 }), 22.5, { promoCode: 'MINE' })
    expect(again.error.code).toBe('PROMO_CUSTOMER_LIMIT')
  })
})
