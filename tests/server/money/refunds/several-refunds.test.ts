import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { ProviderUnavailable, RefundRefused } from '#server/money/providers/provider.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'

/** Several refunds of an order, of which the provider accepts some. */
let fixture: RefundFixture
beforeEach(async () => {
  fixture = await openRefundFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const HALF_MINUTE = 31_000
const HOUR = 3_600_000

/** Records refunds before the provider responds to any. */
async function decide(orderId: string, ...bodies: readonly unknown[]): Promise<string[]> {
  const mend = fixture.breakProvider({ refund: () => Promise.reject(AWAY) })
  const ids: string[] = []
  for (const body of bodies) {
    const { data } = await fixture.refund(orderId, body)
    expect(data.refund.status).toBe('pending')
    ids.push(data.refund.id)
  }
  mend()
  return ids
}

/** The provider accepts all pending refunds but one, which fails with this error. */
async function takeAllBut(refundId: string, error: Error): Promise<void> {
  const { refund } = fixture.shop.context.payments
  const mend = fixture.breakProvider({
    refund: (request) => (request.key === refundId ? Promise.reject(error) : refund(request)),
  })
  fixture.shop.clock.advance(HALF_MINUTE)
  await reconcilePayments(fixture.shop.context)
  mend()
}

const AWAY = new ProviderUnavailable('away')
const REFUSED = new RefundRefused('It is disputed.')

it('a ticket stays valid until its refund is accepted', async () => {
  const { order } = await fixture.buy()
  const [first, second] = order.tickets.map((ticket) => ticket.id)
  const [, refused = ''] = await decide(order.id, { tickets: [first] }, { tickets: [second] })
  await takeAllBut(refused, AWAY)
  expect((await fixture.read(order.id)).status).toBe('partially_refunded')
  await takeAllBut(refused, REFUSED)
  const after = await fixture.read(order.id)
  expect(after.status).toBe('partially_refunded')
  expect(after.tickets.map(({ id, status }) => [id, status])).toEqual([
    [first, 'void'],
    [second, 'valid'],
  ])
  expect(await fixture.shop.counters(fixture.ticketTypeId)).toMatchObject({ sold: 1 })
  expect(await fixture.balances(order.id)).toMatchObject({ buyer: -2775 })
  // The refused refund can be requested again.
  expect((await fixture.refund(order.id)).data.order.status).toBe('refunded')
})

it('amounts that add up to the total void the tickets only when all are accepted', async () => {
  const { order } = await fixture.buy()
  const [, refused = ''] = await decide(order.id, { amount: 30 }, { amount: 24.5 })
  await takeAllBut(refused, AWAY)
  expect((await fixture.read(order.id)).status).toBe('partially_refunded')
  await takeAllBut(refused, REFUSED)
  const after = await fixture.read(order.id)
  expect(after.status).toBe('partially_refunded')
  expect(after.tickets.map((ticket) => ticket.status)).toEqual(['valid', 'valid'])
  expect((await fixture.refund(order.id, { amount: 24.5 })).data.order.status).toBe('refunded')
})

/** Two processes request the same refund: the provider refuses one call and accepts the other. */
async function askTwice(refundId: string, first: 'refused' | 'taken'): Promise<void> {
  const { context } = fixture.shop
  const { refund } = context.payments
  const told = { refused: Promise.withResolvers<void>(), taken: Promise.withResolvers<void>() }
  const asked = Promise.withResolvers<void>()
  let count = 0
  const mend = fixture.breakProvider({
    refund: async (request) => {
      count += 1
      const fate = count === 1 ? 'refused' : 'taken'
      if (count === 2) asked.resolve()
      await told[fate].promise
      if (fate === 'refused') throw REFUSED
      return refund(request)
    },
  })
  const asking = [carryOutRefund(context, refundId), carryOutRefund(context, refundId)]
  await asked.promise
  told[first].resolve()
  await Promise.race(asking)
  told.refused.resolve()
  told.taken.resolve()
  await Promise.all(asking)
  mend()
}

it.each(['refused', 'taken'] as const)(
  'a refund refused to one process and accepted from another is accepted, %s first',
  async (first) => {
    const { order } = await fixture.buy()
    const [refundId = ''] = await decide(order.id, { all: true })
    await askTwice(refundId, first)
    const after = await fixture.read(order.id)
    expect(after.status).toBe('refunded')
    expect(after.tickets.map((ticket) => ticket.status)).toEqual(['void', 'void'])
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0, promoter: 0 })
    expect(await fixture.problemOf(order.id)).toBe('')
  },
)

