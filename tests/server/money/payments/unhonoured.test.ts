import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { ProviderUnavailable, RefundRefused } from '#server/money/providers/provider.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const MINUTE = 60_000

/** Payments that arrive after their tickets were sold. */
let fixture: RefundFixture
beforeEach(async () => {
  fixture = await openRefundFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

/** Pays an order of 54.50 after its tickets were sold to someone else. */
async function payTooLate(): Promise<{ order: Order; intentId: string }> {
  const { shop, engine } = fixture
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

it('the provider’s fee of a refunded payment is in the ledger', async () => {
  const { order } = await payTooLate()
  await deliverSandboxEvents(fixture.shop.context)
  expect((await fixture.read(order.id)).status).toBe('refunded')
  // 1.5% of 54.50, and 0.25.
  expect(await fixture.balances(order.id)).toEqual({ platform_fees: -107, processor: 107 })
})

const givenBack = async (intentId: string): Promise<number> =>
  (await fixture.engine.intent(intentId)).refundedCents

const statusOfPayment = async (orderId: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    status: string
  }>`select status from payments where order_id = ${orderId}`.execute(fixture.shop.context.db)
  return rows[0]?.status
}

it('amounts refunded in the dashboard are not refunded again, and the rest is', async () => {
  const { order, intentId } = await payTooLate()
  await fixture.restore(intentId, 3000)
  await deliverSandboxEvents(fixture.shop.context)
  expect(await givenBack(intentId)).toBe(5450)
  expect((await fixture.read(order.id)).status).toBe('refunded')
  expect(await fixture.problemOf(order.id)).toBe('')
})

it('is closed only when everything is refunded, also with concurrent dashboard refunds', async () => {
  const { order, intentId } = await payTooLate()
  const { context, clock } = fixture.shop
  const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('away')) })
  await deliverSandboxEvents(context)
  await fixture.restore(intentId, 3000)
  await deliverSandboxEvents(context)
  expect(await fixture.read(order.id)).toMatchObject({ status: 'expired', paymentPending: true })
  expect(await statusOfPayment(order.id)).toBe('refunding')
  mend()
  clock.advance(MINUTE)
  // The full amount exceeds what is left: the provider refuses, and the rest is requested after the next check.
  await reconcilePayments(context)
  expect(await givenBack(intentId)).toBe(3000)
  clock.advance(61 * MINUTE)
  await reconcilePayments(context)
  expect(await givenBack(intentId)).toBe(5450)
  expect(await fixture.read(order.id)).toMatchObject({ status: 'refunded', paymentPending: false })
})

function listen(): string[] {
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void said.push(line) })
  Object.assign(fixture.shop.context, { log })
  return said
}

it('a refund refused by the provider is reported once, and the promoter can retry it', async () => {
  const { order, intentId } = await payTooLate()
  const said = listen()
  const mend = fixture.breakProvider({ refund: () => Promise.reject(new RefundRefused('It is disputed.')) })
  await deliverSandboxEvents(fixture.shop.context)
  await deliverSandboxEvents(fixture.shop.context)
  expect(await fixture.problemOf(order.id)).toContain('It is disputed.')
  expect(said.filter((line) => line.includes(order.id))).toEqual([expect.stringContaining('It is disputed.')])
  const again = await fixture.refund(order.id)
  expect(again.data.refund).toMatchObject({ status: 'failed', amount: 54.5 })
  mend()
  expect((await fixture.refund(order.id, { amount: 5 })).error.code).toBe('ORDER_NOT_PAID')
  const key = randomUUID()
  const answers = [
    await fixture.refund(order.id, { all: true }, key),
    await fixture.refund(order.id, { all: true }, key),
  ]
  expect(answers.map((answer) => answer.data.refund)).toMatchObject([
    { status: 'succeeded', amount: 54.5 },
    { status: 'succeeded', amount: 54.5 },
  ])
  expect((await fixture.read(order.id)).status).toBe('refunded')
  expect(await givenBack(intentId)).toBe(5450)
  expect(await fixture.problemOf(order.id)).toBe('')
  expect((await fixture.refund(order.id)).error.code).toBe('REFUND_NOTHING_LEFT')
})
