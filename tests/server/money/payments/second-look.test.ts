import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let shop: Shop
let engine: SandboxEngine
beforeEach(async () => {
  shop = await openShop()
  engine = createSandboxEngine(shop.context)
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

async function buy(): Promise<{ order: Order; intentId: string }> {
  const { promoterId, eventId } = shop
  const ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 1 })
  const { order } = (await shop.checkout(cart, 25)).data
  await shop.pay(order.id, CARDS.good)
  const [intent] = await engine.intents(1)
  return { order, intentId: intent?.id ?? '' }
}

const statusOf = async (id: string): Promise<string> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order.status

/** Refunds in the provider's dashboard, without a webhook. */
const restore = (intentId: string): Promise<unknown> =>
  engine.refund({ intentId, key: randomUUID(), amountCents: undefined, metadata: {} })

const looksOf = async (): Promise<(Date | null)[]> => {
  const { rows } = await sql<{ look_at: Date | null }>`select look_at from payments`.execute(shop.context.db)
  return rows.map((row) => row.look_at)
}

it('finds a refund at the provider when the webhook was lost', async () => {
  const { order, intentId } = await buy()
  await restore(intentId)
  await reconcilePayments(shop.context)
  expect(await statusOf(order.id)).toBe('paid')
  shop.clock.advance(HOUR)
  await reconcilePayments(shop.context)
  expect(await statusOf(order.id)).toBe('refunded')
})

it('checks at growing intervals, and finally stops', async () => {
  await buy()
  const paidAt = shop.clock.now()
  const hours: (number | undefined)[] = []
  for (let count = 0; count < 3; count += 1) {
    const [lookAt] = await looksOf()
    hours.push(lookAt ? (lookAt.getTime() - paidAt) / HOUR : undefined)
    shop.clock.advance((lookAt?.getTime() ?? 0) - shop.clock.now())
    await reconcilePayments(shop.context)
  }
  expect(hours).toEqual([1, 2, 4])
  shop.clock.advance(181 * DAY)
  await reconcilePayments(shop.context)
  expect(await looksOf()).toEqual([null])
})

it('checks again soon without a response', async () => {
  const { order, intentId } = await buy()
  await restore(intentId)
  shop.clock.advance(HOUR)
  const whole = shop.context.payments
  shop.context.payments = { ...whole, fetchIntent: () => Promise.reject(new Error('a bug')) }
  await reconcilePayments(shop.context)
  shop.context.payments = whole
  shop.clock.advance(HOUR / 6)
  await reconcilePayments(shop.context)
  expect(await statusOf(order.id)).toBe('refunded')
})
