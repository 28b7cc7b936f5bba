import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { ProviderUnavailable, type PaymentProvider } from '#server/money/providers/provider.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const MINUTE = 60_000
const HALF_MINUTE = 31_000

/** Payments made with another provider or other API keys than the current ones. */
let fixture: RefundFixture
/** Recorded provider calls about existing payments. */
let asked: string[]
beforeEach(async () => {
  fixture = await openRefundFixture()
  asked = []
  const whole = fixture.shop.context.payments
  const heard: Pick<PaymentProvider, 'fetchIntent' | 'cancelIntent' | 'refund'> = {
    fetchIntent: (id) => (asked.push(id), whole.fetchIntent(id)),
    cancelIntent: (id) => (asked.push(id), whole.cancelIntent(id)),
    refund: (request) => (asked.push(request.intentId), whole.refund(request)),
  }
  fixture.breakProvider(heard)
})
afterEach(() => fixture.shop.close())

/** Places an order with a pending bank challenge. */
async function placeChallenged(): Promise<Order> {
  const { shop, ticketTypeId } = fixture
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { order } = (await shop.checkout(cart, 54.5)).data
  await shop.pay(order.id, CARDS.challenged)
  asked = []
  return order
}

const change = (columns: { provider?: string; intent_id?: string }): Promise<unknown> =>
  fixture.shop.context.db.updateTable('payments').set(columns).execute()

const rounds = async (count: number): Promise<void> => {
  for (let round = 0; round < count; round += 1) {
    fixture.shop.clock.advance(HALF_MINUTE)
    await reconcilePayments(fixture.shop.context)
  }
}

const post = (path: string, body: unknown) => fixture.shop.ask('POST', path, { body })

describe('with another provider', () => {
  it('a pending payment is not fetched, and its buyer is told that it can’t continue', async () => {
    const { id: orderId } = await placeChallenged()
    await change({ provider: 'stripe' })
    await rounds(30)
    expect(asked).toEqual([])
    const other = await placeChallenged()
    await change({ provider: 'stripe' })
    const answers = [
      await post('/api/payments/create-intent', { orderId: other.id }),
      await fixture.shop.pay(other.id, CARDS.good),
      await post('/api/payments/cancel', { orderId: other.id }),
      await post(`/api/public/orders/${other.id}/confirm`, undefined),
      await post(`/api/public/orders/${orderId}/confirm`, undefined),
    ]
    expect(answers.map((answer) => answer.error.code)).toEqual(answers.map(() => 'PAYMENT_PROVIDER_FAILED'))
    expect(asked).toEqual([])
  })

  it('a refund is refused before it is recorded, and a recorded one waits', async () => {
    const { order } = await fixture.buy()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('away')) })
    await fixture.refund(order.id, { amount: 5 })
    mend()
    await change({ provider: 'stripe' })
    const refused = await fixture.refund(order.id)
    expect([refused.status, refused.error.code]).toEqual([409, 'PAID_ELSEWHERE'])
    asked = []
    await rounds(3)
    expect(asked).toEqual([])
    await change({ provider: 'sandbox' })
    await rounds(1)
    const { rows } = await sql`select status from refunds`.execute(fixture.shop.context.db)
    expect(rows).toEqual([{ status: 'succeeded' }])
  })
})

describe('with other API keys', () => {
  it('a pending payment is reported, and checked at growing intervals', async () => {
    const { id: orderId } = await placeChallenged()
    await change({ intent_id: 'pi_of_other_keys' })
    const pay = await fixture.shop.pay(orderId, CARDS.good)
    expect(pay.error.code).toBe('PAYMENT_PROVIDER_FAILED')
    asked = []
    await rounds(120)
    expect(await fixture.problemOf(orderId)).toContain('does not know')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThan(10)
  })

  it('a payment known again is settled', async () => {
    const { id: orderId } = await placeChallenged()
    const [intent] = await fixture.engine.intents(1)
    const intentId = intent?.id ?? ''
    await change({ intent_id: 'pi_of_other_keys' })
    await rounds(2)
    await fixture.engine.answerChallenge(intentId, true)
    await change({ intent_id: intentId })
    await rounds(10)
    expect((await fixture.read(orderId)).status).toBe('paid')
    expect(await fixture.problemOf(orderId)).toBe('')
  })

  it('a succeeded payment is checked, and its refund fails', async () => {
    const { order } = await fixture.buy()
    await change({ intent_id: 'pi_of_other_keys' })
    const refund = await fixture.refund(order.id)
    expect(refund.data.refund.status).toBe('failed')
    asked = []
    for (let round = 0; round < 50; round += 1) {
      fixture.shop.clock.advance(10 * MINUTE)
      await reconcilePayments(fixture.shop.context)
    }
    // After one, two, four and eight hours.
    expect(asked).toHaveLength(4)
  })
})
