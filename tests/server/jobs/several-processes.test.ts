import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { processWaitingEvents } from '#server/jobs/process-waiting-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { claimUndeliveredEvents } from '#server/money/sandbox-engine/event-rows.ts'
import { claimUnsettledPayments } from '#server/money/payments/payment-rows.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const BUYERS = 12

describe('concurrent jobs of several processes', () => {
  let shop: Shop
  let ticketTypeId: string

  beforeEach(async () => {
    shop = await openShop()
    ticketTypeId = await insertTicketType(shop.context.db, { ...shop, priceCents: 2500 })
  })
  afterEach(() => shop.close())

  const order = async (): Promise<string> => {
    const cartId = newCartId()
    await shop.hold(cartId, { [ticketTypeId]: 1 })
    return (await shop.checkout(cartId, 25)).data.order.id
  }
  const atOnce = <Result>(work: () => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: 4 }, work))

  test('a sandbox event is taken by one, and due again when that one died', async () => {
    for (let count = 0; count < BUYERS; count += 1) await shop.pay(await order(), CARDS.good)
    const now = new Date(shop.clock.now())
    const take = { now, retryAt: new Date(now.getTime() + 10_000), limit: 5 }
    const taken = (await atOnce(() => claimUndeliveredEvents(shop.context.db, take))).flat()
    expect(new Set(taken.map((event) => event.id)).size).toBe(taken.length)
    await deliverSandboxEvents(shop.context)
    const left = () =>
      sql<{ id: string }>`select id from sandbox.events where delivered_at is null`.execute(shop.context.db)
    expect((await left()).rows.map((row) => row.id).toSorted()).toEqual(
      taken.map((event) => event.id).toSorted(),
    )
    shop.clock.advance(10_000)
    await atOnce(() => deliverSandboxEvents(shop.context))
    expect((await left()).rows).toEqual([])
  })

  test('a payment is fetched by one', async () => {
    for (let count = 0; count < BUYERS; count += 1) await shop.pay(await order(), CARDS.challenged)
    shop.clock.advance(31_000)
    const now = new Date(shop.clock.now())
    const before = new Date(now.getTime() - 30_000)
    const take = { provider: 'sandbox', before, now, limit: 5, isChargedElsewhere: false }
    const taken = (await atOnce(() => claimUnsettledPayments(shop.context.db, take))).flat()
    expect(taken.length).toBeGreaterThan(0)
    expect(new Set(taken.map((payment) => payment.orderId)).size).toBe(taken.length)
  })

  test('carts and late payments are processed once', async () => {
    for (let count = 0; count < BUYERS; count += 1) {
      const orderId = await order()
      if (count % 3 > 0) await shop.pay(orderId, count % 3 === 1 ? CARDS.late : CARDS.challenged)
    }
    for (const _ of [1, 2, 3]) {
      shop.clock.advance(5 * 60_000)
      await atOnce(async () => {
        await sweepHolds(shop.context)
        await deliverSandboxEvents(shop.context)
        await processWaitingEvents(shop.context)
        await reconcilePayments(shop.context)
      })
      expect(await findContradictions(shop.context.db)).toEqual([])
    }
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 0, sold: BUYERS / 3 })
  })
})
