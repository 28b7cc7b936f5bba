import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VoucherOffer } from '#contracts/checkout/voucher-sales.ts'
import type { Overview } from '#contracts/console/reports.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { deliverVouchers } from '#server/sales/voucher-sales/deliver-vouchers.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'
import { OFFER, openVoucherSaleFixture, type VoucherSaleFixture } from '#tests/support/voucher-sales.ts'

let fixture: VoucherSaleFixture
beforeEach(async () => {
  fixture = await openVoucherSaleFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const RECIPIENT = { name: 'Grace', email: 'grace@example.com', message: 'Happy birthday!', deliverOn: null }

const stateOf = async (voucherId: string): Promise<Record<string, unknown> | undefined> => {
  const { rows } = await sql<Record<string, unknown>>`
    select kind, status, balance_cents::int as balance, paid_in as "isPaidIn", expires_at as "expiresAt" from vouchers
    where id = ${voucherId}`.execute(fixture.shop.context.db)
  return rows[0]
}

describe('a repeated key', () => {
  it('returns the same order to its buyer, and a new one to anyone else', async () => {
    const order = async (email: string) => {
      const customer = { ...CUSTOMER, email }
      return (await fixture.orderVoucher({ customer }, 'present')).data.order
    }
    const first = await order('ada@example.com')
    expect((await order('Ada@example.com')).id).toBe(first.id)
    const other = await order('mallory@example.com')
    expect(other.id).not.toBe(first.id)
    expect(other.customer.email).toBe('mallory@example.com')
  })

  it.each([{ amount: 25 }, { recipient: RECIPIENT }, { customer: { ...CUSTOMER, lastName: 'Byron' } }])(
    'is refused for other content: %o',
    async (change) => {
      await fixture.orderVoucher({}, 'present')
      expect((await fixture.orderVoucher(change, 'present')).error.code).toBe('KEY_REUSED')
    },
  )

  it('isn’t answered with the new link after a correction of the email address', async () => {
    const { id } = (await fixture.orderVoucher({}, 'present')).data.order
    await fixture.shop.pay(id, CARDS.good)
    const email = { body: { email: 'right@example.com' }, key: randomUUID() }
    expect((await fixture.shop.ask('PUT', `/api/public/orders/${id}/email`, email)).status).toBe(200)
    expect((await fixture.orderVoucher({}, 'present')).error.code).toBe('ORDER_LINK_REPLACED')
  })
})

describe('the offer', () => {
  it('is shown on the storefront while it is on', async () => {
    const offer = async () =>
      (await fixture.shop.ask<{ offer: VoucherOffer }>('GET', '/api/public/voucher-offer')).data.offer
    expect(await offer()).toEqual({
      promoterId: fixture.shop.promoterId,
      promoterName: 'Aurora',
      currency: 'EUR',
      amounts: [25, 50],
      min: 10,
      max: 200,
      text: OFFER.text,
      expiresAt: '2030-01-01T00:00:00.000Z',
      legalTexts: [],
    })
    await fixture.setOffer({ isActive: false, version: 1 })
    expect((await fixture.shop.ask('GET', '/api/public/voucher-offer')).error.code).toBe('NOT_FOUND')
    expect((await fixture.orderVoucher()).error.code).toBe('NOT_FOUND')
  })

  it('is another promoter’s on its own site only', async () => {
    const other = await insertPromoter(fixture.shop.context.db, 'Borealis')
    await fixture.shop.context.sites.reload()
    const ask = createAsk(fixture.shop.context, 'borealis.localhost')
    expect((await ask('GET', '/api/public/voucher-offer')).error.code).toBe('NOT_FOUND')
    const foreign = `/api/public/voucher-offer?promoterId=${fixture.shop.promoterId}`
    expect((await ask('GET', foreign)).error.code).toBe('NOT_FOUND')
    expect((await fixture.orderVoucher({ promoterId: other })).error.code).toBe('NOT_FOUND')
  })

  it('is changed by one of two people who edit it', async () => {
    expect((await fixture.setOffer({ amounts: [30] })).error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { amounts: [25, 50], version: 1 } },
    })
  })

  it.each([
    [{ amounts: [], min: null, max: null }, 'amounts'],
    [{ amounts: [1000.01] }, 'amounts'],
    [{ amounts: [10.001] }, 'amounts'],
    [{ min: 20, max: 10 }, 'max'],
    [{ min: 20, max: null }, 'max'],
    [{ text: 'x'.repeat(2001) }, 'text'],
  ])('is refused with %o', async (change, path) => {
    const refused = await fixture.setOffer({ ...change, version: 1 })
    expect(refused.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
  })
})

it('names the largest amount in the offer’s currency', async () => {
  const yen = { currency: 'JPY', amounts: [100_001], min: null, max: null, version: 1 }
  expect((await fixture.setOffer(yen)).error.details).toMatchObject([
    {
      path: 'amounts',
      message: 'Enter an amount of up to ¥100,000, with no more decimals than the currency has.',
    },
  ])
})

describe('an order for a voucher', () => {
  it('is paid by card, has no taxes and fees, and issues the voucher', async () => {
    const { orderId, voucherId, code } = await fixture.buyVoucher()
    expect(await fixture.read(orderId)).toMatchObject({
      status: 'paid',
      items: [],
      tickets: [],
      total: 50,
      amountDue: 50,
      fees: { totalFees: 0 },
    })
    expect(await stateOf(voucherId)).toEqual({
      kind: 'sold',
      status: 'active',
      balance: 5000,
      isPaidIn: true,
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    })
    // Nothing is the promoter's before it is redeemed.
    expect(await fixture.ledger()).toEqual({ buyer: -5000, vouchers: 5000 })
    expect(await fixture.mails()).toEqual([`order_confirmed:${orderId}`])
    const order = await fixture.buyWith([{ code, amount: 50 }])
    expect(order.status).toBe('paid')
    expect(await fixture.ledger()).toEqual({ buyer: -5450, promoter: 5000, platform_fees: 450 })
  })

  it('is placed and paid once, also when it is repeated at the same time', async () => {
    const answers = await Promise.all([fixture.orderVoucher({}, 'same'), fixture.orderVoucher({}, 'same')])
    const again = await fixture.orderVoucher({}, 'same')
    const ids = [...answers, again].map(({ data }) => data.order.id)
    expect(new Set(ids).size).toBe(1)
    await Promise.all([
      fixture.shop.pay(ids[0] ?? '', CARDS.good),
      fixture.shop.pay(ids[0] ?? '', CARDS.good),
    ])
    expect(await fixture.ledger()).toEqual({ buyer: -5000, vouchers: 5000 })
  })

  it('counts once against the limit of orders when it is repeated at the same time', async () => {
    for (let order = 0; order < 16; order += 1) {
      const key = `order ${order}`
      const repeats = await Promise.all(Array.from({ length: 4 }, () => fixture.orderVoucher({}, key)))
      expect(new Set(repeats.map(({ data }) => data.order.id)).size).toBe(1)
    }
    // The limit is 20 orders.
    for (let order = 16; order < 20; order += 1) expect((await fixture.orderVoucher()).status).toBe(201)
    expect((await fixture.orderVoucher({}, 'one more')).error.code).toBe('RATE_LIMITED')
  })

  it.each([
    [{ amount: 9.99 }, 'amount'],
    [{ amount: 200.01 }, 'amount'],
    [{ amount: 50.001 }, 'amount'],
    [{ currency: 'USD' }, 'amount'],
    [{ recipient: { ...RECIPIENT, deliverOn: '2026-11-19' } }, 'recipient.deliverOn'],
    [{ recipient: { ...RECIPIENT, deliverOn: '2027-11-23' } }, 'recipient.deliverOn'],
    [{ recipient: { ...RECIPIENT, email: 'nobody' } }, 'recipient.email'],
  ])('is refused with %o', async (change, path) => {
    const refused = await fixture.orderVoucher(change)
    expect(refused.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
  })

  it('sells fixed amounts only, when buyers may not choose one', async () => {
    await fixture.setOffer({ min: null, max: null, version: 1 })
    expect((await fixture.orderVoucher({ amount: 40 })).error.code).toBe('VALIDATION_ERROR')
    expect((await fixture.orderVoucher({ amount: 25 })).status).toBe(201)
  })

  it('is limited per client and per address', async () => {
    for (let count = 0; count < 20; count += 1) expect((await fixture.orderVoucher()).status).toBe(201)
    expect((await fixture.orderVoucher()).error.code).toBe('RATE_LIMITED')
    const email = 'other@example.com'
    expect((await fixture.orderVoucher({ customer: { ...CUSTOMER, email } })).error.code).toBe('RATE_LIMITED')
  })

  it('isn’t counted when it is refused', async () => {
    for (let count = 0; count < 20; count += 1)
      expect((await fixture.orderVoucher({ amount: 9.99 })).error.code).toBe('VALIDATION_ERROR')
    expect((await fixture.orderVoucher()).status).toBe(201)
  })

  it('expires unpaid, and a payment that arrives later is still honoured', async () => {
    const { id } = (await fixture.orderVoucher()).data.order
    await fixture.shop.pay(id, CARDS.late)
    fixture.shop.clock.advance(46 * 60_000)
    await sweepHolds(fixture.shop.context)
    expect((await fixture.read(id)).status).toBe('expired')
    await fixture.engine.settle()
    await fixture.shop.ask('POST', `/api/public/orders/${id}/confirm`)
    expect((await fixture.read(id)).status).toBe('paid')
    expect(await fixture.ledger()).toEqual({ buyer: -5000, vouchers: 5000 })
  })

  it('is refunded when its promoter was suspended before the payment arrived', async () => {
    const { id } = (await fixture.orderVoucher()).data.order
    await fixture.shop.pay(id, CARDS.late)
    await sql`update promoters set status = 'suspended' where id = ${fixture.shop.promoterId}`.execute(
      fixture.shop.context.db,
    )
    expect((await fixture.orderVoucher()).error.code).toBe('SHOP_CLOSED')
    fixture.shop.clock.advance(10 * 60_000)
    await fixture.engine.settle()
    await fixture.shop.ask('POST', `/api/public/orders/${id}/confirm`)
    expect((await fixture.read(id)).status).toBe('refunded')
    expect(await fixture.ledger()).toEqual({})
  })

  it('issues nothing when the card is declined, and another card can pay', async () => {
    const { id } = (await fixture.orderVoucher()).data.order
    expect((await fixture.shop.pay(id, CARDS.declined)).data.status).toBe('failed')
    expect(await fixture.ledger()).toEqual({})
    await fixture.shop.pay(id, CARDS.good)
    expect((await fixture.read(id)).status).toBe('paid')
  })
})

describe('delivery', () => {
  it('to the recipient is at once without a day', async () => {
    const { orderId } = await fixture.buyVoucher({ recipient: RECIPIENT })
    const both = [`order_confirmed:${orderId}`, `voucher_delivered:${orderId}`]
    expect(await fixture.mails()).toEqual(both)
    await deliverVouchers(fixture.shop.context)
    expect(await fixture.mails()).toEqual(both)
  })

  it('is on the chosen day, once', async () => {
    const { orderId } = await fixture.buyVoucher({ recipient: { ...RECIPIENT, deliverOn: '2026-11-24' } })
    await deliverVouchers(fixture.shop.context)
    expect(await fixture.mails()).toEqual([`order_confirmed:${orderId}`])
    // 2026-11-24 07:00 UTC.
    fixture.shop.clock.advance(67 * 3_600_000)
    await Promise.all([deliverVouchers(fixture.shop.context), deliverVouchers(fixture.shop.context)])
    await deliverVouchers(fixture.shop.context)
    expect(await fixture.mails()).toEqual([`order_confirmed:${orderId}`, `voucher_delivered:${orderId}`])
  })

  it('leaves out a voucher that was refunded before', async () => {
    const { orderId } = await fixture.buyVoucher({ recipient: { ...RECIPIENT, deliverOn: '2026-11-24' } })
    await fixture.refund(orderId)
    fixture.shop.clock.advance(67 * 3_600_000)
    await deliverVouchers(fixture.shop.context)
    expect((await fixture.mails()).filter((fact) => fact.startsWith('voucher_delivered'))).toEqual([])
  })

  it('waits while a dispute is open', async () => {
    const { orderId } = await fixture.buyVoucher({ recipient: { ...RECIPIENT, deliverOn: '2026-11-24' } })
    const dispute = { id: 'dp_1', amountCents: 1000 }
    await fixture.dispute(orderId, { ...dispute, status: 'open' })
    fixture.shop.clock.advance(67 * 3_600_000)
    await deliverVouchers(fixture.shop.context)
    expect(await fixture.mails()).toEqual([`order_confirmed:${orderId}`])
    await fixture.dispute(orderId, { ...dispute, status: 'won' })
    await deliverVouchers(fixture.shop.context)
    expect(await fixture.mails()).toEqual([`order_confirmed:${orderId}`, `voucher_delivered:${orderId}`])
  })
})

describe('a bought voucher', () => {
  it('is listed in the console without its code, and only its order is refunded', async () => {
    const { voucherId } = await fixture.buyVoucher()
    const list = await fixture.owner.ask<{ vouchers: unknown[] }>('GET', '/api/promoter/vouchers?kind=sold')
    expect(list.data.vouchers).toMatchObject([{ id: voucherId, kind: 'sold', balance: 50 }])
    for (const what of ['void', 'code']) {
      const refused = await fixture.owner.ask('POST', `/api/promoter/vouchers/${voucherId}/${what}`)
      expect(refused.error.code).toBe('VOUCHER_PAID_IN')
    }
  })

  it('is what its order is about in the console', async () => {
    const { orderId } = await fixture.buyVoucher()
    const row = { id: orderId, isOfVoucher: true, tickets: 0 }
    const list = await fixture.owner.ask<{ orders: unknown[] }>('GET', '/api/promoter/orders')
    expect(list.data.orders).toMatchObject([row])
    const overview = await fixture.owner.ask<{ overview: Overview }>('GET', '/api/promoter/overview')
    expect(overview.data.overview.recentOrders).toMatchObject([row])
  })

  it('becomes the promoter’s when it has expired', async () => {
    const { voucherId } = await fixture.buyVoucher()
    fixture.shop.clock.advance(Date.parse('2030-01-01T00:00:00Z') - fixture.shop.clock.now())
    await expireVouchers(fixture.shop.context)
    expect(await stateOf(voucherId)).toMatchObject({ status: 'expired', balance: 0 })
    expect(await fixture.ledger()).toEqual({ buyer: -5000, promoter: 5000 })
  })
})
