import { afterEach, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { ProviderUnavailable, RefundRefused } from '#server/payments/provider.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openTill, type Till } from '#tests/support/refunds.ts'

/** Refunds of one order, some of which the provider takes and some not. */
let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(async () => {
  expect(await findContradictions(till.shop.context.db)).toEqual([])
  await till.shop.close()
})

const HALF_MINUTE = 31_000

/** Two refunds that are both decided before the provider answers about either. */
async function decideTwo(orderId: string, bodies: readonly [unknown, unknown]): Promise<string[]> {
  const mend = till.breakProvider({ refund: () => Promise.reject(AWAY) })
  const ids: string[] = []
  for (const body of bodies) {
    const { data } = await till.refund(orderId, body)
    expect(data.refund.status).toBe('pending')
    ids.push(data.refund.id)
  }
  mend()
  return ids
}

/** The provider takes all that is pending but one, about which it says this. */
async function takeAllBut(refundId: string, error: Error): Promise<void> {
  const { refund } = till.shop.context.payments
  const mend = till.breakProvider({
    refund: (request) => (request.key === refundId ? Promise.reject(error) : refund(request)),
  })
  till.shop.clock.advance(HALF_MINUTE)
  await reconcilePayments(till.shop.context)
  mend()
}

const AWAY = new ProviderUnavailable('away')
const REFUSED = new RefundRefused('It is disputed.')

it('a ticket admits its holder while its own refund has not been taken', async () => {
  const { order } = await till.buy()
  const [first, second] = order.tickets.map((ticket) => ticket.id)
  const [, refused = ''] = await decideTwo(order.id, [{ tickets: [first] }, { tickets: [second] }])
  await takeAllBut(refused, AWAY)
  expect((await till.read(order.id)).status).toBe('partially_refunded')
  await takeAllBut(refused, REFUSED)
  const after = await till.read(order.id)
  expect(after.status).toBe('partially_refunded')
  expect(after.tickets.map(({ id, status }) => [id, status])).toEqual([
    [first, 'void'],
    [second, 'valid'],
  ])
  expect(await till.shop.counters(till.ticketTypeId)).toMatchObject({ sold: 1 })
  expect(await till.balances(order.id)).toMatchObject({ buyer: -2775 })
  // The one that was refused can be asked for again, and is the last then.
  expect((await till.refund(order.id)).data.order.status).toBe('refunded')
})

it('amounts that make up the whole take the tickets only when all of them were taken', async () => {
  const { order } = await till.buy()
  const [, refused = ''] = await decideTwo(order.id, [{ amount: 30 }, { amount: 24.5 }])
  await takeAllBut(refused, AWAY)
  expect((await till.read(order.id)).status).toBe('partially_refunded')
  await takeAllBut(refused, REFUSED)
  const after = await till.read(order.id)
  expect(after.status).toBe('partially_refunded')
  expect(after.tickets.map((ticket) => ticket.status)).toEqual(['valid', 'valid'])
  expect((await till.refund(order.id, { amount: 24.5 })).data.order.status).toBe('refunded')
})
