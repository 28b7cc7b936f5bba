import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { countAlone, countBatches, refuseRows } from '#tests/support/batches.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const PRICE = 25
const MINUTE = 60_000

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

async function place(items: Record<string, number> = { [hot]: 1 }): Promise<Order> {
  const cart = newCartId()
  await shop.hold(cart, items)
  const quantity = Object.values(items).reduce((sum, count) => sum + count, 0)
  return (await shop.checkout(cart, quantity * PRICE)).data.order
}

const placeMany = (count: number): Promise<Order[]> =>
  Promise.all(Array.from({ length: count }, () => place()))

const pay = ({ id }: Order, card: string = CARDS.good) => shop.pay(id, card)

const read = async ({ id }: Order): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order

const statusesOf = async (orders: readonly Order[]): Promise<string[]> =>
  (await Promise.all(orders.map(read))).map(({ status }) => status)

const countLedger = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int from ledger_transactions group by kind`.execute(shop.context.db)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

describe('payments at the same time', () => {
  it('are recorded in few transactions, and every order gets its own tickets, mail and ledger entries', async () => {
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, index) => place(index % 2 ? { [hot]: 1, [cold]: 2 } : { [cold]: 1 })),
    )
    const paid = await Promise.all(orders.map((order) => pay(order)))
    expect(paid.map(({ data }) => data)).toEqual(orders.map(() => ({ status: 'succeeded' })))
    for (const batcher of ['charges', 'payments'] as const) {
      expect(await countBatches(shop.context.metrics, batcher)).toBeLessThan(orders.length)
      expect(await countAlone(shop.context.metrics, batcher)).toBe(0)
    }
    const tickets = (await Promise.all(orders.map(read))).map((order) =>
      order.tickets.map(({ ticketTypeId }) => ticketTypeId),
    )
    expect(tickets).toEqual(orders.map((_, index) => (index % 2 ? [hot, cold, cold] : [cold])))
    expect([await shop.counters(hot), await shop.counters(cold)]).toMatchObject([
      { held: 0, sold: 6 },
      { held: 0, sold: 18 },
    ])
    expect(await countLedger()).toEqual({ sale: 12, processing_fee: 12 })
    const { rows } = await sql<{ mails: number; sum: number }>`
      select (select count(*)::int from mails where kind = 'order_confirmed') as mails,
        (select sum(amount_cents)::int from ledger_entries) as sum`.execute(shop.context.db)
    expect(rows).toEqual([{ mails: 12, sum: 0 }])
  })

  it('get their own results: paid, declined, processing', async () => {
    const orders = await placeMany(6)
    const cards = [CARDS.good, CARDS.declined, CARDS.late, CARDS.good, CARDS.poor, CARDS.challenged]
    const paid = await Promise.all(orders.map((order, index) => pay(order, cards[index])))
    expect(paid.map(({ data }) => data.status)).toEqual([
      'succeeded',
      'failed',
      'processing',
      'succeeded',
      'failed',
      'requires_action',
    ])
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await deliverSandboxEvents(shop.context)
    expect(await statusesOf(orders)).toEqual(['paid', 'pending', 'paid', 'paid', 'pending', 'pending'])
  })

  it('fail alone when the database refuses one, which is paid later', async () => {
    const orders = await placeMany(6)
    const poisoned = orders[2]
    const allow = await refuseRows(shop.context.db, 'tickets', `new.order_id = '${poisoned?.id}'`)
    const paid = await Promise.all(orders.map((order) => pay(order)))
    expect(paid.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200, 200])
    expect(await statusesOf(orders)).toEqual(['paid', 'paid', 'pending', 'paid', 'paid', 'paid'])
    await allow()
    shop.clock.advance(MINUTE)
    await reconcilePayments(shop.context)
    expect(await statusesOf(orders)).toEqual(orders.map(() => 'paid'))
    expect(await countLedger()).toEqual({ sale: 6, processing_fee: 6 })
  })

  it('of one order, by browser and webhook, issue its tickets once', async () => {
    const orders = await placeMany(4)
    const calls = orders.flatMap((order) => [
      pay(order),
      pay(order),
      shop.ask('POST', `/api/public/orders/${order.id}/confirm`),
    ])
    await Promise.all([...calls, deliverSandboxEvents(shop.context)])
    await Promise.all(orders.map((order) => pay(order)))
    await deliverSandboxEvents(shop.context)
    const read4 = await Promise.all(orders.map(read))
    expect(read4.map(({ status, tickets }) => [status, tickets.length])).toEqual(
      orders.map(() => ['paid', 1]),
    )
    expect(await countLedger()).toEqual({ sale: 4, processing_fee: 4 })
  })

  it('after expiry are refunded when their tickets are sold, beside others that are paid', async () => {
    const { promoterId, eventId } = shop
    const rare = await insertTicketType(shop.context.db, { promoterId, eventId, name: 'Rare', capacity: 3 })
    const late = await Promise.all([place({ [rare]: 1 }), place({ [rare]: 1 }), place({ [rare]: 1 })])
    await Promise.all(late.map((order) => pay(order, CARDS.late)))
    shop.clock.advance(60 * MINUTE)
    const [buyer, ...others] = await Promise.all([place({ [rare]: 2 }), place(), place()])
    if (!buyer) throw new Error('No order was placed.')
    await Promise.all([buyer, ...others].map((order) => pay(order, CARDS.late)))
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await deliverSandboxEvents(shop.context)
    expect(await statusesOf([buyer, ...others])).toEqual(['paid', 'paid', 'paid'])
    expect((await statusesOf(late)).toSorted()).toEqual(['paid', 'refunded', 'refunded'])
    expect(await shop.counters(rare)).toMatchObject({ held: 0, sold: 3 })
  })

  it('count their promo codes’ uses once each', async () => {
    const codes = ['ONE', 'TWO', 'THREE']
    for (const code of codes)
      await insertPromo(shop.context.db, { promoterId: shop.promoterId, code, percent: 20, maxUses: 4 })
    const carts = Array.from({ length: 12 }, newCartId)
    await Promise.all(carts.map((cart) => shop.hold(cart, { [hot]: 1 })))
    const placed = await Promise.all(
      carts.map((cart, index) => shop.checkout(cart, 20, { promoCode: codes[index % 3] })),
    )
    await Promise.all(placed.map(({ data }) => pay(data.order)))
    const { rows } = await sql<{ used: number; reserved: number }>`
      select used, reserved from promo_codes`.execute(shop.context.db)
    expect(rows).toEqual(codes.map(() => ({ used: 4, reserved: 0 })))
  })
})

it('a locked order delays only its own payment', async () => {
  const [locked, free, other] = await Promise.all([place(), place(), place()])
  if (!locked || !free || !other) throw new Error('An order is missing.')
  const unlock = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const locking = shop.context.db.transaction().execute(async (trx) => {
    await sql`select from orders where id = ${locked.id} for update`.execute(trx)
    isLocked.resolve()
    await unlock.promise
  })
  await isLocked.promise
  const waiting = pay(locked)
  const paid = await Promise.all([pay(free), pay(other)])
  expect(paid.map(({ data }) => data.status)).toEqual(['succeeded', 'succeeded'])
  unlock.resolve()
  await locking
  expect((await waiting).data).toEqual({ status: 'succeeded' })
})
