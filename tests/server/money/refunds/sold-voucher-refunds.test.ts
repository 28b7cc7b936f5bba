import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { ProviderUnavailable, RefundRefused, type ProviderDispute } from '#server/money/providers/provider.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const statusOf = async (voucherId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ status: string }>`select status from vouchers where id = ${voucherId}`.execute(
    fixture.shop.context.db,
  )
  return rows[0]?.status
}

describe('a refund of a bought voucher', () => {
  it('returns everything and voids it, while it is unused', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const { refund, order } = (await fixture.refund(orderId)).data
    expect(refund).toMatchObject({ status: 'succeeded', amount: 50 })
    expect(order.status).toBe('refunded')
    expect([await statusOf(voucherId), await fixture.balanceOf(voucherId)]).toEqual(['void', 0])
    expect((await fixture.place([{ code, amount: 10 }])).error.code).toBe('VOUCHER_UNKNOWN')
    expect(await fixture.ledger()).toEqual({})
  })

  it('returns what is left of it, and not more', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    await fixture.buyWith([{ code, amount: 20 }])
    expect((await fixture.refund(orderId, { amount: 30.01 })).error).toMatchObject({
      code: 'REFUND_TOO_MUCH',
      details: { left: 30 },
    })
    const preview = await fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/refund-previews`, {
      body: { all: true },
    })
    expect(preview.data).toMatchObject({ amount: 30, left: 30, tickets: [] })
    expect((await fixture.refund(orderId)).data).toMatchObject({
      refund: { amount: 30 },
      order: { status: 'partially_refunded' },
    })
    expect(await fixture.balanceOf(voucherId)).toBe(0)
    expect((await fixture.refund(orderId)).error.code).toBe('REFUND_NOTHING_LEFT')
  })

  it('leaves amounts of unpaid orders on it', async () => {
    const { orderId, code } = await fixture.buyVoucher()
    const { order } = (await fixture.place([{ code, amount: 20 }])).data
    expect((await fixture.refund(orderId, { amount: 40 })).error.details).toEqual({ left: 30 })
    expect((await fixture.refund(orderId, { amount: 30 })).data.refund.status).toBe('succeeded')
    await fixture.shop.pay(order.id, '4242 4242 4242 4242')
    expect((await fixture.read(order.id)).status).toBe('paid')
  })

  it('can’t be spent while the provider hasn’t answered, and is carried out once', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('away')) })
    const { id } = (await fixture.refund(orderId)).data.refund
    mend()
    expect((await fixture.place([{ code, amount: 1 }])).error).toMatchObject({
      code: 'VOUCHER_BALANCE',
      details: { available: 0 },
    })
    const { context } = fixture.shop
    await Promise.all([carryOutRefund(context, id), carryOutRefund(context, id)])
    expect(await fixture.balanceOf(voucherId)).toBe(0)
    expect(await fixture.ledger()).toEqual({})
  })

  it('that the provider refuses leaves the voucher as it was', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new RefundRefused('It is disputed.')) })
    expect((await fixture.refund(orderId)).data.refund.status).toBe('failed')
    mend()
    expect([await statusOf(voucherId), await fixture.balanceOf(voucherId)]).toEqual(['active', 5000])
    expect((await fixture.buyWith([{ code, amount: 50 }])).status).toBe('paid')
  })

  it('that fails later makes it valid again', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({}, '4000 0000 0000 5126')
    await fixture.refund(orderId)
    expect(await statusOf(voucherId)).toBe('void')
    fixture.shop.clock.advance(LATE_SETTLEMENT_MS)
    await fixture.lookAgain()
    expect([await statusOf(voucherId), await fixture.balanceOf(voucherId)]).toEqual(['active', 5000])
    expect(await fixture.problemOf(orderId)).toContain('fail')
    expect((await fixture.buyWith([{ code, amount: 50 }])).status).toBe('paid')
  })

  it('in the provider’s dashboard takes what is left, and the rest from the promoter', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    await fixture.buyWith([{ code, amount: 20 }])
    await fixture.refundAtProvider(orderId)
    expect((await fixture.read(orderId)).status).toBe('refunded')
    expect(await fixture.balanceOf(voucherId)).toBe(0)
    expect(await fixture.balances(orderId)).toMatchObject({ promoter: -2000 })
  })

  it('and an order that uses it at the same time don’t spend it twice', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    const [refunded, placed] = await Promise.all([
      fixture.refund(orderId, { amount: 50 }),
      fixture.place([{ code, amount: 50 }]),
    ])
    expect([refunded.success, placed.success].filter(Boolean)).toHaveLength(1)
    expect(await fixture.balanceOf(voucherId)).toBe(refunded.success ? 0 : 5000)
  })
})

describe('a dispute about a bought voucher', () => {
  const DISPUTED = '4000 0000 0000 0259'

  /** Records a state of the dispute, as the provider could report it. */
  async function hear(orderId: string, status: ProviderDispute['status']): Promise<void> {
    const { context } = fixture.shop
    const payment = await findPayment(context.db, orderId)
    if (!payment) throw new Error('The order has no payment.')
    const intent = await context.payments.fetchIntent(payment.intentId)
    const disputes = intent.disputes.map((dispute) => ({ ...dispute, status }))
    await recordIntent(context, { payment, intent: { ...intent, disputes } })
    expect(await findContradictions(context.db)).toEqual([])
  }

  it('takes and freezes what is on it, and returns it when it is won', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({}, DISPUTED)
    await hear(orderId, 'open')
    expect(await fixture.balanceOf(voucherId)).toBe(0)
    expect((await fixture.place([{ code, amount: 1 }])).error.code).toBe('VOUCHER_UNKNOWN')
    await hear(orderId, 'won')
    expect(await fixture.balanceOf(voucherId)).toBe(5000)
    expect((await fixture.buyWith([{ code, amount: 50 }])).status).toBe('paid')
  })

  it.each([
    { heard: ['open', 'lost', 'won'], left: 3000, promoter: 0 },
    { heard: ['won', 'lost'], left: 0, promoter: -2000 },
    { heard: ['won', 'lost', 'won', 'lost', 'open'], left: 0, promoter: -2000 },
    { heard: ['lost', 'open', 'won', 'won'], left: 3000, promoter: 0 },
  ] as const)('after $heard costs the promoter only what was spent', async ({ heard, left, promoter }) => {
    const { orderId, voucherId, code } = await fixture.buyVoucher({}, DISPUTED)
    // The first look at a won dispute must find the voucher in use.
    await hear(orderId, 'won')
    await fixture.buyWith([{ code, amount: 20 }])
    for (const status of heard) await hear(orderId, status)
    const { promoter: borne = 0 } = await fixture.balances(orderId)
    expect([await fixture.balanceOf(voucherId), borne]).toEqual([left, promoter])
  })
})
