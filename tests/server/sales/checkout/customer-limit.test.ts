import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { Answer, Asking } from '#tests/support/ask.ts'
import { insertTicketType, type TicketTypeOptions } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer, type Browser } from '#tests/support/people.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000
const PRICE = 25

let shop: Shop
/** Ticket type with at most four per customer. */
let limited: string

beforeEach(async () => {
  shop = await openShop()
  limited = await type({ name: 'Standing', maxPerOrder: null, maxPerCustomer: 4 })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const type = (options: Partial<TicketTypeOptions> = {}): Promise<string> =>
  insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

type Ordered = Answer<{ order: Order }>

interface Wish {
  email?: string
  ticketTypeId?: string
  by?: Pick<Browser, 'ask'>
}

const hold = async (quantity: number, ticketTypeId = limited): Promise<string> => {
  const cart = newCartId()
  expect((await shop.hold(cart, { [ticketTypeId]: quantity })).data.items[0]?.held).toBe(quantity)
  return cart
}

async function order(quantity: number, wish: Wish = {}): Promise<Ordered> {
  return checkout(await hold(quantity, wish.ticketTypeId), quantity, wish)
}

const checkout = (
  cartId: string,
  quantity: number,
  { email = 'ada@example.com', by = shop }: Wish = {},
): Promise<Ordered> => {
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email }
  const asking: Asking = {
    body: { cartId, customer, expectedTotal: quantity * PRICE },
    key: randomUUID(),
  }
  return by.ask('POST', '/api/public/checkout', asking)
}

async function buy(quantity: number, wish: Wish = {}): Promise<Order> {
  const placed = await order(quantity, wish)
  expect(placed.status).toBe(201)
  const paid = await shop.pay(placed.data.order.id, CARDS.good)
  expect(paid.data.status).toBe('succeeded')
  return placed.data.order
}

const statusesOf = (answers: readonly Ordered[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

/**
 * For anyone who enters the address; its signed-in owner also sees the remaining number
 * (catalog/access/code-guesses.test.ts).
 */
const refusal = () => ({
  status: 409,
  error: {
    code: 'CUSTOMER_LIMIT',
    message: 'This email address has reached the limit for these tickets.',
    details: { tickets: [{ ticketTypeId: limited, name: 'Standing', maxPerCustomer: 4 }] },
  },
})

describe('§3 maxPerCustomer', () => {
  it('counts what an address has paid for and what waits for its payment', async () => {
    await buy(1)
    expect((await order(2)).status).toBe(201)
    expect(await order(2)).toMatchObject(refusal())
    expect((await order(1)).status).toBe(201)
    expect(await order(1)).toMatchObject(refusal())
  })

  it('is per address in any spelling', async () => {
    await buy(4, { email: 'Ada@Example.com' })
    expect(await order(1, { email: '  ADA@EXAMPLE.COM ' })).toMatchObject(refusal())
    expect((await order(4, { email: 'grace@example.com' })).status).toBe(201)
  })

  it('is per ticket type', async () => {
    await buy(4)
    const other = await type({ maxPerCustomer: 4, maxPerOrder: 4 })
    const unlimited = await type()
    expect((await order(4, { ticketTypeId: other })).status).toBe(201)
    expect((await order(10, { ticketTypeId: unlimited })).status).toBe(201)
  })

  it('keeps the cart, so that the buyer can change it', async () => {
    await buy(3)
    const cart = await hold(2)
    expect(await checkout(cart, 2)).toMatchObject(refusal())
    expect(await shop.counters(limited)).toMatchObject({ held: 2, sold: 3 })
    await shop.hold(cart, { [limited]: 1 })
    expect((await checkout(cart, 1)).status).toBe(201)
  })

  it('a second checkout of the same cart replaces the first, and counts once', async () => {
    const cart = await hold(4)
    expect((await checkout(cart, 4)).status).toBe(201)
    expect((await checkout(cart, 4)).status).toBe(201)
  })

  it('releases an expired order at once, swept or not', async () => {
    await order(4)
    expect(await order(1)).toMatchObject(refusal())
    shop.clock.advance(11 * MINUTE)
    expect((await order(4)).status).toBe(201)
    await sweepHolds(shop.context)
  })

  it('releases refunded tickets only', async () => {
    const bought = await buy(4)
    const owner = await openCustomer(shop)
    await insertMember(shop.context.db, {
      promoterId: shop.promoterId,
      accountId: owner.id,
      role: 'owner',
    })
    const { data } = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${bought.id}`)
    const tickets = data.order.tickets.slice(0, 1).map(({ id }) => id)
    const path = `/api/promoter/orders/${bought.id}/refunds`
    expect((await owner.ask('POST', path, { body: { tickets }, key: randomUUID() })).success).toBe(true)
    expect(await order(2)).toMatchObject(refusal())
    await buy(1)
    expect((await owner.ask('POST', path, { body: { all: true }, key: randomUUID() })).success).toBe(true)
    expect(await order(4)).toMatchObject(refusal())
    expect((await order(3)).status).toBe(201)
  })

  it('counts an account’s orders with any address', async () => {
    const ada = await openCustomer(shop)
    await buy(2, { by: ada, email: 'one@example.com' })
    await buy(1, { by: ada, email: 'two@example.com' })
    expect(await order(2, { by: ada, email: 'three@example.com' })).toMatchObject(refusal())
    // The account's own address counts for it also when signed out.
    expect(await order(2, { email: ada.email })).toMatchObject(refusal())
    expect((await order(2, { email: 'three@example.com' })).status).toBe(201)
  })

  it('counts guest orders with an account’s verified address', async () => {
    const ada = await openCustomer(shop)
    await buy(3, { email: ada.email })
    expect(await order(2, { by: ada, email: 'work@example.com' })).toMatchObject(refusal())
  })

  it('an unverified account uses up nothing of the owner’s limit', async () => {
    await buy(4, { email: 'ada@example.com' })
    const impostor = await openCustomer(shop)
    await shop.context.db
      .updateTable('accounts')
      .set({ email: 'ada@example.com', email_verified_at: null })
      .where('id', '=', impostor.id)
      .execute()
    expect((await order(4, { by: impostor, email: 'other@example.com' })).status).toBe(201)
  })

  it('is the fallback of the limit per order, and allows others free tickets', async () => {
    const free = await type({ priceCents: 0, maxPerOrder: null, maxPerCustomer: 2 })
    const cart = newCartId()
    const { data } = await shop.hold(cart, { [free]: 5 })
    expect(data.items[0]).toMatchObject({ held: 2, reason: 'LIMIT', maxPerOrder: 2 })
    expect((await checkout(cart, 0)).data.order.status).toBe('paid')
    expect((await checkout(await hold(1, free), 0)).error.code).toBe('CUSTOMER_LIMIT')
  })

  it('a late payment is refunded when the customer has reached the limit since', async () => {
    const lapsed = (await order(4)).data.order
    await shop.pay(lapsed.id, CARDS.late)
    shop.clock.advance(11 * MINUTE)
    await buy(4)
    await createSandboxEngine(shop.context).settle()
    await deliverSandboxEvents(shop.context)
    const shown = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${lapsed.id}`)
    expect(shown.data.order).toMatchObject({ status: 'refunded', tickets: [] })
    expect(await shop.counters(limited)).toMatchObject({ sold: 4 })
  })

  it('a lowered limit cancels no pending order', async () => {
    const waiting = (await order(4)).data.order
    await shop.context.db
      .updateTable('ticket_types')
      .set({ max_per_customer: 1 })
      .where('id', '=', limited)
      .execute()
    expect((await shop.pay(waiting.id, CARDS.good)).data.status).toBe('succeeded')
  })
})

describe('concurrent checkouts of one customer', () => {
  it('with one address never exceed the limit', async () => {
    const carts = await Promise.all(Array.from({ length: 5 }, () => hold(2)))
    const answers = await Promise.all(carts.map((cart) => checkout(cart, 2)))
    expect(statusesOf(answers)).toEqual([201, 201, 409, 409, 409])
  })

  it('as account and guest with one address don’t either', async () => {
    const ada = await openCustomer(shop)
    const wishes: Wish[] = [
      { by: ada, email: 'one@example.com' },
      { by: ada, email: 'two@example.com' },
      { email: ada.email },
      { by: ada, email: ada.email },
    ]
    const carts = await Promise.all(wishes.map(() => hold(3)))
    const answers = await Promise.all(carts.map((cart, index) => checkout(cart, 3, wishes[index])))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
  })

  it('different customers don’t wait for each other’s limits', async () => {
    const wishes = Array.from({ length: 6 }, (_, index) => ({ email: `buyer${index}@example.com` }))
    const carts = await Promise.all(wishes.map(() => hold(4)))
    const answers = await Promise.all(carts.map((cart, index) => checkout(cart, 4, wishes[index])))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  })
})
