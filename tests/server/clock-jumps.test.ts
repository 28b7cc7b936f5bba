import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openCustomer } from '#tests/support/people.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const HOUR_MS = 3_600_000
const REFRESH = 'customer_refresh_token'

// The test clock differs from the database's by days: no rule may compare the two.
let shop: Shop
let ticketTypeId: string
beforeEach(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, capacity: 10 })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const runJobs = async (): Promise<void> => {
  for (const job of [sweepHolds, deliverSandboxEvents, reconcilePayments]) await job(shop.context)
}
const buy = async (): Promise<string> => {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { data } = await shop.checkout(cart, 50)
  expect((await shop.pay(data.order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
  return data.order.id
}
const statusOf = async (orderId: string): Promise<string> =>
  (await shop.ask<{ order: { status: string } }>('GET', `/api/public/orders/${orderId}`)).data.order.status

describe('a clock that jumps an hour forward', () => {
  test('ends holds, charges for no expired ones, and continues to sell', async () => {
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    const { data } = await shop.checkout(cart, 50)
    shop.clock.advance(HOUR_MS)
    const late = await shop.pay(data.order.id, CARDS.good)
    expect([late.status, late.error.code]).toEqual([409, 'ORDER_NOT_PAYABLE'])
    await runJobs()
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 0 })
    await buy()
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 2 })
  })

  test('keeps sessions, and no longer than their tokens', async () => {
    const customer = await openCustomer(shop)
    shop.clock.advance(HOUR_MS + 1000)
    expect((await customer.ask('GET', '/api/auth/customer/me')).status).toBe(401)
    expect((await customer.refresh()).status).toBe(200)
    expect((await customer.ask('GET', '/api/auth/customer/me')).status).toBe(200)
  })
})

describe('a clock that jumps an hour back', () => {
  test('sells a hold once, and releases unpaid ones on time', async () => {
    const [bought, left] = [newCartId(), newCartId()]
    await shop.hold(bought, { [ticketTypeId]: 2 })
    await shop.hold(left, { [ticketTypeId]: 3 })
    const { data } = await shop.checkout(bought, 50)
    shop.clock.advance(-HOUR_MS)
    expect((await shop.pay(data.order.id, CARDS.good)).data).toEqual({ status: 'succeeded' })
    await runJobs()
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 3, sold: 2 })
    await buy()
    shop.clock.advance(2 * HOUR_MS)
    await runJobs()
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 4 })
  })

  test('settles a running payment', async () => {
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    const { data } = await shop.checkout(cart, 50)
    expect((await shop.pay(data.order.id, CARDS.late)).data).toMatchObject({ status: 'processing' })
    shop.clock.advance(-HOUR_MS)
    await runJobs()
    shop.clock.advance(HOUR_MS + 60_000)
    await runJobs()
    expect(await statusOf(data.order.id)).toBe('paid')
  })

  test('keeps sessions, and accepts no refresh token twice', async () => {
    const customer = await openCustomer(shop)
    const used = customer.cookies[REFRESH] ?? ''
    shop.clock.advance(60_000)
    await customer.refresh()
    shop.clock.advance(-HOUR_MS)
    expect((await customer.ask('GET', '/api/auth/customer/me')).status).toBe(200)
    expect((await customer.refresh()).status).toBe(200)
    const replayed = await shop.ask('POST', '/api/auth/refresh-token', { cookies: { [REFRESH]: used } })
    expect([replayed.status, replayed.error.code]).toEqual([401, 'SESSION_ENDED'])
  })

  test('doesn’t delay jobs', async () => {
    const failures: string[] = []
    const context = {
      ...shop.context,
      config: { ...shop.context.config, SWEEP_INTERVAL_MS: 20 },
      log: pino({ level: 'error' }, { write: (line: string) => void failures.push(line) }),
    }
    const jobs = startJobs(context, undefined)
    // Inserted without a notification: only the reload job can find it, which isn't due before the jump.
    await insertPromoter(shop.context.db, 'Borealis')
    expect(resolveSite(shop.context.sites, 'borealis.localhost', '/').kind).toBe('unknown')
    shop.clock.advance(-HOUR_MS)
    await expect
      .poll(() => resolveSite(shop.context.sites, 'borealis.localhost', '/').kind)
      .toBe('storefront')
    await jobs.stop()
    expect(failures).toEqual([])
  })
})
