import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let otherPromoterId: string
let ticketTypeId: string
let otherTypeId: string
let cartId: string
beforeEach(async () => {
  shop = await openShop()
  const { db } = shop.context
  otherPromoterId = await insertPromoter(db, 'Nordlys')
  const eventId = await insertEvent(db, {
    promoterId: otherPromoterId,
    startsAt: new Date('2026-12-01T20:00:00Z'),
    slug: 'elsewhere',
  })
  ticketTypeId = await insertTicketType(db, { promoterId: shop.promoterId, eventId: shop.eventId })
  otherTypeId = await insertTicketType(db, { promoterId: otherPromoterId, eventId })
  cartId = newCartId()
  await shop.hold(cartId, { [ticketTypeId]: 1 })
})
afterEach(() => shop.close())

const write = (statement: ReturnType<typeof sql>): Promise<unknown> => statement.execute(shop.context.db)

const insertHold = (hold: { cartId: string; ticketTypeId: string; promoterId: string }) =>
  write(sql`
    insert into holds (cart_id, ticket_type_id, promoter_id, position, quantity, expires_at)
    values (${hold.cartId}, ${hold.ticketTypeId}, ${hold.promoterId}, 1, 1, now())`)

const insertCart = (promoterId: string) =>
  write(sql`
    insert into carts (id, promoter_id, currency, first_held_at, expires_at)
    values (${randomUUID()}, ${promoterId}, 'EUR', now(), now())`)

describe('the tables refuse', () => {
  it('a hold without a cart, and one in another promoter’s cart', async () => {
    const { promoterId } = shop
    await expect(insertHold({ cartId: newCartId(), ticketTypeId, promoterId })).rejects.toThrow(
      'holds_have_carts',
    )
    const mixed = { cartId, ticketTypeId: otherTypeId, promoterId: otherPromoterId }
    await expect(insertHold(mixed)).rejects.toThrow('holds_have_carts')
  })

  it('a hold without inventory, and one of another promoter’s ticket type', async () => {
    const { promoterId } = shop
    const unknown = { cartId, ticketTypeId: randomUUID(), promoterId }
    await expect(insertHold(unknown)).rejects.toThrow('holds_have_inventory')
    await expect(insertHold({ cartId, ticketTypeId: otherTypeId, promoterId })).rejects.toThrow(
      'holds_have_inventory',
    )
  })

  it('a cart without a promoter', async () => {
    await expect(insertCart(randomUUID())).rejects.toThrow('carts_have_promoters')
  })

  it('to lose what a hold or a cart refers to', async () => {
    await expect(write(sql`delete from carts where id = ${cartId}`)).rejects.toThrow('holds_have_carts')
    await expect(write(sql`delete from inventory where ticket_type_id = ${ticketTypeId}`)).rejects.toThrow(
      'holds_have_inventory',
    )
    const lonely = await insertPromoter(shop.context.db, 'Lonely')
    await insertCart(lonely)
    await write(sql`delete from hosts where promoter_id = ${lonely}`)
    await write(sql`delete from sites where promoter_id = ${lonely}`)
    await expect(write(sql`delete from promoters where id = ${lonely}`)).rejects.toThrow(
      'carts_have_promoters',
    )
  })

  it('a cart that goes on to another promoter with the last one’s holds', async () => {
    const move = (promoterId: string) =>
      write(sql`update carts set promoter_id = ${promoterId} where id = ${cartId}`)
    await expect(move(otherPromoterId)).rejects.toThrow('holds_have_carts')
    await write(sql`delete from holds where cart_id = ${cartId}`)
    await expect(move(randomUUID())).rejects.toThrow('carts_have_promoters')
    await move(otherPromoterId)
  })

  it.each(['cart_id', 'ticket_type_id', 'promoter_id'])('a hold whose %s changes', async (column) => {
    await expect(
      write(sql`update holds set ${sql.ref(column)} = ${randomUUID()} where cart_id = ${cartId}`),
    ).rejects.toThrow('holds_stay_where_they_are')
  })

  it('keys that change under those who refer to them', async () => {
    await expect(write(sql`update carts set id = ${randomUUID()} where id = ${cartId}`)).rejects.toThrow(
      'carts_stay_where_they_are',
    )
    const bare = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
    })
    await write(sql`delete from inventory where ticket_type_id = ${bare}`)
    await expect(
      write(sql`update inventory set ticket_type_id = ${bare} where ticket_type_id = ${ticketTypeId}`),
    ).rejects.toThrow('holds_have_inventory')
  })
})

it('a cart that turns to another promoter on the main site holds that one’s tickets alone', async () => {
  const turned = await shop.ask('PUT', `/api/public/carts/${cartId}`, {
    host: 'localhost',
    body: { items: [{ ticketTypeId: otherTypeId, quantity: 2 }] },
  })
  expect(turned.status).toBe(200)
  expect([(await shop.counters(ticketTypeId)).held, (await shop.counters(otherTypeId)).held]).toEqual([0, 2])
})
