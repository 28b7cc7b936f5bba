import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { TicketReturn } from '#contracts/checkout/returns.ts'
import type { Order } from '#model/sales/orders.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { showReceipt } from '#server/money/invoices/show-receipt.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

/** A card whose refunds succeed, and fail later. */
const REFUND_FAILS = '4000 0000 0000 5126'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

/** An order of 54.50 of which 30.00 were paid with a voucher of 50.00. Of the voucher’s own sale, 40.00 were refunded, so 20.00 can’t be credited. */
async function buyWithRefundedVoucher(card?: string): Promise<{ spent: Order; orderId: string }> {
  const { orderId, code } = await fixture.buyVoucher()
  const spent = await fixture.buyWith([{ code, amount: 30 }], card)
  await fixture.refundAtProvider(orderId, 4000)
  return { spent, orderId }
}

const detailOf = async (orderId: string): Promise<OrderDetail> =>
  (await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${orderId}`)).data.detail

const timelineOf = async (orderId: string): Promise<string[]> =>
  (await detailOf(orderId)).timeline.filter(({ kind }) => kind === 'refund').map(({ text }) => text)

/** Returns all tickets of an order. */
async function returnAll(
  order: Order,
  expected: { expectedAmount: number; expectedWithheld: number },
): Promise<TicketReturn> {
  const answer = await fixture.shop.ask<{ return: TicketReturn }>(
    'POST',
    `/api/public/orders/${order.id}/returns`,
    { body: { tickets: order.tickets.map(({ id }) => id), ...expected }, key: randomUUID() },
  )
  return answer.data.return
}

/** Text of the email about the last refund of an order. */
async function refundMailOf(orderId: string): Promise<string> {
  const { context } = fixture.shop
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where kind = 'order_refunded' and payload ->> 'orderId' = ${orderId} order by id desc limit 1`.execute(
    context.db,
  )
  const [row] = rows
  const mail = row && (await composeMail(context, row, 443))
  return mail?.text.replaceAll(/\s+/g, ' ') ?? ''
}

