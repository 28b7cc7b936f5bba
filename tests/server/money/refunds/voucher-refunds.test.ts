import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { ProviderUnavailable, RefundRefused } from '#server/money/providers/provider.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherFixture, type IssuedVoucher, type VoucherFixture } from '#tests/support/vouchers.ts'

let fixture: VoucherFixture
beforeEach(async () => {
  fixture = await openVoucherFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const refundsOf = async (orderId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    select status, amount_cents::int as amount, voucher_cents::int as voucher from refunds where order_id = ${orderId}
    order by created_at, voucher_cents`.execute(fixture.shop.context.db)
  return rows
}

const refundedAtProvider = async (orderId: string): Promise<number[]> => {
  const { rows } = await sql<{ cents: number }>`
    select r.amount_cents::int as cents from sandbox.refunds r join payments p on p.intent_id = r.intent_id
    where p.order_id = ${orderId} and r.status <> 'failed' order by r.amount_cents`.execute(
    fixture.shop.context.db,
  )
  return rows.map(({ cents }) => cents)
}

/** An order of 54.50, of which vouchers pay 20.00 and 20.00, and the card 14.50. */
async function buyMixed(card?: string): Promise<{
  id: string
  tickets: string[]
  first: IssuedVoucher
  last: IssuedVoucher
}> {
  const [first, last] = [await fixture.give(20), await fixture.give(30)]
  const order = await fixture.buyWith(
    [
      { code: first.code, amount: 20 },
      { code: last.code, amount: 20 },
    ],
    card,
  )
  return { id: order.id, tickets: order.tickets.map(({ id }) => id), first, last }
}

describe('a refund of an order that vouchers paid', () => {
  it('goes to the card first, then to the vouchers, the last used first', async () => {
    const { id, tickets, first, last } = await buyMixed()
    // 26.75 of the ticket: 14.50 that the card paid, and 12.25.
    await fixture.refund(id, { tickets: [tickets[0]] })
    expect(await refundedAtProvider(id)).toEqual([1450])
    expect([await fixture.balanceOf(first.id), await fixture.balanceOf(last.id)]).toEqual([0, 2225])
    await fixture.refund(id)
    expect(await refundedAtProvider(id)).toEqual([1450])
    expect([await fixture.balanceOf(first.id), await fixture.balanceOf(last.id)]).toEqual([2000, 3000])
    expect((await fixture.read(id)).status).toBe('refunded')
    expect(await fixture.ledger()).toEqual({ vouchers: 5000, voucher_grants: -5000 })
  })

  it('of all of it needs no card when vouchers paid all', async () => {
    const voucher = await fixture.give(54.5)
    const { id } = await fixture.buyWith([{ code: voucher.code, amount: 54.5 }])
    expect((await fixture.refund(id)).data.refund.status).toBe('succeeded')
    expect(await fixture.balanceOf(voucher.id)).toBe(5450)
    expect((await fixture.read(id)).status).toBe('refunded')
  })

  it('is carried out once, also by two processes at the same time', async () => {
    const { id, last } = await buyMixed()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('away')) })
    const refundId = (await fixture.refund(id)).data.refund.id
    mend()
    expect(await fixture.balanceOf(last.id)).toBe(1000)
    const { context } = fixture.shop
    await Promise.all([carryOutRefund(context, refundId), carryOutRefund(context, refundId)])
    await carryOutRefund(context, refundId)
    expect(await fixture.balanceOf(last.id)).toBe(3000)
  })

  it('puts nothing on vouchers when the provider refuses the card’s part', async () => {
    const { id, last } = await buyMixed()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new RefundRefused('It is disputed.')) })
    expect((await fixture.refund(id)).data.refund.status).toBe('failed')
    mend()
    expect(await fixture.balanceOf(last.id)).toBe(1000)
    expect((await fixture.read(id)).tickets.map(({ status }) => status)).toEqual(['valid', 'valid'])
    expect((await fixture.refund(id)).data.order.status).toBe('refunded')
    expect(await fixture.balanceOf(last.id)).toBe(3000)
  })

  it('leaves what is on vouchers when the card’s part fails later, and that part can be tried again', async () => {
    const { id, last } = await buyMixed('4000 0000 0000 5126')
    await fixture.refund(id)
    fixture.shop.clock.advance(LATE_SETTLEMENT_MS)
    await fixture.engine.settle()
    fixture.shop.clock.advance(2 * 3_600_000)
    await reconcilePayments(fixture.shop.context)
    await deliverSandboxEvents(fixture.shop.context)
    expect(await refundsOf(id)).toEqual([
      { status: 'failed', amount: 1450, voucher: 0 },
      { status: 'succeeded', amount: 4000, voucher: 4000 },
    ])
    expect(await fixture.balanceOf(last.id)).toBe(3000)
    expect(await fixture.problemOf(id)).toContain('fail')
    // Reported again, it changes nothing.
    fixture.shop.clock.advance(2 * 3_600_000)
    await reconcilePayments(fixture.shop.context)
    expect(await fixture.balanceOf(last.id)).toBe(3000)
    await fixture.owner.refresh()
    expect((await fixture.refund(id, { amount: 14.5 })).data.refund).toMatchObject({
      status: 'succeeded',
      amount: 14.5,
    })
    expect((await refundsOf(id)).at(-1)).toEqual({ status: 'succeeded', amount: 1450, voucher: 0 })
  })

  it('from the provider’s dashboard is the card’s; more than the card paid is never taken from vouchers', async () => {
    const { id, last } = await buyMixed()
    const { rows } = await sql<{
      id: string
    }>`select intent_id as id from payments where order_id = ${id}`.execute(fixture.shop.context.db)
    await fixture.restore(rows[0]?.id ?? '', 1000)
    fixture.shop.clock.advance(2 * 3_600_000)
    await reconcilePayments(fixture.shop.context)
    expect(await refundsOf(id)).toEqual([{ status: 'succeeded', amount: 1000, voucher: 0 }])
    await fixture.owner.refresh()
    await fixture.refund(id)
    expect(await refundedAtProvider(id)).toEqual([450, 1000])
    expect(await fixture.balanceOf(last.id)).toBe(3000)
  })

  it('makes an expired voucher valid again for the minimum of a new one', async () => {
    const { id, first, last } = await buyMixed()
    const { clock, context } = fixture.shop
    await sql`update vouchers set expires_at = ${new Date(clock.now() + 1000)}`.execute(context.db)
    clock.advance(2000)
    // The job has ended the one with a rest, not the empty one.
    await expireVouchers(context)
    expect(await fixture.balanceOf(last.id)).toBe(0)
    await fixture.refund(id)
    const { rows } = await sql`
      select status, balance_cents::int as cents, expires_at = '2030-01-01T00:00:00Z' as "isRenewed" from vouchers
      where id in (${first.id}, ${last.id}) order by balance_cents`.execute(context.db)
    expect(rows).toEqual([
      { status: 'active', cents: 2000, isRenewed: true },
      { status: 'active', cents: 2000, isRenewed: true },
    ])
  })

  it('makes a void voucher active again with what it gets back', async () => {
    const { id, last } = await buyMixed()
    await fixture.owner.ask('POST', `/api/promoter/vouchers/${last.id}/void`)
    expect(await fixture.balanceOf(last.id)).toBe(0)
    await fixture.refund(id)
    expect(await fixture.balanceOf(last.id)).toBe(2000)
  })
})
