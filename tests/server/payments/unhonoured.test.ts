import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#model/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openTill, type Till } from '#tests/support/refunds.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const MINUTE = 60_000

/** Payments that arrive when their tickets are sold. */
let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(async () => {
  expect(await findContradictions(till.shop.context.db)).toEqual([])
  await till.shop.close()
})

/** An order of 54.50 whose payment succeeds at the provider when somebody else has bought its tickets. */
async function payTooLate(): Promise<{ order: Order; intentId: string }> {
  const { shop, engine } = till
  const { promoterId, eventId, context } = shop
  const scarce = await insertTicketType(context.db, { promoterId, eventId, capacity: 2 })
  const place = async (): Promise<Order> => {
    const cart = newCartId()
    await shop.hold(cart, { [scarce]: 2 })
    return (await shop.checkout(cart, 54.5)).data.order
  }
  const order = await place()
  await shop.pay(order.id, CARDS.late)
  const [intent] = await engine.intents(1)
  shop.clock.advance(11 * MINUTE)
  await shop.pay((await place()).id, CARDS.good)
  await engine.settle()
  return { order, intentId: intent?.id ?? '' }
}

it('the provider’s fee for a payment that went back is in the ledger', async () => {
  const { order } = await payTooLate()
  await deliverSandboxEvents(till.shop.context)
  expect((await till.read(order.id)).status).toBe('refunded')
  // 1.5 % of 54.50, and 0.25.
  expect(await till.balances(order.id)).toEqual({ platform_fees: -107, processor: 107 })
})
