import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import type { Order } from '#model/sales/orders.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { insertPool, insertTicketType, type TicketTypeOptions } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer } from '#tests/support/people.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const TEN_MINUTES = 600_000

describe('shared capacity', () => {
  let shop: Shop
  const pool = (capacity: number): Promise<string> => insertPool(shop.context.db, { ...shop, capacity })
  const type = (options: Partial<TicketTypeOptions>): Promise<string> =>
    insertTicketType(shop.context.db, { ...shop, ...options })
  const heldOf = async (
    cart: string,
    wishes: Record<string, number>,
  ): Promise<[number, string | undefined][]> =>
    (await shop.hold(cart, wishes)).data.items.map(({ held, reason }) => [held, reason])
  const leftOf = async (id: string): Promise<number | undefined> => {
    const { data } = await shop.ask<TicketOffer[]>('GET', `/api/public/events/${shop.eventId}/tickets`)
    return data.find((offer) => offer.id === id)?.availableQuantity
  }
  const room = async (capacity: number): Promise<[string, string, string, string]> => {
    const poolId = await pool(capacity)
    return [await type({ poolId }), await type({ poolId }), await type({ poolId, capacity: 3 }), poolId]
  }

  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
  })

  it('is used up for all types by one', async () => {
    const [a, b, c] = await room(5)
    expect(await heldOf(newCartId(), { [a]: 4 })).toEqual([[4, undefined]])
    expect([await leftOf(a), await leftOf(b), await leftOf(c)]).toEqual([1, 1, 1])
    expect(await heldOf(newCartId(), { [b]: 3 })).toEqual([[1, 'SOLD_OUT']])
    expect(await leftOf(a)).toBe(0)
  })

  it('is granted to one cart’s items in order', async () => {
    const [a, b, c] = await room(6)
    expect(await heldOf(newCartId(), { [c]: 9, [a]: 2, [b]: 2 })).toEqual([
      [3, 'SOLD_OUT'],
      [2, undefined],
      [1, 'SOLD_OUT'],
    ])
  })

  it('lets a cart switch types when nothing is left', async () => {
    const [a, b] = await room(2)
    const cart = newCartId()
    await shop.hold(cart, { [a]: 2 })
    expect(await heldOf(cart, { [b]: 2 })).toEqual([[2, undefined]])
    expect(await heldOf(cart, { [b]: 1, [a]: 1 })).toEqual([
      [1, undefined],
      [1, undefined],
    ])
  })

  it('is free when a hold of any type expires, swept or not', async () => {
    const [a, b] = await room(2)
    await shop.hold(newCartId(), { [a]: 2 })
    shop.clock.advance(TEN_MINUTES)
    expect(await heldOf(newCartId(), { [b]: 2 })).toEqual([[2, undefined]])
  })

  it('stays used when a hold becomes an order, and returns with a refund', async () => {
    const [a, b, , poolId] = await room(2)
    const cart = newCartId()
    await shop.hold(cart, { [a]: 2 })
    const { data } = await shop.checkout(cart, 50)
    await shop.pay(data.order.id, CARDS.good)
    expect(await leftOf(b)).toBe(0)
    const { rows } = await sql`select held, sold from capacity_pools where id = ${poolId}`.execute(
      shop.context.db,
    )
    expect(rows).toEqual([{ held: 0, sold: 2 }])

    const owner = await openCustomer(shop)
    await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: owner.id, role: 'owner' })
    const refund = await owner.ask('POST', `/api/promoter/orders/${data.order.id}/refunds`, {
      body: { all: true },
      key: randomUUID(),
    })
    expect(refund.status).toBe(201)
    expect([await leftOf(a), await leftOf(b)]).toEqual([2, 2])
    expect(await heldOf(newCartId(), { [b]: 2 })).toEqual([[2, undefined]])
  })

  it('honours a late payment from tickets released by siblings', async () => {
    const [a, b] = await room(2)
    const [late, other] = [newCartId(), newCartId()]
    await shop.hold(late, { [a]: 2 })
    const { data } = await shop.checkout(late, 50)
    await shop.pay(data.order.id, CARDS.challenged)
    const { rows } = await sql<{
      id: string
    }>`select intent_id as id from payments where order_id = ${data.order.id}`.execute(shop.context.db)
    shop.clock.advance(TEN_MINUTES)
    await sweepHolds(shop.context)
    expect(await heldOf(other, { [b]: 2 })).toEqual([[2, undefined]])
    await shop.ask('DELETE', `/api/public/carts/${other}`)
    await answerCardChallenge(shop.context, { intentId: rows[0]?.id ?? '', approved: true })
    const { data: after } = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${data.order.id}`)
    expect(after.order.status).toBe('paid')
    expect([await leftOf(b), await shop.counters(a)]).toEqual([0, { capacity: 100, held: 0, sold: 2 }])
    expect(await heldOf(other, { [b]: 1 })).toEqual([[0, 'SOLD_OUT']])
  })

  it('belongs to one event', async () => {
    const poolId = await pool(5)
    const { db } = shop.context
    const id = await type({})
    await sql`
      insert into events (id, promoter_id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency)
      select gen_random_uuid(), promoter_id, slug || '-2', title, starts_at, ends_at, time_zone, venue_name, city, country, currency
      from events where id = ${shop.eventId}`.execute(db)
    await sql`
      update capacity_pools set event_id = (select id from events where slug like '%-2') where id = ${poolId}`.execute(
      db,
    )
    await expect(
      sql`update inventory set pool_id = ${poolId} where ticket_type_id = ${id}`.execute(db),
    ).rejects.toThrow('pool_of_the_same_event')
  })
})
