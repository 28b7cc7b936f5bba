import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Order } from '#model/sales/orders.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => {
  await sweepHolds(shop.context)
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const type = (options: { priceCents?: number; capacity?: number } = {}): Promise<string> =>
  insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

const read = async (id: string): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order

async function placeOrder(cart: string, total: number, more = {}): Promise<string> {
  const placed = await shop.checkout(cart, total, more)
  expect(placed.error).toBeUndefined()
  return placed.data.order.id
}

interface Late {
  cart: string
  orderId: string
  /** Lets the payment of the first order succeed. */
  succeed: () => Promise<unknown>
}

/** Places an order whose payment waits at the bank's page. */
async function payAtBank(wishes: Record<string, number>, total: number, more = {}): Promise<Late> {
  const cart = newCartId()
  await shop.hold(cart, wishes)
  const orderId = await placeOrder(cart, total, more)
  const { data } = await shop.pay(orderId, CARDS.challenged)
  const intentId = data.nextAction?.url.split('/').at(-1) ?? ''
  return { cart, orderId, succeed: () => answerCardChallenge(shop.context, { intentId, approved: true }) }
}

it('a cart is bought once: a late payment for an order that a paid one has replaced is refunded', async () => {
  const id = await type()
  const late = await payAtBank({ [id]: 1 }, 25)
  const next = await placeOrder(late.cart, 25)
  await shop.pay(next, CARDS.good)
  await late.succeed()
  expect(await read(late.orderId)).toMatchObject({ status: 'refunded', tickets: [] })
  const second = await read(next)
  expect([second.status, second.tickets.length]).toEqual(['paid', 1])
  expect(await shop.counters(id)).toMatchObject({ held: 0, sold: 1 })
})

it('a late payment for a replaced order is honoured while the later order is unpaid, which then can’t be paid', async () => {
  const id = await type()
  const late = await payAtBank({ [id]: 1 }, 25)
  const next = await placeOrder(late.cart, 25)
  await late.succeed()
  expect((await read(late.orderId)).status).toBe('paid')
  expect((await read(next)).status).toBe('cancelled')
  expect((await shop.pay(next, CARDS.good)).status).toBe(409)
  expect(await read(next)).toMatchObject({ status: 'cancelled', tickets: [] })
})

it('a late payment for a replaced order is refunded while the later order’s payment is processed', async () => {
  const id = await type()
  const late = await payAtBank({ [id]: 1 }, 25)
  const next = await placeOrder(late.cart, 25)
  await shop.pay(next, CARDS.late)
  await late.succeed()
  expect(await read(late.orderId)).toMatchObject({ status: 'refunded', tickets: [] })
  expect((await read(next)).status).toBe('pending')
})

it('a late payment gets the last tickets, which the later order holds', async () => {
  const id = await type({ capacity: 2 })
  const late = await payAtBank({ [id]: 2 }, 50)
  await placeOrder(late.cart, 50)
  await late.succeed()
  expect((await read(late.orderId)).tickets).toHaveLength(2)
  expect(await shop.counters(id)).toMatchObject({ held: 0, sold: 2 })
})

it('a late payment gets the last ticket, which the changed cart holds, and releases the cart’s other holds', async () => {
  const [paid, other] = [await type({ capacity: 1 }), await type({ capacity: 4 })]
  const late = await payAtBank({ [paid]: 1 }, 25)
  await shop.hold(late.cart, { [paid]: 1, [other]: 3 })
  expect((await read(late.orderId)).status).toBe('cancelled')
  await late.succeed()
  expect((await read(late.orderId)).status).toBe('paid')
  expect(await shop.counters(paid)).toMatchObject({ held: 0, sold: 1 })
  expect(await shop.counters(other)).toMatchObject({ held: 0, sold: 0 })
})

it('a late payment uses the last use of a promo code, which the later order has reserved', async () => {
  const id = await type({ priceCents: 1000 })
  await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'ONCE', percent: 90, maxUses: 1 })
  const late = await payAtBank({ [id]: 1 }, 1, { promoCode: 'ONCE' })
  await placeOrder(late.cart, 1, { promoCode: 'ONCE' })
  await late.succeed()
  expect((await read(late.orderId)).status).toBe('paid')
  const { rows } = await sql`select used, reserved from promo_codes`.execute(shop.context.db)
  expect(rows).toEqual([{ used: 1, reserved: 0 }])
})

it.each([
  {
    reason: 'its tickets are sold',
    prevent: async (id: string) => {
      await sql`update inventory set capacity = 1 where ticket_type_id = ${id}`.execute(shop.context.db)
    },
  },
  {
    reason: 'someone else has used its promo code',
    prevent: async (id: string) => {
      const cart = newCartId()
      await shop.hold(cart, { [id]: 1 })
      await shop.pay(await placeOrder(cart, 5, { promoCode: 'HALF' }), CARDS.good)
      await sql`update promo_codes set max_uses = 1`.execute(shop.context.db)
    },
  },
])('a refunded late payment leaves the later order payable when $reason', async ({ prevent }) => {
  const id = await type({ priceCents: 1000 })
  await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'HALF', percent: 50 })
  const late = await payAtBank({ [id]: 2 }, 10, { promoCode: 'HALF' })
  await shop.hold(late.cart, { [id]: 1 })
  const next = await placeOrder(late.cart, 10)
  await prevent(id)
  await late.succeed()
  expect(await read(late.orderId)).toMatchObject({ status: 'refunded', tickets: [] })
  expect((await shop.pay(next, CARDS.good)).data.status).toBe('succeeded')
  expect((await read(next)).tickets).toHaveLength(1)
})
