import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import type { Intent, ProviderDispute } from '#server/money/providers/provider.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertLink, insertRule, openSeller, sell } from '#tests/support/sellers.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'

const DISPUTED = '4000 0000 0000 0259'

/** Updates of a dispute in any order. */
let fixture: RefundFixture
beforeEach(async () => {
  fixture = await openRefundFixture()
})
afterEach(() => fixture.shop.close())

/** Sells an order of 54.50 (tickets 50.00), of which the seller gets 10%. */
async function sellDisputed(): Promise<{ orderId: string; intent: Intent }> {
  const { shop, engine } = fixture
  const { promoterId, eventId, context } = shop
  const seller = await openSeller(shop)
  await insertRule(shop, { memberId: seller.id })
  const linkId = await insertLink(shop, seller.id)
  const typeId = await insertTicketType(context.db, { promoterId, eventId })
  const wishes = { [typeId]: 2 }
  const { id: orderId } = await sell(shop, { linkId, wishes, total: 54.5, card: DISPUTED })
  await deliverSandboxEvents(context)
  const [made] = await engine.intents(1)
  return { orderId, intent: await context.payments.fetchIntent(made?.id ?? '') }
}

/** Records a dispute state that was fetched earlier. */
async function hear(orderId: string, intent: Intent, status: ProviderDispute['status']): Promise<void> {
  const { context } = fixture.shop
  const payment = await findPayment(context.db, orderId)
  const disputes = intent.disputes.map((dispute) => ({ ...dispute, status }))
  if (payment) await recordIntent(context, { payment, intent: { ...intent, disputes } })
}

it.each([
  { news: ['won', 'open'], gone: false },
  { news: ['lost', 'open'], gone: true },
  { news: ['won', 'lost'], gone: true },
  { news: ['won', 'won', 'lost', 'lost', 'open'], gone: true },
  { news: ['lost', 'won'], gone: false },
  { news: ['won', 'lost', 'won', 'lost', 'won'], gone: false },
] as const)('after $news the amount is deducted: $gone', async ({ news, gone }) => {
  const { orderId, intent } = await sellDisputed()
  for (const status of news) {
    await hear(orderId, intent, status)
    expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  }
  const { buyer, member_earnings: earned = 0 } = await fixture.balances(orderId)
  expect([buyer, earned]).toEqual(gone ? [0, 0] : [-5450, 500])
  const { rows } = await sql<{ clawed: number }>`
    select sum(clawed_back_cents)::int as clawed from earnings where order_id = ${orderId}`.execute(
    fixture.shop.context.db,
  )
  expect(rows).toEqual([{ clawed: gone ? 500 : 0 }])
})

it('while disputed or lost, a refund is refused with a reason and recorded nowhere; once won, it is made', async () => {
  const { refund, owner, shop } = fixture
  const { orderId, intent } = await sellDisputed()
  const preview = () =>
    owner.ask('POST', `/api/promoter/orders/${orderId}/refund-previews`, { body: { all: true } })
  const key = randomUUID()
  for (const status of ['open', 'lost'] as const) {
    await hear(orderId, intent, status)
    for (const answer of [await refund(orderId, { all: true }, key), await preview()]) {
      expect([answer.status, answer.error]).toEqual([
        409,
        expect.objectContaining({ code: 'REFUND_NOTHING_LEFT', details: { reason: 'disputed' } }),
      ])
    }
  }
  const { rows } = await sql`select from refunds where order_id = ${orderId}`.execute(shop.context.db)
  expect(rows).toEqual([])
  await fixture.engine.closeDispute(intent.disputes[0]?.id ?? '', 'won')
  await hear(orderId, intent, 'won')
  expect((await preview()).status).toBe(200)
  expect((await refund(orderId, { all: true }, key)).data.refund.status).toBe('succeeded')
})
