import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { ProviderUnavailable, type PaymentProvider } from '#server/money/providers/provider.ts'
import { showReceipt } from '#server/money/invoices/show-receipt.ts'
import { insertEvent } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherFixture, type VoucherFixture } from '#tests/support/vouchers.ts'

const DAY = '21 November 2026'

let fixture: VoucherFixture
beforeEach(async () => {
  fixture = await openVoucherFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const receiptOf = (orderId: string) => showReceipt(fixture.shop.context, orderId)
const dateRefunds = (orderId: string, at: string): Promise<unknown> =>
  sql`update refunds set created_at = ${at} where order_id = ${orderId}`.execute(fixture.shop.context.db)
const down: Partial<PaymentProvider> = { refund: () => Promise.reject(new ProviderUnavailable('down')) }

describe('the refunds on a receipt', () => {
  it('are none while nothing is refunded', async () => {
    const { order } = await fixture.buy()
    expect(await receiptOf(order.id)).toEqual({
      timeZone: 'Europe/Berlin',
      refunds: [],
      paidAfterRefunds: undefined,
      summary: { to: 'nothing', hasFailed: false },
    })
  })

  it('have failed when an accepted one fails later, until another one is made', async () => {
    const { code } = await fixture.give(20)
    const { shop } = fixture
    const order = await fixture.buyWith([{ code, amount: 20 }], '4000 0000 0000 5126')
    await fixture.refund(order.id)
    expect((await receiptOf(order.id)).summary).toEqual({ to: 'payment and vouchers', hasFailed: false })
    shop.clock.advance(LATE_SETTLEMENT_MS)
    await fixture.engine.settle()
    shop.clock.advance(2 * 3_600_000)
    await reconcilePayments(shop.context)
    await deliverSandboxEvents(shop.context)
    expect((await receiptOf(order.id)).summary).toEqual({ to: 'vouchers', hasFailed: true })
    await fixture.owner.refresh()
    await fixture.refund(order.id)
    expect((await receiptOf(order.id)).summary).toEqual({ to: 'payment and vouchers', hasFailed: false })
  })

  it('have dates and amounts, and the amount that remains paid', async () => {
    const { order } = await fixture.buy()
    await fixture.refund(order.id, { amount: 10 })
    await dateRefunds(order.id, '2026-11-20T12:00:00Z')
    await fixture.refund(order.id, { amount: 4.5 })
    expect(await receiptOf(order.id)).toMatchObject({
      refunds: [
        { label: 'Refunded on 20 November 2026', cents: -1000 },
        { label: `Refunded on ${DAY}`, cents: -450 },
      ],
      paidAfterRefunds: { label: 'Paid after refunds', cents: 4000 },
    })
    fixture.shop.clock.advance(60_000)
    await fixture.refund(order.id)
    const { refunds, paidAfterRefunds } = await receiptOf(order.id)
    expect(refunds.map(({ cents }) => cents)).toEqual([-1000, -450, -4000])
    expect(paidAfterRefunds?.cents).toBe(0)
  })

  it('are marked while the provider hasn’t confirmed them', async () => {
    const { order } = await fixture.buy()
    const mend = fixture.breakProvider(down)
    await fixture.refund(order.id, { amount: 10 })
    mend()
    expect(await receiptOf(order.id)).toMatchObject({
      refunds: [{ label: `Refund on its way since ${DAY}`, cents: -1000 }],
      paidAfterRefunds: { cents: 4450 },
    })
  })

  it('don’t include failed ones', async () => {
    const { order } = await fixture.buy()
    await fixture.refund(order.id, { amount: 10 })
    await sql`update refunds set status = 'failed' where order_id = ${order.id}`.execute(
      fixture.shop.context.db,
    )
    expect(await receiptOf(order.id)).toMatchObject({ refunds: [], paidAfterRefunds: undefined })
    await sql`update refunds set status = 'succeeded' where order_id = ${order.id}`.execute(
      fixture.shop.context.db,
    )
  })

  it('are credited to the voucher that paid the order, after what was paid by card', async () => {
    const { code } = await fixture.give(20)
    const order = await fixture.buyWith([{ code, amount: 20 }])
    await fixture.refund(order.id)
    expect(await receiptOf(order.id)).toMatchObject({
      refunds: [
        { label: `Refunded on ${DAY}`, cents: -3450 },
        { label: `Credited to voucher on ${DAY}`, cents: -2000 },
      ],
      paidAfterRefunds: { cents: 0 },
    })
  })

  it('name the tickets that the buyer returned, and a new voucher', async () => {
    await fixture.setRules({ days: 3, feePercent: 10, refundAs: 'choice' })
    const { order } = await fixture.buy()
    const [first = '', second = ''] = order.tickets.map(({ id }) => id)
    await fixture.giveTickets(order.id, [first], { as: 'voucher' })
    fixture.shop.clock.advance(60_000)
    await fixture.giveTickets(order.id, [second])
    expect(await receiptOf(order.id)).toMatchObject({
      refunds: [
        { label: `Returned: 1 ticket, credited as a new voucher on ${DAY}`, cents: -2425 },
        { label: `Returned: 1 ticket, refunded on ${DAY}`, cents: -2525 },
      ],
      paidAfterRefunds: { cents: 500 },
    })
  })

  it('leave no amount paid for a payment that didn’t pay the order', async () => {
    const { order } = await fixture.buy()
    const { db } = fixture.shop.context
    await fixture.refund(order.id)
    const paidAt = order.createdAt
    await sql`update orders set paid_at = null where id = ${order.id}`.execute(db)
    expect(await receiptOf(order.id)).toMatchObject({
      refunds: [{ label: `Refunded on ${DAY}`, cents: -5450 }],
      paidAfterRefunds: undefined,
    })
    await sql`update orders set paid_at = ${paidAt} where id = ${order.id}`.execute(db)
  })

  it('are the organiser’s for an order that was paid outside', async () => {
    const { order } = await fixture.buy()
    const { db } = fixture.shop.context
    await fixture.refund(order.id, { amount: 10 })
    await sql`update orders set taken_outside = 'cash' where id = ${order.id}`.execute(db)
    expect((await receiptOf(order.id)).refunds).toEqual([
      { label: `Refund by the organiser on ${DAY}`, cents: -1000 },
    ])
    await sql`update orders set taken_outside = null where id = ${order.id}`.execute(db)
  })
})

describe('the dates of a receipt', () => {
  it('are in the time zone of most of the seller’s events, and of the invoice once it is issued', async () => {
    const { context, promoterId, clock } = fixture.shop
    const { order } = await fixture.buy()
    await fixture.refund(order.id, { amount: 10 })
    // 23:30 in Berlin, the next day in Tokyo.
    await dateRefunds(order.id, '2026-11-21T22:30:00Z')
    for (const startsAt of [new Date('2027-01-01T00:00Z'), new Date('2027-01-02T00:00Z')])
      await insertEvent(context.db, { promoterId, startsAt, timeZone: 'Asia/Tokyo' })
    expect(await receiptOf(order.id)).toMatchObject({
      timeZone: 'Asia/Tokyo',
      refunds: [{ label: 'Refunded on 22 November 2026' }],
    })
    await sql`
      insert into invoices (promoter_id, number, order_id, issued_at, time_zone)
      values (${promoterId}, 1, ${order.id}, ${new Date(clock.now())}, 'Europe/Berlin')`.execute(context.db)
    expect(await receiptOf(order.id)).toMatchObject({
      timeZone: 'Europe/Berlin',
      refunds: [{ label: `Refunded on ${DAY}` }],
    })
  })
})
