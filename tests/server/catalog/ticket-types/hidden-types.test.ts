import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CartHold } from '#contracts/shop/carts.ts'
import type { EventSummary, TicketOffer } from '#model/catalog/catalog.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const TEN_MINUTES = 600_000

describe('ticket types with an access code', () => {
  let shop: Shop
  let open: string
  let secret: string
  const put = (
    cart: string,
    items: Record<string, number>,
    { codes, address }: { codes?: string[] | undefined; address?: string } = {},
  ) =>
    shop.ask<CartHold>('PUT', `/api/public/carts/${cart}`, {
      body: {
        items: Object.entries(items).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
        ...(codes ? { codes } : {}),
      },
      ...(address ? { address } : {}),
    })
  const list = (query: string, address?: string) =>
    shop.ask<TicketOffer[]>(
      'GET',
      `/api/public/events/${shop.eventId}/tickets${query}`,
      address ? { address } : {},
    )
  const namesOf = async (query: string): Promise<string[]> =>
    (await list(query)).data.map((offer) => offer.name)

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    open = await insertTicketType(db, { ...shop, name: 'Entry', priceCents: 3000 })
    secret = await insertTicketType(db, {
      ...shop,
      name: 'Guest list',
      priceCents: 500,
      accessCode: 'FRIENDS',
    })
    await insertTicketType(db, { ...shop, name: 'Crew', priceCents: 0, accessCode: 'CREW' })
    await insertPromo(db, { ...shop, code: 'PRESS', reveals: true, ticketTypeIds: [secret] })
    await insertPromo(db, { ...shop, code: 'USED', reveals: true, ticketTypeIds: [secret], maxUses: 0 })
    await insertPromo(db, { ...shop, code: 'PLAIN', ticketTypeIds: [secret] })
    await insertPromo(db, { ...shop, code: 'EVERYTHING', reveals: true })
  })
  afterAll(() => shop.close())

  it('are in no list and no price', async () => {
    expect(await namesOf('')).toEqual(['Entry'])
    const { data } = await shop.ask<{ events: EventSummary[] }>('GET', '/api/public/events')
    expect(data.events[0]).toMatchObject({ priceFrom: 30, priceTo: 30 })
    const one = await shop.ask<EventSummary>('GET', `/api/public/events/${shop.eventId}`)
    expect(one.data).toMatchObject({ priceFrom: 30, priceTo: 30 })
  })

  it.each(['FRIENDS', ' friends ', 'press'])('are shown with “%s”, without others', async (code) => {
    expect((await namesOf(`?code=${encodeURIComponent(code)}`)).toSorted()).toEqual(['Entry', 'Guest list'])
  })

  it.each(['NOPE', 'USED', 'PLAIN', 'EVERYTHING'])('stay hidden with “%s”', async (code) => {
    expect(await list(`?code=${code}`)).toMatchObject({
      status: 404,
      error: { code: 'ACCESS_CODE_UNKNOWN', message: 'This code doesn’t unlock any tickets here.' },
    })
  })

  it('are unknown to a cart without the code', async () => {
    for (const codes of [undefined, ['NOPE'], ['CREW']]) {
      const { data } = await put(newCartId(), { [open]: 1, [secret]: 1 }, { codes })
      expect(data.items[1]).toEqual({
        ticketTypeId: secret,
        eventId: null,
        requested: 1,
        held: 0,
        price: 0,
        maxPerOrder: 0,
        reason: 'UNKNOWN',
      })
    }
  })

  it('are held and sold to a cart with the code, also when repeated without it', async () => {
    const cart = newCartId()
    await put(cart, { [open]: 1, [secret]: 2 })
    const given = await put(cart, { [open]: 1, [secret]: 2 }, { codes: ['friends'] })
    expect(given.data.items[1]).toMatchObject({ held: 2, price: 5 })
    expect((await put(cart, { [secret]: 1 })).data.items).toMatchObject([{ held: 1 }])
    expect(await namesOf(`?cart=${cart}`)).toContain('Guest list')
    const { status } = await shop.checkout(cart, 5)
    expect(status).toBe(201)
  })

  it('require the code again once the hold has ended', async () => {
    const cart = newCartId()
    await put(cart, { [secret]: 1 }, { codes: ['FRIENDS'] })
    shop.clock.advance(TEN_MINUTES)
    expect((await put(cart, { [secret]: 1 })).data.items).toMatchObject([{ held: 0, reason: 'UNKNOWN' }])
    expect(await namesOf(`?cart=${cart}`)).toEqual(['Entry'])
  })

  it('limit wrong codes per network, without blocking carts', async () => {
    const address = '203.0.113.9'
    for (let tries = 0; tries < 20; tries += 1)
      expect(await list(`?code=${randomUUID()}`, address)).toMatchObject({ status: 404 })
    expect(await list('?code=FRIENDS', address)).toMatchObject({ status: 429 })
    const { data } = await put(newCartId(), { [open]: 1, [secret]: 1 }, { codes: ['FRIENDS'], address })
    expect(data.items.map((item) => item.held)).toEqual([1, 0])
    expect(await list('?code=FRIENDS', '198.51.100.1')).toMatchObject({ status: 200 })
  })

  it('are not unlocked by another promoter’s code', async () => {
    const { db } = shop.context
    await sql`insert into promoters (id, name, slug) values (gen_random_uuid(), 'Other', 'other')`.execute(db)
    expect(await list('?code=FRIENDS')).toMatchObject({ status: 200 })
    const other = await sql<{ id: string }>`select id from promoters where slug = 'other'`.execute(db)
    await insertPromo(db, { promoterId: other.rows[0]?.id ?? '', code: 'FOREIGN', reveals: true })
    expect(await list('?code=FOREIGN')).toMatchObject({ status: 404 })
  })
})
