import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { lockInventory } from '#server/catalog/inventory/hold-rows.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { ProviderUnavailable, type PaymentProvider } from '#server/money/providers/provider.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const MINUTE = 60_000

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => {
  await sweepHolds(shop.context)
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
  insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

async function place(
  wishes: Record<string, number>,
  total: number,
  more = {},
): Promise<{ cart: string; order: Order }> {
  const cart = newCartId()
  await shop.hold(cart, wishes)
  const placed = await shop.checkout(cart, total, more)
  expect(placed.error).toBeUndefined()
  return { cart, order: placed.data.order }
}

const read = async (id: string): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order

async function occupy(ticketTypeId: string): Promise<{ leave: () => Promise<void> }> {
  const trx = await shop.context.db.startTransaction().execute()
  await sql`select from inventory where ticket_type_id = ${ticketTypeId} for update`.execute(trx)
  return {
    leave: async () => {
      await lockInventory(trx, { ticketTypeIds: [ticketTypeId], now: new Date(shop.clock.now()) })
      await trx.commit().execute()
    },
  }
}

const untilBlocked = (): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
        shop.context.db,
      )
      return rows[0]?.waiting
    })
    .toBe(true)

describe('a hold that expires while waiting for its lock', () => {
  /** Starts `act` just before a hold expires, and removes the hold before `act` gets the lock. */
  async function overtaken<Answer>(capacity: number, act: (cart: string, id: string) => Promise<Answer>) {
    const id = await type({ capacity })
    const cart = newCartId()
    await shop.hold(cart, { [id]: 2 })
    shop.clock.advance(10 * MINUTE - 1)
    const other = await occupy(id)
    const acting = act(cart, id)
    await untilBlocked()
    shop.clock.advance(2)
    await other.leave()
    return { id, answer: await acting }
  }

  it('is not counted twice when the cart changes', async () => {
    const { id, answer } = await overtaken(3, (cart, typeId) => shop.hold(cart, { [typeId]: 3 }))
    expect(answer.data.items[0]?.held).toBe(3)
    expect((await shop.counters(id)).held).toBe(3)
    expect((await shop.hold(newCartId(), { [id]: 1 })).data.items[0]?.held).toBe(0)
  })

  it('is not released twice', async () => {
    const { id, answer } = await overtaken(10, (cart) => shop.ask('DELETE', `/api/public/carts/${cart}`))
    expect(answer.status).toBe(200)
    expect((await shop.counters(id)).held).toBe(0)
  })

  it('can’t be checked out', async () => {
    const { id, answer } = await overtaken(2, (cart) => shop.checkout(cart, 50))
    expect(answer.error.code).toBe('CART_EXPIRED')
    expect((await shop.hold(newCartId(), { [id]: 2 })).data.items[0]?.held).toBe(2)
  })
})

it('concurrent buyers with one promo code never deadlock', async () => {
  const id = await type({ capacity: 1000, priceCents: 1000 })
  for (const code of ['HALF', 'ALSO'])
    await insertPromo(shop.context.db, { promoterId: shop.promoterId, code, percent: 50 })
  // The database may have statistics of earlier tests.
  const before = await countDeadlocks()
  const ends = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const cart = newCartId()
      await shop.hold(cart, { [id]: 1 })
      const customer = { ...CUSTOMER, email: `buyer${index}@example.com` }
      // Every second buyer changes the code.
      const codes = index % 2 === 0 ? ['HALF', 'ALSO'] : ['ALSO', 'HALF']
      const placed = []
      for (const promoCode of codes) placed.push(await shop.checkout(cart, 5, { promoCode, customer }))
      const paid = await shop.pay(placed[1]?.data.order.id ?? '', CARDS.good)
      return [...placed.map((answer) => answer.status), paid.data.status]
    }),
  )
  expect(ends).toEqual(ends.map(() => [201, 201, 'succeeded']))
  expect(await countDeadlocks()).toBe(before)
})

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(shop.context.db)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL has no statistics of the database.')
  return row.deadlocks
}

