import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MAX_PER_ORDER, type EventDetail, type TicketOffer } from '#model/catalog/catalog.ts'
import {
  insertEvent,
  insertFees,
  insertTicketType,
  type TicketTypeOptions,
} from '#tests/support/factories.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000

describe('the tickets of an event (specification §3)', () => {
  let shop: Shop
  const type = (options: Partial<TicketTypeOptions> = {}): Promise<string> =>
    insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })
  const offers = async (eventId = shop.eventId): Promise<TicketOffer[]> =>
    (await shop.ask<TicketOffer[]>('GET', `/api/public/events/${eventId}/tickets`)).data
  const offer = async (id: string, eventId?: string): Promise<TicketOffer | undefined> =>
    (await offers(eventId)).find((each) => each.id === id)

  beforeAll(async () => {
    shop = await openShop()
    await insertFees(shop.context.db, {
      eventId: shop.eventId,
      promoterId: shop.promoterId,
      ticketBaseCents: 49,
      ticketBasisPoints: 400,
    })
  })
  afterAll(() => shop.close())

  test('have every field, and no other', async () => {
    const saleStartsAt = new Date(shop.clock.now() - MINUTE)
    const saleEndsAt = new Date(shop.clock.now() + MINUTE)
    const id = await type({
      name: 'Balcony',
      priceCents: 2999,
      capacity: 40,
      maxPerOrder: 4,
      saleStartsAt,
      saleEndsAt,
    })
    expect(await offer(id)).toEqual({
      id,
      name: 'Balcony',
      description: '',
      price: 29.99,
      // 0.49 + 4% of 29.99 = 1.6896, half up to the cent.
      fees: 1.69,
      totalPrice: 31.68,
      quantity: 40,
      maxPerOrder: 4,
      availableQuantity: 40,
      remainingQuantity: 40,
      isAvailable: true,
      soldCount: 0,
      status: 'on_sale',
      saleStartDate: saleStartsAt.toISOString(),
      saleEndDate: saleEndsAt.toISOString(),
      type: 'standard',
    })
  })

  test('may be bought ten at a time where nobody said otherwise, are standard, and are on sale until the end', async () => {
    const { db } = shop.context
    const { id } = await db
      .insertInto('ticket_types')
      .values({ promoter_id: shop.promoterId, event_id: shop.eventId, name: 'Bare', price_cents: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('inventory')
      .values({ promoter_id: shop.promoterId, ticket_type_id: id, capacity: 5 })
      .execute()
    expect(await offer(id)).toMatchObject({
      maxPerOrder: DEFAULT_MAX_PER_ORDER,
      type: 'standard',
      saleStartDate: null,
      saleEndDate: null,
      status: 'on_sale',
      isAvailable: true,
    })
    expect(DEFAULT_MAX_PER_ORDER).toBe(10)
  })

  test.each([
    ['neither is set', {}, undefined, 10],
    ['only the customer’s is set', { maxPerCustomer: 4 }, 4, 4],
    ['both are set', { maxPerOrder: 2, maxPerCustomer: 4 }, 4, 2],
  ])(
    '§3 maxPerOrder falls back to maxPerCustomer, then 10: %s',
    async (...[, limits, perCustomer, perOrder]) => {
      const found = await offer(await type({ maxPerOrder: null, ...limits }))
      expect([found?.maxPerCustomer, found?.maxPerOrder]).toEqual([perCustomer, perOrder])
    },
  )

  test('that are free carry no fee', async () => {
    expect(await offer(await type({ priceCents: 0 }))).toMatchObject({ price: 0, fees: 0, totalPrice: 0 })
  })

  test.each([
    ['before their sale', { saleStartsAt: 1 }, 'not_yet'],
    ['at its first moment', { saleStartsAt: 0 }, 'on_sale'],
    ['just before its end', { saleEndsAt: 1 }, 'on_sale'],
    ['at its end', { saleEndsAt: 0 }, 'ended'],
    ['switched off', { active: false }, 'paused'],
    ['switched off after the end', { active: false, saleEndsAt: 0 }, 'ended'],
    ['with none left', { capacity: 0 }, 'sold_out'],
    ['with none left before the sale', { capacity: 0, saleStartsAt: 1 }, 'not_yet'],
  ])('%s: the state is right', async (_when, options, status) => {
    const moment = (offset: number | undefined): Date | undefined =>
      offset === undefined ? undefined : new Date(shop.clock.now() + offset)
    const {
      saleStartsAt,
      saleEndsAt,
      ...rest
    }: { saleStartsAt?: number; saleEndsAt?: number; active?: boolean; capacity?: number } = options
    const id = await type({ ...rest, saleStartsAt: moment(saleStartsAt), saleEndsAt: moment(saleEndsAt) })
    expect(await offer(id)).toMatchObject({ status, isAvailable: status === 'on_sale' })
  })

  test('count what is held as not available, and not as sold', async () => {
    const id = await type({ capacity: 3 })
    await shop.hold(newCartId(), { [id]: 2 })
    expect(await offer(id)).toMatchObject({
      quantity: 3,
      availableQuantity: 1,
      soldCount: 0,
      status: 'on_sale',
    })
    await shop.hold(newCartId(), { [id]: 1 })
    expect(await offer(id)).toMatchObject({ availableQuantity: 0, remainingQuantity: 0, status: 'sold_out' })
  })

  test('of a cancelled event are shown but can’t be bought', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-05T20:00:00Z'),
      status: 'cancelled',
    })
    const id = await type({ eventId })
    expect(await offer(id, eventId)).toMatchObject({ status: 'paused', isAvailable: false })
  })

  test('of a past event are not on sale', async () => {
    const startsAt = new Date(shop.clock.now() - 4 * 60 * MINUTE)
    const eventId = await insertEvent(shop.context.db, { promoterId: shop.promoterId, startsAt })
    const id = await type({ eventId, saleEndsAt: new Date(shop.clock.now() + MINUTE) })
    expect(await offer(id, eventId)).toMatchObject({ status: 'ended', isAvailable: false })
  })

  test('in yen have no decimals', async () => {
    const startsAt = new Date('2026-12-05T20:00:00Z')
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt,
      currency: 'JPY',
    })
    await insertFees(shop.context.db, {
      promoterId: shop.promoterId,
      eventId,
      currency: 'JPY',
      ticketBaseCents: 80,
      ticketBasisPoints: 400,
    })
    const id = await type({ eventId, priceCents: 4801 })
    // 80 + 4% of 4801 = 272.04
    expect(await offer(id, eventId)).toMatchObject({ price: 4801, fees: 272, totalPrice: 5073 })
  })

  test('of an event without any are empty', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-05T20:00:00Z'),
    })
    expect(await offers(eventId)).toEqual([])
  })

  test('are in the promoter’s order', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-05T20:00:00Z'),
    })
    const ids = [await type({ eventId }), await type({ eventId }), await type({ eventId })]
    const { db } = shop.context
    for (const [position, id] of ids.toReversed().entries())
      await db.updateTable('ticket_types').set({ position }).where('id', '=', id).execute()
    expect((await offers(eventId)).map(({ id }) => id)).toEqual(ids.toReversed())
  })
})