it('a refund reported as refused that exists later is accepted', async () => {
  const { order } = await fixture.buy()
  const [first] = order.tickets.map((ticket) => ticket.id)
  const [refundId = ''] = await decide(order.id, { tickets: [first] })
  const { refund } = fixture.shop.context.payments
  const mend = fixture.breakProvider({
    refund: async (request) => {
      await refund(request)
      throw REFUSED
    },
  })
  await carryOutRefund(fixture.shop.context, refundId)
  mend()
  expect(await fixture.problemOf(order.id)).toContain('did not reach the buyer')
  fixture.shop.clock.advance(HOUR)
  await deliverSandboxEvents(fixture.shop.context)
  await reconcilePayments(fixture.shop.context)
  const after = await fixture.read(order.id)
  expect(after.tickets.map((ticket) => ticket.status)).toEqual(['void', 'valid'])
  expect(after.status).toBe('partially_refunded')
  expect(await fixture.problemOf(order.id)).toBe('')
})

it('and is reported as a problem while its amount is used otherwise', async () => {
  const { order } = await fixture.buy()
  const [one = ''] = await decide(order.id, { all: true })
  const { refund } = fixture.shop.context.payments
  const mend = fixture.breakProvider({
    refund: async (request) => {
      if (request.key !== one) throw AWAY
      await refund(request)
      throw REFUSED
    },
  })
  await carryOutRefund(fixture.shop.context, one)
  // Requested again before it was checked.
  const again = await fixture.refund(order.id)
  expect(again.data.refund.status).toBe('pending')
  await deliverSandboxEvents(fixture.shop.context)
  mend()
  expect(await fixture.problemOf(order.id)).toContain('more than the order still had')
  for (let looks = 0; looks < 3; looks += 1) {
    fixture.shop.clock.advance(HOUR)
    await reconcilePayments(fixture.shop.context)
  }
  expect((await fixture.read(order.id)).status).toBe('refunded')
  expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0, promoter: 0 })
})

/** True when all balances are zero, except the processing fee paid by the platform. */
const isEven = (balances: Record<string, number>): boolean =>
  balances['buyer'] === 0 &&
  balances['promoter'] === 0 &&
  (balances['platform_fees'] ?? 0) + (balances['processor'] ?? 0) === 0

describe('refunds in the provider’s dashboard', () => {
  it('in two parts seen at once are split over all parties', async () => {
    const { order, intentId } = await fixture.buy()
    await fixture.restore(intentId, 3000)
    await fixture.restore(intentId, 2450)
    await deliverSandboxEvents(fixture.shop.context)
    const after = await fixture.read(order.id)
    expect([after.status, ...after.tickets.map((ticket) => ticket.status)]).toEqual([
      'refunded',
      'void',
      'void',
    ])
    expect(await fixture.balances(order.id)).toSatisfy(isEven)
  })

  it('in place of a failed refund are seen together with it', async () => {
    const { order, intentId } = await fixture.buy('4000 0000 0000 5126')
    await fixture.refund(order.id)
    fixture.shop.clock.advance(LATE_SETTLEMENT_MS)
    await fixture.engine.settle()
    await fixture.restore(intentId)
    await sql`update sandbox.events set delivered_at = now()`.execute(fixture.shop.context.db)
    fixture.shop.clock.advance(HOUR)
    await reconcilePayments(fixture.shop.context)
    expect(await fixture.balances(order.id)).toSatisfy(isEven)
  })

  it('that block a pending refund are recorded once that is refused', async () => {
    const { order, intentId } = await fixture.buy()
    const { context, clock } = fixture.shop
    await deliverSandboxEvents(context)
    // Delays its next check by months.
    await sql`update payments set look_at = look_at + interval '90 days'`.execute(context.db)
    const [own = ''] = await decide(order.id, { amount: 50 })
    await fixture.restore(intentId, 2000)
    await deliverSandboxEvents(context)
    expect(await fixture.problemOf(order.id)).toContain('more than the order still had')
    await takeAllBut(own, REFUSED)
    clock.advance(HOUR)
    await reconcilePayments(context)
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: -3450 })
    expect(await fixture.problemOf(order.id)).not.toContain('more than')
  })
})

it('the provider’s fee is booked when it is known after a full refund', async () => {
  const { confirmIntent, fetchIntent } = fixture.shop.context.payments
  const mend = fixture.breakProvider({
    confirmIntent: async (...charge) => ({ ...(await confirmIntent(...charge)), feeCents: null }),
    fetchIntent: async (id) => ({ ...(await fetchIntent(id)), feeCents: null }),
  })
  const { order } = await fixture.buy()
  expect((await fixture.refund(order.id)).data.order.status).toBe('refunded')
  mend()
  await deliverSandboxEvents(fixture.shop.context)
  expect(await fixture.balances(order.id)).toMatchObject({ processor: 107, platform_fees: -107 })
})

it('a problem outlives the end of a payment until everything is refunded', async () => {
  const { order } = await fixture.buy()
  const mend = fixture.breakProvider({ refund: () => Promise.reject(REFUSED) })
  await fixture.refund(order.id)
  mend()
  const kept = await fixture.refund(order.id, { all: true, returnFees: false })
  expect(kept.data.order.status).toBe('refunded')
  expect(await fixture.problemOf(order.id)).toContain('It is disputed.')
  await fixture.refund(order.id, { amount: 4.5, returnFees: true })
  expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
  expect(await fixture.problemOf(order.id)).toBe('')
})