it('once a refund is decided, no later update turns the payment into tickets', async () => {
  const id = await type({ capacity: 2 })
  const { order } = await place({ [id]: 2 }, 50)
  await shop.pay(order.id, CARDS.challenged)
  shop.clock.advance(10 * MINUTE)
  const rival = newCartId()
  await shop.hold(rival, { [id]: 2 })
  const { rows } = await sql<{ id: string }>`select id from sandbox.intents`.execute(shop.context.db)
  // During the refund request, the rival cancels and the webhook arrives.
  await meanwhile('refund', async () => {
    await shop.ask('DELETE', `/api/public/carts/${rival}`)
    await deliverSandboxEvents(shop.context)
  })
  await answerCardChallenge(shop.context, { intentId: rows[0]?.id ?? '', approved: true })
  const after = await read(order.id)
  expect([after.status, after.tickets]).toEqual(['refunded', []])
  expect(await shop.counters(id)).toEqual({ capacity: 2, held: 0, sold: 0 })
})

async function meanwhile(method: 'refund' | 'cancelIntent', work: () => Promise<void>): Promise<void> {
  const real = shop.context.payments
  let isFirst = true
  const first = async (): Promise<void> => {
    if (!isFirst) return
    isFirst = false
    await work()
  }
  const between: Pick<PaymentProvider, 'refund' | 'cancelIntent'> = {
    refund: (request) => first().then(() => real.refund(request)),
    cancelIntent: (intentId) => first().then(() => real.cancelIntent(intentId)),
  }
  Object.assign(shop.context, { payments: { ...real, [method]: between[method] } })
}

it('a refund that failed temporarily is made later', async () => {
  const id = await type({ capacity: 1 })
  const { order } = await place({ [id]: 1 }, 25)
  await shop.pay(order.id, CARDS.late)
  // Leaves one event, because others would retry.
  await deliverSandboxEvents(shop.context)
  shop.clock.advance(11 * MINUTE)
  await place({ [id]: 1 }, 25)
  await meanwhile('refund', () => Promise.reject(new ProviderUnavailable('away')))
  await deliverSandboxEvents(shop.context)
  expect((await read(order.id)).status).toBe('expired')
  shop.clock.advance(MINUTE)
  await reconcilePayments(shop.context)
  expect((await read(order.id)).status).toBe('refunded')
})

it('a promo code’s limits apply to payments after cancellation', async () => {
  const id = await type({ priceCents: 1000 })
  await insertPromo(shop.context.db, { promoterId: shop.promoterId, code: 'ONCE', percent: 90, maxUses: 1 })
  const intents: string[] = []
  const orders: string[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { cart, order } = await place({ [id]: 1 }, 1, { promoCode: 'ONCE' })
    const asked = await shop.pay(order.id, CARDS.challenged)
    intents.push(asked.data.nextAction?.url.split('/').at(-1) ?? '')
    orders.push(order.id)
    await shop.ask('DELETE', `/api/public/carts/${cart}`)
  }
  for (const intentId of intents) await answerCardChallenge(shop.context, { intentId, approved: true })
  const statuses = await Promise.all(orders.map(async (orderId) => (await read(orderId)).status))
  expect(statuses).toEqual(['paid', 'refunded', 'refunded'])
})

it('a charge whose answer got lost keeps the order in its place, and is found out', async () => {
  const id = await type()
  const { cart, order } = await place({ [id]: 1 }, 25)
  const real = shop.context.payments
  const lossy: PaymentProvider = {
    ...real,
    confirmIntent: async (intentId, card) => {
      await real.confirmIntent(intentId, card)
      throw new ProviderUnavailable('the answer got lost')
    },
  }
  Object.assign(shop.context, { payments: lossy })
  expect((await shop.pay(order.id, CARDS.good)).error.code).toBe('PAYMENT_PROVIDER_FAILED')
  expect((await shop.checkout(cart, 25)).error.code).toBe('ORDER_IN_PAYMENT')
  expect((await shop.hold(cart, { [id]: 2 })).error.code).toBe('ORDER_IN_PAYMENT')
  shop.clock.advance(MINUTE)
  await reconcilePayments(shop.context)
  expect((await read(order.id)).status).toBe('paid')
})