describe('an event', () => {
  test('contains delivery methods, the e-ticket first and free, and all visitor data', async () => {
    const shop = await openShop()
    const { db } = shop.context
    const questions = [
      { id: 'diet', scope: 'attendee', label: 'Diet', kind: 'text', choices: [], required: false },
    ]
    const eventId = await insertEvent(db, {
      promoterId: shop.promoterId,
      slug: 'all-of-it',
      startsAt: new Date('2026-12-05T20:00:00Z'),
      attendeeNames: 'required',
      questions,
    })
    await db
      .insertInto('delivery_options')
      .values([
        { promoter_id: shop.promoterId, event_id: eventId, method: 'post', price_cents: 490 },
        { promoter_id: shop.promoterId, event_id: eventId, method: 'will_call', price_cents: 0 },
      ])
      .execute()
    const { data } = await shop.ask<EventDetail>('GET', '/api/public/events/all-of-it')
    expect(data).toMatchObject({
      id: eventId,
      startsAt: '2026-12-05T20:00:00.000Z',
      endsAt: '2026-12-06T00:00:00.000Z',
      doorsAt: null,
      timeZone: 'Europe/Berlin',
      promoter: { id: shop.promoterId, name: 'Aurora', primaryColor: '#4f46e5', secondaryColor: '#1e293b' },
      attendeeNames: 'required',
      questions,
      delivery: [
        { method: 'e_ticket', price: 0 },
        { method: 'will_call', price: 0 },
        { method: 'post', price: 4.9 },
      ],
    })
    expect(data).not.toHaveProperty('search_text')
    await shop.close()
  })
})
