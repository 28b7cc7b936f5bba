import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CartHold } from '#contracts/shop/carts.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000

describe('holding a cart', () => {
  let shop: Shop
  const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
    insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  it('holds what was requested and returns the expiry', async () => {
    const id = await type({ priceCents: 2550 })
    const answer = await shop.hold(newCartId(), { [id]: 2 })
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({
      currency: 'EUR',
      expiresAt: new Date(shop.clock.now() + 10 * MINUTE).toISOString(),
      items: [
        { ticketTypeId: id, eventId: shop.eventId, requested: 2, held: 2, price: 25.5, maxPerOrder: 10 },
      ],
    })
    expect(answer.data.items[0]).not.toHaveProperty('reason')
    expect(await shop.counters(id)).toEqual({ capacity: 100, held: 2, sold: 0 })
  })

  it('replaces the previous request', async () => {
    const [a, b] = [await type(), await type()]
    const cart = newCartId()
    await shop.hold(cart, { [a]: 4, [b]: 1 })
    await shop.hold(cart, { [a]: 1 })
    expect((await shop.counters(a)).held).toBe(1)
    expect((await shop.counters(b)).held).toBe(0)
    await shop.hold(cart, {})
    expect((await shop.counters(a)).held).toBe(0)
  })

  it('explains why less is held', async () => {
    const scarce = await type({ capacity: 3 })
    const capped = await type({ maxPerOrder: 4 })
    const later = await type({ saleStartsAt: new Date(shop.clock.now() + MINUTE) })
    const over = await type({ saleEndsAt: new Date(shop.clock.now()) })
    const off = await type({ active: false })
    const unknown = '00000000-0000-4000-8000-000000000000'
    const { data } = await shop.hold(newCartId(), {
      [scarce]: 5,
      [capped]: 6,
      [later]: 1,
      [over]: 1,
      [off]: 1,
      [unknown]: 1,
      'no-uuid': 1,
    })
    expect(data.items.map(({ held, reason }) => [held, reason])).toEqual([
      [3, 'SOLD_OUT'],
      [4, 'LIMIT'],
      [0, 'NOT_ON_SALE'],
      [0, 'NOT_ON_SALE'],
      [0, 'NOT_ON_SALE'],
      [0, 'UNKNOWN'],
      [0, 'UNKNOWN'],
    ])
  })

  it('a repeated request changes nothing, not even the expiry; a new one restarts the ten minutes', async () => {
    const id = await type()
    const cart = newCartId()
    const first = await shop.hold(cart, { [id]: 1 })
    shop.clock.advance(3 * MINUTE)
    expect((await shop.hold(cart, { [id]: 1 })).data.expiresAt).toBe(first.data.expiresAt)
    const changed = await shop.hold(cart, { [id]: 2 })
    expect(changed.data.expiresAt).toBe(new Date(shop.clock.now() + 10 * MINUTE).toISOString())
  })

  it.each([
    ['cancelled', 'NOT_ON_SALE'],
    ['draft', 'UNKNOWN'],
  ] as const)(
    'a repeated request releases the tickets of an event that is %s since',
    async (status, reason) => {
      const { context, promoterId } = shop
      const eventId = await insertEvent(context.db, {
        promoterId,
        startsAt: new Date('2027-01-10T20:00:00Z'),
      })
      const id = await type({ eventId, capacity: 5 })
      const cart = newCartId()
      await shop.hold(cart, { [id]: 2 })
      await context.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()
      const answers = [await shop.hold(cart, { [id]: 2 }), await shop.hold(cart, { [id]: 2 })]
      expect(answers.flatMap(({ data }) => data.items)).toMatchObject([
        { requested: 2, held: 0, reason },
        { requested: 2, held: 0, reason },
      ])
      expect(await shop.counters(id)).toEqual({ capacity: 5, held: 0, sold: 0 })
    },
  )

  it('ends at most thirty minutes after its first change', async () => {
    const id = await type()
    const cart = newCartId()
    const start = shop.clock.now()
    for (const quantity of [1, 2, 3, 4]) {
      await shop.hold(cart, { [id]: quantity })
      shop.clock.advance(8 * MINUTE)
    }
    const { data } = await shop.ask<CartHold>('GET', `/api/public/carts/${cart}`)
    expect(data.items).toEqual([])
    expect(shop.clock.now()).toBe(start + 32 * MINUTE)
    expect((await shop.hold(newCartId(), { [id]: 10 })).data.items[0]?.held).toBe(10)
  })

  it('an expired hold is on sale at once, swept or not', async () => {
    const id = await type({ capacity: 2 })
    await shop.hold(newCartId(), { [id]: 2 })
    expect((await shop.hold(newCartId(), { [id]: 1 })).data.items[0]).toMatchObject({
      held: 0,
      reason: 'SOLD_OUT',
    })
    shop.clock.advance(10 * MINUTE)
    const tickets = await shop.ask<{ id: string; availableQuantity: number }[]>(
      'GET',
      `/api/public/events/${shop.eventId}/tickets`,
    )
    expect(tickets.data.find((offer) => offer.id === id)?.availableQuantity).toBe(2)
    expect((await shop.hold(newCartId(), { [id]: 2 })).data.items[0]?.held).toBe(2)
    expect(await shop.counters(id)).toEqual({ capacity: 2, held: 2, sold: 0 })
  })

  it('the sweep records an expiry once', async () => {
    const id = await type({ capacity: 5 })
    await Promise.all([1, 2].map((quantity) => shop.hold(newCartId(), { [id]: quantity })))
    shop.clock.advance(11 * MINUTE)
    await Promise.all([sweepHolds(shop.context), sweepHolds(shop.context), sweepHolds(shop.context)])
    expect(await shop.counters(id)).toEqual({ capacity: 5, held: 0, sold: 0 })
    expect(await sweepHolds(shop.context)).toBe(0)
  })

  it('keeps a sold-out ticket type in the cart that holds it', async () => {
    const id = await type({ capacity: 1 })
    const cart = newCartId()
    await shop.hold(cart, { [id]: 1 })
    await shop.hold(newCartId(), { [id]: 1 })
    expect((await shop.hold(cart, { [id]: 1 })).data.items[0]).toMatchObject({ held: 1 })
  })

  it('two concurrent requests of a new cart make one hold', async () => {
    const id = await type()
    const cart = newCartId()
    await Promise.all([1, 2, 3, 4, 5].map((quantity) => shop.hold(cart, { [id]: quantity })))
    const { data } = await shop.ask<CartHold>('GET', `/api/public/carts/${cart}`)
    expect((await shop.counters(id)).held).toBe(data.items[0]?.held)
  })

  it('a hundred concurrent carts share seven tickets, in any order without deadlocks', async () => {
    const [a, b] = [await type({ capacity: 7 }), await type({ capacity: 7 })]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        shop.hold(newCartId(), index % 2 === 0 ? { [a]: 1, [b]: 1 } : { [b]: 1, [a]: 1 }),
      ),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const held = answers.flatMap((answer) => answer.data.items).reduce((sum, item) => sum + item.held, 0)
    expect(held).toBe(14)
    expect(await shop.counters(a)).toEqual({ capacity: 7, held: 7, sold: 0 })
  })

  it('a cart has one promoter and currency, and a mixed request changes nothing', async () => {
    const other = await insertPromoter(shop.context.db, 'Nordlys')
    const otherEvent = await insertEvent(shop.context.db, {
      promoterId: other,
      startsAt: new Date('2026-12-05T20:00:00Z'),
    })
    const foreign = await insertTicketType(shop.context.db, { promoterId: other, eventId: otherEvent })
    const own = await type()
    const cart = newCartId()
    await shop.hold(cart, { [own]: 2 })
    const items = [own, foreign].map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }))
    const mixed = await shop.ask('PUT', `/api/public/carts/${cart}`, { body: { items }, host: 'localhost' })
    expect([mixed.status, mixed.error.code]).toEqual([409, 'MIXED_CART'])
    expect((await shop.counters(own)).held).toBe(2)

    const onStorefront = await shop.ask<CartHold>('PUT', `/api/public/carts/${cart}`, { body: { items } })
    expect(onStorefront.data.items[1]).toMatchObject({ held: 0, reason: 'UNKNOWN' })
    expect((await shop.counters(foreign)).held).toBe(0)

    const changedPromoter = await shop.ask<CartHold>('PUT', `/api/public/carts/${cart}`, {
      body: { items: [{ ticketTypeId: foreign, quantity: 1 }] },
      host: 'localhost',
    })
    expect(changedPromoter.data.items[0]?.held).toBe(1)
    expect((await shop.counters(own)).held).toBe(0)
    const seenElsewhere = await shop.ask<CartHold>('GET', `/api/public/carts/${cart}`)
    expect(seenElsewhere.data.items).toEqual([])
  })

  it('an unknown host sells nothing', async () => {
    const id = await type()
    const answer = await shop.ask<CartHold>('PUT', `/api/public/carts/${newCartId()}`, {
      body: { items: [{ ticketTypeId: id, quantity: 1 }] },
      host: 'somebody.example',
    })
    expect(answer.data.items[0]).toMatchObject({ held: 0, reason: 'UNKNOWN' })
  })

  it('refuses malformed input and names the field', async () => {
    const path = `/api/public/carts/${newCartId()}`
    const negative = await shop.ask('PUT', path, { body: { items: [{ ticketTypeId: 'x', quantity: -1 }] } })
    expect([negative.status, negative.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(negative.error.details).toMatchObject([{ path: 'items.0.quantity' }])
    expect((await shop.ask('PUT', '/api/public/carts/nope', { body: { items: [] } })).status).toBe(422)
    expect((await shop.ask('PUT', path)).error.code).toBe('BAD_REQUEST')
  })

  it('DELETE releases everything, once', async () => {
    const id = await type()
    const cart = newCartId()
    await shop.hold(cart, { [id]: 3 })
    await Promise.all([1, 2, 3].map(() => shop.ask('DELETE', `/api/public/carts/${cart}`)))
    expect(await shop.counters(id)).toEqual({ capacity: 100, held: 0, sold: 0 })
  })
})
