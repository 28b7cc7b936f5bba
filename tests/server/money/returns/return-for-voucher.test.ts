import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { listOwnVouchers } from '#server/sales/vouchers/list-own-vouchers.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS } from '#tests/support/shop.ts'
import { openVoucherFixture, type VoucherFixture } from '#tests/support/vouchers.ts'

let fixture: VoucherFixture
beforeEach(async () => {
  fixture = await openVoucherFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

async function buyTwo(): Promise<{ id: string; first: string; second: string }> {
  const { order } = await fixture.buy()
  const [first = '', second = ''] = order.tickets.map(({ id }) => id)
  return { id: order.id, first, second }
}

const vouchersOf = (orderId: string) => listOwnVouchers(fixture.shop.context, orderId)

describe('a return for a voucher', () => {
  it('is without the deduction where the rule says so, and the provider isn’t asked', async () => {
    await fixture.setRules({ days: 3, feePercent: 10, refundAs: 'choice', voucherInFull: true })
    const { id, first, second } = await buyTwo()
    expect((await fixture.preview(id, [first], 'money')).data).toMatchObject({
      amount: 24.25,
      kept: 2.5,
      method: 'original',
      toCard: 24.25,
      toNewVoucher: 0,
    })
    const preview = await fixture.preview(id, [first], 'voucher')
    expect(preview.data).toMatchObject({
      amount: 26.75,
      kept: 0,
      method: 'voucher',
      toCard: 0,
      toVouchers: 0,
      toNewVoucher: 26.75,
      voucherExpiresAt: '2030-01-01T00:00:00.000Z',
    })
    expect(preview.data.tickets.map(({ methods }) => methods)).toEqual([
      ['money', 'voucher'],
      ['money', 'voucher'],
    ])
    const unasked = fixture.breakProvider({
      refund: () => Promise.reject(new Error('The provider was asked.')),
    })
    const returned = await fixture.giveTickets(id, [first], { as: 'voucher' })
    unasked()
    expect(returned.data.return).toMatchObject({ status: 'succeeded', amount: 26.75 })
    expect(await vouchersOf(id)).toMatchObject([{ balanceCents: 2675, isOver: false }])
    expect(await fixture.balances(id)).toMatchObject({ buyer: -5450, vouchers: 2675 })
    expect((await fixture.read(id)).tickets.map(({ status }) => status)).toEqual(['void', 'valid'])
    // The other one for money.
    await fixture.giveTickets(id, [second])
    expect((await fixture.read(id)).status).toBe('refunded')
  })

  it('pays another order in part; the promoter gets the money then', async () => {
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const { id, first, second } = await buyTwo()
    await fixture.giveTickets(id, [first, second], { as: 'voucher' })
    expect(await fixture.ledger()).toEqual({ buyer: -5450, vouchers: 5450 })
    const [voucher] = await vouchersOf(id)
    const order = await fixture.buyWith([{ code: voucher?.code ?? '', amount: 40 }])
    expect(order).toMatchObject({ status: 'paid', amountDue: 14.5 })
    expect(await fixture.balances(order.id)).toMatchObject({
      buyer: -1450,
      vouchers: -4000,
      promoter: 5000,
    })
    expect(await vouchersOf(id)).toMatchObject([{ balanceCents: 1450 }])
  })

  it('is repeated with the same key, and gives one voucher', async () => {
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const { id, first, second } = await buyTwo()
    const more = { as: 'voucher', key: 'the same', expectedAmount: 26.75 } as const
    const [one, other] = await Promise.all([
      fixture.giveTickets(id, [first], more),
      fixture.giveTickets(id, [first], more),
    ])
    expect(other.data.return.id).toBe(one.data.return.id)
    expect((await fixture.giveTickets(id, [second], more)).error.code).toBe('KEY_REUSED')
    expect(await vouchersOf(id)).toHaveLength(1)
  })

  it('puts what vouchers paid back on them, and the card’s part on a new one', async () => {
    await fixture.setRules({ days: 3, refundAs: 'choice' })
    const gift = await fixture.give(40)
    const order = await fixture.buyWith([{ code: gift.code, amount: 40 }])
    const tickets = order.tickets.map(({ id }) => id)
    expect((await fixture.preview(order.id, tickets, 'voucher')).data).toMatchObject({
      amount: 54.5,
      toCard: 0,
      toVouchers: 40,
      toNewVoucher: 14.5,
    })
    await fixture.giveTickets(order.id, tickets, { as: 'voucher' })
    expect(await fixture.balanceOf(gift.id)).toBe(4000)
    expect(await vouchersOf(order.id)).toMatchObject([{ balanceCents: 1450 }])
    expect(await fixture.ledger()).toEqual({ buyer: -1450, vouchers: 5450, voucher_grants: -4000 })
  })

  it('keeps the offer of money that the order was bought with', async () => {
    await fixture.setRules({ days: 3, refundAs: 'money' })
    const { id, first } = await buyTwo()
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const preview = await fixture.preview(id, [first], 'money')
    expect(preview.data.tickets[0]?.methods).toEqual(['money', 'voucher'])
    expect((await fixture.giveTickets(id, [first])).status).toBe(201)
  })

  it.each([
    ['voucher', 'money'],
    ['money', 'voucher'],
  ] as const)('of an event that refunds as %s is refused for %s', async (refundAs, as) => {
    await fixture.setRules({ days: 3, refundAs })
    const { id, first } = await buyTwo()
    const refused = await fixture.giveTickets(id, [first], { as, expectedAmount: 26.75 })
    expect(refused.error).toMatchObject({ code: 'RETURN_REFUSED', details: { reason: 'not_this_way' } })
    expect(await vouchersOf(id)).toEqual([])
  })

  it('is the promoter’s when the voucher has expired', async () => {
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const { id, first, second } = await buyTwo()
    await fixture.giveTickets(id, [first, second], { as: 'voucher' })
    await sql`update vouchers set expires_at = ${new Date(fixture.shop.clock.now())}`.execute(
      fixture.shop.context.db,
    )
    await expireVouchers(fixture.shop.context)
    await expireVouchers(fixture.shop.context)
    expect(await fixture.ledger()).toEqual({ buyer: -5450, promoter: 5450 })
    expect(await vouchersOf(id)).toMatchObject([{ balanceCents: 0, isOver: true }])
  })

  it('can’t be voided or shown by the promoter, whose buyer owns it', async () => {
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const { id, first } = await buyTwo()
    await fixture.giveTickets(id, [first], { as: 'voucher' })
    const { rows } = await sql<{ id: string }>`select id from vouchers`.execute(fixture.shop.context.db)
    for (const action of ['void', 'code'])
      expect(
        (await fixture.owner.ask('POST', `/api/promoter/vouchers/${rows[0]?.id}/${action}`)).error.code,
      ).toBe('VOUCHER_PAID_IN')
  })

  it('can’t be spent while the returned order’s payment is disputed', async () => {
    await fixture.setRules({ days: 3, refundAs: 'voucher' })
    const { context } = fixture.shop
    const { order, intentId } = await fixture.buy()
    await fixture.giveTickets(order.id, [order.tickets[0]?.id ?? ''], { as: 'voucher' })
    const [own] = await vouchersOf(order.id)
    const use = [{ code: own?.code ?? '', amount: 20 }]
    const pending = (await fixture.place(use)).data.order
    const hear = async (status: 'open' | 'won'): Promise<void> => {
      const payment = await findPayment(context.db, order.id)
      const intent = await context.payments.fetchIntent(intentId)
      const dispute = { id: 'dp_1', amountCents: 5450, reason: 'fraudulent', status }
      if (payment) await recordIntent(context, { payment, intent: { ...intent, disputes: [dispute] } })
    }
    await hear('open')
    expect((await fixture.place(use)).error.code).toBe('VOUCHER_UNKNOWN')
    await fixture.shop.pay(pending.id, CARDS.good)
    expect((await fixture.read(pending.id)).status).toBe('refunded')
    expect(await vouchersOf(order.id)).toMatchObject([{ balanceCents: 2675, isOver: true }])
    await hear('won')
    expect((await fixture.place(use)).status).toBe(201)
  })

  it('isn’t done when less of it goes to the card than the buyer was told', async () => {
    await fixture.setRules({ days: 3 })
    const voucher = await fixture.give(27.25)
    const order = await fixture.buyWith([{ code: voucher.code, amount: 27.25 }])
    const tickets = [order.tickets[0]?.id ?? '']
    const { amount, toCard } = (await fixture.preview(order.id, tickets, 'money')).data
    await fixture.refund(order.id, { amount: 20 })
    const returned = await fixture.shop.ask('POST', `/api/public/orders/${order.id}/returns`, {
      body: { tickets, expectedAmount: amount, expectedToCard: toCard },
      key: 'return',
    })
    expect(returned).toMatchObject({ status: 409, error: { code: 'RETURN_CHANGED' } })
    expect(returned.error.details).toMatchObject({ preview: { amount, toCard: 7.25 } })
  })
})
