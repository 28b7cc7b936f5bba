import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CART_LIFETIME_MS, CART_MAX_LIFETIME_MS } from '#model/catalog/inventory/hold-times.ts'
import { PAYMENT_LIFETIME_MS, PAYMENT_MAX_LIFETIME_MS } from '#model/catalog/inventory/inventory.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const SECOND = 1000

let shop: Shop
let ticketTypeId: string
beforeEach(async () => {
  shop = await openShop()
  ticketTypeId = await insertTicketType(shop.context.db, {
    promoterId: shop.promoterId,
    eventId: shop.eventId,
    capacity: 2,
  })
})
afterEach(async () => {
  await sweepHolds(shop.context)
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

async function place(): Promise<string> {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  return (await shop.checkout(cart, 50)).data.order.id
}
const freeForOthers = async (): Promise<number | undefined> =>
  (await shop.hold(newCartId(), { [ticketTypeId]: 2 })).data.items[0]?.held

it('a challenge started in the last second leaves time to answer', async () => {
  const orderId = await place()
  shop.clock.advance(CART_LIFETIME_MS - SECOND)
  expect((await shop.pay(orderId, CARDS.challenged)).data.status).toBe('requires_action')
  shop.clock.advance(PAYMENT_LIFETIME_MS - SECOND)
  await sweepHolds(shop.context)
  expect(await freeForOthers()).toBe(0)
  expect((await shop.pay(orderId, CARDS.good)).data.status).toBe('succeeded')
})

it('an unanswered challenge releases the tickets', async () => {
  const orderId = await place()
  shop.clock.advance(CART_LIFETIME_MS - SECOND)
  await shop.pay(orderId, CARDS.challenged)
  shop.clock.advance(PAYMENT_LIFETIME_MS + SECOND)
  expect(await freeForOthers()).toBe(2)
  expect((await shop.pay(orderId, CARDS.good)).error.code).toBe('ORDER_NOT_PAYABLE')
})

it('a slow payment keeps its tickets, within bounds', async () => {
  const orderId = await place()
  await shop.pay(orderId, CARDS.late)
  // A provider that never completes: the engine's job doesn't run here.
  const heldUntil = async (): Promise<number> => {
    const { rows } = await sql<{
      at: Date
    }>`select expires_at as at from orders where id = ${orderId}`.execute(shop.context.db)
    return rows[0]?.at.getTime() ?? 0
  }
  const start = shop.clock.now()
  for (let spent = 0; spent < PAYMENT_MAX_LIFETIME_MS; spent += 60 * SECOND) {
    shop.clock.advance(60 * SECOND)
    await reconcilePayments(shop.context)
  }
  const kept = (await heldUntil()) - start
  expect(kept).toBeGreaterThan(CART_MAX_LIFETIME_MS)
  expect(kept).toBeLessThanOrEqual(PAYMENT_MAX_LIFETIME_MS)
  expect(await freeForOthers()).toBe(2)
})
