import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import type { Answer } from '#tests/support/ask.ts'
import { countAlone, countBatches, refuseRows } from '#tests/support/batches.ts'
import { insertPromo, insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const PRICE = 25

let shop: Shop
let hot: string
let cold: string

beforeEach(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  hot = await insertTicketType(shop.context.db, { promoterId, eventId, capacity: 100 })
  cold = await insertTicketType(shop.context.db, { promoterId, eventId, name: 'Balcony', capacity: 100 })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

type PlacedOrder = Answer<{ order: Order }>

async function hold(items: Record<string, number> = { [hot]: 1 }): Promise<string> {
  const cart = newCartId()
  await shop.hold(cart, items)
  return cart
}

const holdMany = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => hold()))

const codeOf = (placed: PlacedOrder): string =>
  placed.success ? placed.data.order.status : placed.error.code

const countOrders = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from orders`.execute(shop.context.db)
  return rows[0]?.count ?? 0
}

describe('checkouts at the same time', () => {
  it('are placed in few transactions, each with its own lines, taxes and attendees', async () => {
    const vat = [['VAT', 190_000]] as const
    await insertTaxes(shop.context.db, {
      promoterId: shop.promoterId,
      ticketTypes: { [hot]: vat, [cold]: vat },
    })
    const carts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => hold(index % 2 ? { [hot]: 1, [cold]: 2 } : { [cold]: 1 })),
    )
    const before = await countBatches(shop.context.metrics, 'checkouts')
    const placed = await Promise.all(
      carts.map((cart, index) => shop.checkout(cart, (index % 2 ? 3 : 1) * PRICE)),
    )
    expect(placed.map(codeOf)).toEqual(carts.map(() => 'pending'))
    expect((await countBatches(shop.context.metrics, 'checkouts')) - before).toBeLessThan(carts.length)
    expect(await countAlone(shop.context.metrics, 'checkouts')).toBe(0)
    for (const [index, { data }] of placed.entries()) {
      const read = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${data.order.id}`)
      expect(read.data.order).toEqual(data.order)
      expect(read.data.order.items.map((item) => [item.ticketTypeId, item.quantity])).toEqual(
        index % 2
          ? [
              [hot, 1],
              [cold, 2],
            ]
          : [[cold, 1]],
      )
      expect(read.data.order.tax?.rates).toHaveLength(1)
    }
    expect([await shop.counters(hot), await shop.counters(cold)]).toMatchObject([
      { held: 6, sold: 0 },
      { held: 18, sold: 0 },
    ])
  })

  it('get their own verdicts: placed, paid at once, refused', async () => {
    const { promoterId, eventId } = shop
    const free = await insertTicketType(shop.context.db, { promoterId, eventId, name: 'Free', priceCents: 0 })
    const [good, dear, gratis, other] = [await hold(), await hold(), await hold({ [free]: 1 }), await hold()]
    const expired = await hold()
    await sql`update carts set expires_at = ${new Date(shop.clock.now())} where id = ${expired}`.execute(
      shop.context.db,
    )
    const placed = await Promise.all([
      shop.checkout(good, PRICE),
      shop.checkout(dear, PRICE + 1),
      shop.checkout(gratis, 0),
      shop.checkout(newCartId(), PRICE),
      shop.checkout(expired, PRICE),
      shop.checkout(other, PRICE),
    ])
    expect(placed.map(codeOf)).toEqual([
      'pending',
      'PRICE_CHANGED',
      'paid',
      'CART_EMPTY',
      'CART_EXPIRED',
      'pending',
    ])
    expect(await countOrders()).toBe(3)
    await sql`delete from holds where cart_id = ${expired}`.execute(shop.context.db)
    await sql`update inventory set held = held - 1 where ticket_type_id = ${hot}`.execute(shop.context.db)
  })

  it('fail alone when the database refuses one', async () => {
    const allow = await refuseRows(shop.context.db, 'orders', `new.email = 'refused@example.com'`)
    const carts = await holdMany(6)
    const place = (cart: string, index: number): Promise<PlacedOrder> =>
      shop.checkout(cart, PRICE, {
        customer: { ...CUSTOMER, email: index === 3 ? 'refused@example.com' : CUSTOMER.email },
      })
    const placed = await Promise.all(carts.map(place))
    expect(placed.map(({ success }) => success)).toEqual([true, true, true, false, true, true])
    expect(placed[3]?.status).toBe(500)
    expect(await countOrders()).toBe(5)
    await allow()
    expect(codeOf(await place(carts[3] ?? '', 3))).toBe('pending')
  })

  it('of one cart with the same key are one order, with others the last one', async () => {
    const [same, changed] = [await hold(), await hold()]
    const key = randomUUID()
    const placed = await Promise.all([
      ...Array.from({ length: 4 }, () => shop.checkout(same, PRICE, { key })),
      ...Array.from({ length: 4 }, () => shop.checkout(changed, PRICE)),
    ])
    expect(placed.map(codeOf)).toEqual(placed.map(() => 'pending'))
    expect(new Set(placed.slice(0, 4).map(({ data }) => data.order.id)).size).toBe(1)
    expect(new Set(placed.slice(4).map(({ data }) => data.order.id)).size).toBe(4)
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*)::int from orders group by status order by status`.execute(shop.context.db)
    expect(rows).toEqual([
      { status: 'cancelled', count: 3 },
      { status: 'pending', count: 2 },
    ])
  })

  it('use a promo code no more often than its limit', async () => {
    await insertPromo(shop.context.db, {
      promoterId: shop.promoterId,
      code: 'THREE',
      percent: 20,
      maxUses: 3,
    })
    const carts = await holdMany(8)
    const placed = await Promise.all(
      carts.map((cart, index) =>
        index % 4 === 0 ? shop.checkout(cart, PRICE) : shop.checkout(cart, 20, { promoCode: 'THREE' }),
      ),
    )
    const codes = placed.map(codeOf)
    expect(codes.filter((_, index) => index % 4 === 0)).toEqual(['pending', 'pending'])
    expect(codes.filter((code) => code === 'PROMO_USED_UP')).toHaveLength(3)
    expect(codes.filter((code) => code === 'pending')).toHaveLength(5)
  })

  it('sell no more tickets to a customer than the limit', async () => {
    const { promoterId, eventId } = shop
    const limited = await insertTicketType(shop.context.db, {
      promoterId,
      eventId,
      name: 'Limited',
      maxPerOrder: null,
      maxPerCustomer: 2,
    })
    const carts = await Promise.all(Array.from({ length: 4 }, () => hold({ [limited]: 1 })))
    const placed = await Promise.all([...carts, await hold()].map((cart) => shop.checkout(cart, PRICE)))
    expect(placed.map(codeOf).toSorted()).toEqual([
      'CUSTOMER_LIMIT',
      'CUSTOMER_LIMIT',
      'pending',
      'pending',
      'pending',
    ])
  })
})

describe('delay only their own checkout:', () => {
  it.each(['cart', 'pending order'])('a locked %s, while its order is replaced', async (row) => {
    const [locked = '', free = '', other = ''] = await holdMany(3)
    const replaced = (await shop.checkout(locked, PRICE)).data.order
    const unlock = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const locking = shop.context.db.transaction().execute(async (trx) => {
      if (row === 'cart') await sql`select from carts where id = ${locked} for update`.execute(trx)
      await sql`select from orders where id = ${replaced.id} for update`.execute(trx)
      isLocked.resolve()
      await unlock.promise
    })
    await isLocked.promise
    const waiting = shop.checkout(locked, PRICE)
    const placed = await Promise.all([shop.checkout(free, PRICE), shop.checkout(other, PRICE)])
    expect(placed.map(codeOf)).toEqual(['pending', 'pending'])
    unlock.resolve()
    await locking
    const { order } = (await waiting).data
    expect(await countAlone(shop.context.metrics, 'checkouts')).toBe(1)
    expect(order.id).not.toBe(replaced.id)
    expect((await shop.pay(order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
  })
})
