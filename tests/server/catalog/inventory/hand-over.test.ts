import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import { insertTicketType, type TicketTypeOptions } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const TEN_MINUTES = 600_000

describe('an early bird that hands over to the next', () => {
  let shop: Shop
  const type = (options: Partial<TicketTypeOptions>): Promise<string> =>
    insertTicketType(shop.context.db, { ...shop, ...options })
  const heldOf = async (
    cart: string,
    wishes: Record<string, number>,
  ): Promise<[number, string | undefined][]> =>
    (await shop.hold(cart, wishes)).data.items.map(({ held, reason }) => [held, reason])
  const offerOf = async (id: string): Promise<TicketOffer | undefined> =>
    (await shop.ask<TicketOffer[]>('GET', `/api/public/events/${shop.eventId}/tickets`)).data.find(
      (offer) => offer.id === id,
    )
  const pair = async (first: Partial<TicketTypeOptions>): Promise<[string, string]> => {
    const early = await type({ name: 'Early bird', capacity: 2, ...first })
    return [early, await type({ name: 'Regular', followsId: early })]
  }

  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  it('blocks the next one while available, and says which it waits for', async () => {
    const [, regular] = await pair({})
    expect(await offerOf(regular)).toMatchObject({
      status: 'not_yet',
      isAvailable: false,
      waitsFor: 'Early bird',
    })
    expect(await heldOf(newCartId(), { [regular]: 1 })).toEqual([[0, 'NOT_ON_SALE']])
  })

  it('releases the next one when its last ticket is in a cart', async () => {
    const [early, regular] = await pair({})
    await shop.hold(newCartId(), { [early]: 2 })
    expect(await offerOf(regular)).toMatchObject({ status: 'on_sale' })
    expect(await offerOf(regular)).not.toHaveProperty('waitsFor')
    expect(await heldOf(newCartId(), { [regular]: 3 })).toEqual([[3, undefined]])
  })

  it('gives one cart the last early birds and then the next ones', async () => {
    const [early, regular] = await pair({})
    expect(await heldOf(newCartId(), { [early]: 2, [regular]: 2 })).toEqual([
      [2, undefined],
      [2, undefined],
    ])
  })

  it('sells a returned early bird beside the started next one', async () => {
    const [early, regular] = await pair({})
    const cart = newCartId()
    await shop.hold(cart, { [early]: 2 })
    shop.clock.advance(TEN_MINUTES / 2)
    await shop.hold(newCartId(), { [regular]: 1 })
    await shop.hold(cart, {})
    expect(await offerOf(early)).toMatchObject({ status: 'on_sale', availableQuantity: 2 })
    expect(await offerOf(regular)).toMatchObject({ status: 'on_sale' })
  })

  it('blocks the next one again when returned before one was taken', async () => {
    const [early, regular] = await pair({})
    const cart = newCartId()
    await shop.hold(cart, { [early]: 2 })
    await shop.hold(cart, {})
    expect(await offerOf(regular)).toMatchObject({ status: 'not_yet' })
  })

  it.each([
    ['its sale has ended', { saleEndsAt: new Date('2026-11-21T11:00:00Z') }],
    ['it is switched off', { active: false }],
    ['less is left than an order takes', { capacity: 2, minPerOrder: 3 }],
  ])('releases the next one when %s', async (_, first) => {
    const [, regular] = await pair(first)
    expect(await heldOf(newCartId(), { [regular]: 1 })).toEqual([[1, undefined]])
  })

  it('blocks the next one while it is not on sale yet', async () => {
    const [, regular] = await pair({ saleStartsAt: new Date('2026-11-30T11:00:00Z') })
    expect(await heldOf(newCartId(), { [regular]: 1 })).toEqual([[0, 'NOT_ON_SALE']])
  })
})

describe('the minimum per order', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  it('refuses fewer tickets, and a remainder below it', async () => {
    const id = await insertTicketType(shop.context.db, { ...shop, capacity: 7, minPerOrder: 3 })
    const ask = async (cart: string, quantity: number) =>
      (await shop.hold(cart, { [id]: quantity })).data.items
    const cart = newCartId()
    expect(await ask(cart, 2)).toMatchObject([{ held: 0, reason: 'LIMIT', minPerOrder: 3 }])
    expect(await ask(cart, 5)).toMatchObject([{ held: 5 }])
    expect(await ask(cart, 2)).toMatchObject([{ held: 0, reason: 'LIMIT' }])
    await ask(cart, 5)
    expect(await ask(newCartId(), 4)).toMatchObject([{ held: 0, reason: 'SOLD_OUT' }])
    const { data } = await shop.ask<TicketOffer[]>('GET', `/api/public/events/${shop.eventId}/tickets`)
    expect(data).toMatchObject([{ id, status: 'sold_out', minPerOrder: 3 }])
  })
})