describe('the console shows what a refund has not credited to a voucher', () => {
  it('in the order’s timeline', async () => {
    const { spent } = await buyWithRefundedVoucher()
    await fixture.refund(spent.id)
    expect(await timelineOf(spent.id)).toEqual([
      'Refund of €34.50, €20.00 not credited to the voucher, 2 tickets void',
    ])
  })

  it('in the timeline of an order that its buyer has returned', async () => {
    await fixture.setRules({ days: 3 })
    const { spent } = await buyWithRefundedVoucher()
    await returnAll(spent, { expectedAmount: 54.5, expectedWithheld: 20 })
    expect(await timelineOf(spent.id)).toEqual([
      'Returned by the buyer: refund of €34.50, €20.00 not credited to the voucher, 2 tickets void',
    ])
  })

  it('in the order’s refunds and money', async () => {
    const { spent } = await buyWithRefundedVoucher()
    const { refund } = (await fixture.refund(spent.id)).data
    expect(refund).toMatchObject({ status: 'succeeded', amount: 54.5, withheld: 20 })
    const { refunds, money } = await detailOf(spent.id)
    expect(refunds).toMatchObject([{ id: refund.id, amount: 54.5, withheld: 20 }])
    expect(money).toMatchObject({ paid: 0, vouchers: 20, yours: 20 })
  })

  it('also when the card’s part of the refund has failed', async () => {
    const { spent } = await buyWithRefundedVoucher(REFUND_FAILS)
    await fixture.refund(spent.id)
    await fixture.lookAgain()
    await fixture.owner.refresh()
    const { refunds, money } = await detailOf(spent.id)
    const shown = refunds.map(({ status, amount, withheld }) => ({ status, amount, withheld }))
    expect(shown.toSorted((one, other) => one.amount - other.amount)).toEqual([
      { status: 'failed', amount: 24.5, withheld: undefined },
      { status: 'succeeded', amount: 30, withheld: 20 },
    ])
    expect(money).toMatchObject({ paid: 24.5, vouchers: 20 })
    expect(await timelineOf(spent.id)).toContain('Refund of €10.00, €20.00 not credited to the voucher')
  })

  it('not for a refund that credits everything', async () => {
    const { code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    const { refund } = (await fixture.refund(spent.id)).data
    expect(refund).not.toHaveProperty('withheld')
    const { refunds, money } = await detailOf(spent.id)
    expect(refunds).toHaveLength(1)
    expect(refunds[0]).not.toHaveProperty('withheld')
    expect(money).toMatchObject({ paid: 0, vouchers: 0, yours: 0 })
    expect(await timelineOf(spent.id)).toEqual(['Refund of €54.50, 2 tickets void'])
  })
})

describe('a return names what the buyer gets', () => {
  beforeEach(() => fixture.setRules({ days: 3 }))

  it('when it has succeeded', async () => {
    const { spent } = await buyWithRefundedVoucher()
    const made = await returnAll(spent, { expectedAmount: 54.5, expectedWithheld: 20 })
    expect(made).toMatchObject({ status: 'succeeded', amount: 34.5, withheld: 20 })
    const { refunds } = await showReceipt(fixture.shop.context, spent.id)
    expect(refunds).toEqual([
      { label: 'Returned: 2 tickets, refunded on 21 November 2026', cents: -2450 },
      { label: 'Credited to voucher on 21 November 2026', cents: -1000 },
    ])
  })

  it('while it is pending', async () => {
    const { spent } = await buyWithRefundedVoucher()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('down')) })
    const made = await returnAll(spent, { expectedAmount: 54.5, expectedWithheld: 20 })
    mend()
    expect(made).toMatchObject({ status: 'pending', amount: 34.5, withheld: 20 })
    const { refunds } = await showReceipt(fixture.shop.context, spent.id)
    expect(refunds).toEqual([
      { label: 'Returned: 2 tickets, refund on its way since 21 November 2026', cents: -2450 },
      { label: 'Credit to voucher on its way since 21 November 2026', cents: -1000 },
    ])
  })

  it('when everything is credited', async () => {
    const { code } = await fixture.buyVoucher()
    const spent = await fixture.buyWith([{ code, amount: 30 }])
    const made = await returnAll(spent, { expectedAmount: 54.5, expectedWithheld: 0 })
    expect(made).toMatchObject({ status: 'succeeded', amount: 54.5, withheld: 0 })
  })
})

describe('the email about a refund of an order paid with two vouchers', () => {
  /** Pays 30.00 with a first and 20.00 with a second voucher, and disputes the payment of one of them. */
  async function buyWithTwo(disputed: 'first' | 'second') {
    const vouchers = { first: await fixture.buyVoucher(), second: await fixture.buyVoucher() }
    const { first, second } = vouchers
    const spent = await fixture.buyWith([
      { code: first.code, amount: 30 },
      { code: second.code, amount: 20 },
    ])
    await fixture.dispute(vouchers[disputed].orderId, { id: 'dp_1', amountCents: 1000, status: 'open' })
    // Reduced to the card's part and 10.00 of the second voucher, which was used last.
    await fixture.refund(spent.id, { amount: 14.5 })
    return {
      text: await refundMailOf(spent.id),
      endOf: (of: 'first' | 'second') => `…${vouchers[of].code.slice(-4)}`,
    }
  }

  it('names only the voucher that was credited, which can be used while the other one is frozen', async () => {
    const { text, endOf } = await buyWithTwo('first')
    expect(text).toContain(
      `€10.00 of it was credited to the voucher that you paid with (${endOf('second')}). You can use it now.`,
    )
    expect(text).not.toContain(`paid with (${endOf('first')}`)
  })

  it('doesn’t say that a frozen voucher can be used', async () => {
    const { text, endOf } = await buyWithTwo('second')
    expect(text).toContain(
      `€10.00 of it was credited to the voucher that you paid with (${endOf('second')}).`,
    )
    expect(text).not.toContain('at once')
  })
})