it('a locked row delays only requests for it', async () => {
  const [busy, free] = [await type(), await type()]
  const other = await occupy(busy)
  const stuck = shop.hold(newCartId(), { [busy]: 1 })
  await untilBlocked()
  const answers = await Promise.all([1, 2, 3].map(() => shop.hold(newCartId(), { [free]: 1 })))
  expect(answers.map((answer) => answer.data.items[0]?.held)).toEqual([1, 1, 1])
  await other.leave()
  expect((await stuck).data.items[0]?.held).toBe(1)
})

it('a failing payment doesn’t block others’ reconciliation or events', async () => {
  const id = await type()
  const [broken, fine] = [await place({ [id]: 1 }, 25), await place({ [id]: 1 }, 25)]
  for (const { order } of [broken, fine]) await shop.pay(order.id, CARDS.late)
  const real = shop.context.payments
  const { rows } = await sql<{ intent_id: string }>`
    select intent_id from payments where order_id = ${broken.order.id}`.execute(shop.context.db)
  const fetchIntent: PaymentProvider['fetchIntent'] = (intentId) =>
    intentId === rows[0]?.intent_id ? Promise.reject(new Error('a bug')) : real.fetchIntent(intentId)
  Object.assign(shop.context, { payments: { ...real, fetchIntent } })
  shop.clock.advance(MINUTE)
  await deliverSandboxEvents(shop.context)
  expect((await read(fine.order.id)).status).toBe('paid')
  Object.assign(shop.context, { payments: real })
  await reconcilePayments(shop.context)
  expect((await read(broken.order.id)).status).toBe('paid')
})

it('a cancelled event sells nothing more, and refunds late payments', async () => {
  const id = await type()
  const { order } = await place({ [id]: 1 }, 25)
  const cart = newCartId()
  await shop.hold(cart, { [id]: 1 })
  await sql`update events set status = 'cancelled' where id = ${shop.eventId}`.execute(shop.context.db)
  expect((await shop.checkout(cart, 25)).error.code).toBe('NOT_ON_SALE')
  await shop.pay(order.id, CARDS.good)
  expect((await read(order.id)).status).toBe('refunded')
})

it('cancelling one order keeps the cart’s newer order', async () => {
  const id = await type()
  const { cart, order } = await place({ [id]: 1 }, 25)
  await shop.ask('POST', '/api/payments/create-intent', { body: { orderId: order.id } })
  let next = ''
  await meanwhile('cancelIntent', async () => {
    next = (await shop.checkout(cart, 25)).data.order.id
  })
  await shop.ask('POST', '/api/payments/cancel', { body: { orderId: order.id } })
  expect((await read(order.id)).status).toBe('cancelled')
  expect((await read(next)).status).toBe('pending')
})

it('another promoter’s site can’t repeat a checkout or empty a cart', async () => {
  const id = await type()
  const cart = newCartId()
  await shop.hold(cart, { [id]: 1 })
  const key = randomUUID()
  const placed = await shop.checkout(cart, 25, { key })
  const elsewhere = {
    host: 'somebody.example',
    key,
    body: { cartId: cart, customer: CUSTOMER, expectedTotal: 25 },
  }
  expect((await shop.ask('POST', '/api/public/checkout', elsewhere)).error.code).toBe('CART_EMPTY')
  await shop.ask('DELETE', `/api/public/carts/${cart}`, { host: 'somebody.example' })
  expect((await read(placed.data.order.id)).status).toBe('pending')
})

it('a repeated request, granted in part, changes nothing and keeps the order', async () => {
  const id = await type({ capacity: 2 })
  const cart = newCartId()
  const first = await shop.hold(cart, { [id]: 3 })
  expect(first.data.items[0]).toMatchObject({ held: 2, reason: 'SOLD_OUT' })
  const placed = await shop.checkout(cart, 50)
  shop.clock.advance(MINUTE)
  for (const quantity of [3, 2]) {
    expect((await shop.hold(cart, { [id]: quantity })).data.items[0]?.held).toBe(2)
    expect((await read(placed.data.order.id)).status).toBe('pending')
  }
})

it('a cart holds at most as many tickets as can be checked out', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => type({ maxPerOrder: 100 })))
  const { data } = await shop.hold(newCartId(), Object.fromEntries(ids.map((id) => [id, 90])))
  expect(data.items.map((item) => [item.held, item.reason])).toEqual([
    [90, undefined],
    [90, undefined],
    [20, 'LIMIT'],
  ])
})
