import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'
import { openVoucherFixture, type VoucherFixture } from '#tests/support/vouchers.ts'

const MINUTE = 60_000
const YEAR = 366 * 86_400_000

let fixture: VoucherFixture
beforeEach(async () => {
  fixture = await openVoucherFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const setExpiry = (voucherId: string, at: Date) =>
  sql`update vouchers set expires_at = ${at} where id = ${voucherId}`.execute(fixture.shop.context.db)

describe('a voucher', () => {
  it.each([0.004, 10.001, 54.499])(
    'is refused with %s, which isn’t a whole number of cents',
    async (amount) => {
      const voucher = await fixture.give(60)
      const placed = await fixture.place([{ code: voucher.code, amount }])
      expect([placed.status, placed.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    },
  )

  it('pays a part of the order, and the card the rest', async () => {
    const voucher = await fixture.give(20)
    const order = await fixture.buyWith([{ code: voucher.code, amount: 20 }])
    expect(order).toMatchObject({
      status: 'paid',
      total: 54.5,
      amountDue: 34.5,
      vouchers: [{ codeEnd: voucher.codeEnd, amount: 20 }],
    })
    expect(await fixture.balanceOf(voucher.id)).toBe(0)
    const { rows } =
      await sql`select amount_cents::int as cents from payments where order_id = ${order.id}`.execute(
        fixture.shop.context.db,
      )
    expect(rows).toEqual([{ cents: 3450 }])
    // The promoter has the 20.00 already: its balance is the rest, less the platform's share of 4.50.
    expect(await fixture.balances(order.id)).toMatchObject({
      buyer: -3450,
      vouchers: -2000,
      voucher_grants: 2000,
      promoter: 3000,
    })
  })

  it('pays all of the order, which needs no card and issues its tickets at once', async () => {
    const voucher = await fixture.give(60)
    const placed = await fixture.place([{ code: voucher.code, amount: 54.5 }])
    expect(placed.status).toBe(201)
    expect(placed.data.order).toMatchObject({ status: 'paid', amountDue: 0 })
    expect(placed.data.order.tickets).toHaveLength(2)
    expect(await fixture.balanceOf(voucher.id)).toBe(550)
    expect(
      (
        await fixture.shop.ask('POST', '/api/payments/create-intent', {
          body: { orderId: placed.data.order.id },
        })
      ).error.code,
    ).toBe('ORDER_NOT_PAYABLE')
    // The promoter owes the platform its share.
    expect(await fixture.balances(placed.data.order.id)).toMatchObject({ promoter: -450, platform_fees: 450 })
  })

  it('pays together with others, in parts, for one order after the other', async () => {
    const [first, second] = [await fixture.give(20), await fixture.give(50)]
    await fixture.buyWith([
      { code: first.code.toLowerCase().replaceAll('-', ' '), amount: 20 },
      { code: second.code, amount: 10 },
    ])
    await fixture.buyWith([{ code: second.code, amount: 40 }])
    expect([await fixture.balanceOf(first.id), await fixture.balanceOf(second.id)]).toEqual([0, 0])
    expect(await fixture.ledger()).not.toHaveProperty('vouchers')
    expect(await fixture.ledger()).not.toHaveProperty('voucher_grants')
  })

  it('is used once when the request is repeated, and when the provider reports the payment again', async () => {
    const voucher = await fixture.give(20)
    const cartId = newCartId()
    await fixture.shop.hold(cartId, { [fixture.ticketTypeId]: 2 })
    const use = { key: 'the same', vouchers: [{ code: voucher.code, amount: 20 }] }
    const first = await fixture.shop.checkout(cartId, 54.5, use)
    const again = await fixture.shop.checkout(cartId, 54.5, use)
    expect(again.data.order.id).toBe(first.data.order.id)
    await fixture.shop.pay(first.data.order.id, CARDS.good)
    await fixture.shop.pay(first.data.order.id, CARDS.good)
    await deliverSandboxEvents(fixture.shop.context)
    await sql`update payment_events set processed_at = null`.execute(fixture.shop.context.db)
    await deliverSandboxEvents(fixture.shop.context)
    expect(await fixture.balanceOf(voucher.id)).toBe(0)
  })
})

describe('a reservation', () => {
  it('lets one of two concurrent orders use a voucher', async () => {
    const voucher = await fixture.give(54.5)
    const use = [{ code: voucher.code, amount: 54.5 }]
    const placed = await Promise.all([fixture.place(use), fixture.place(use), fixture.place(use)])
    expect(placed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
    expect(placed.flatMap(({ success, error }) => (success ? [] : [error.code]))).toEqual([
      'VOUCHER_BALANCE',
      'VOUCHER_BALANCE',
    ])
  })

  it('holds the amount while the order can be paid, and ends with it', async () => {
    const voucher = await fixture.give(30)
    const waiting = (await fixture.place([{ code: voucher.code, amount: 20 }])).data.order
    const refused = await fixture.place([{ code: voucher.code, amount: 10.01 }])
    expect(refused.error).toMatchObject({
      code: 'VOUCHER_BALANCE',
      details: { code: voucher.code, available: 10 },
    })
    await fixture.shop.ask('POST', '/api/payments/cancel', { body: { orderId: waiting.id } })
    expect((await fixture.place([{ code: voucher.code, amount: 30 }])).status).toBe(201)
  })

  it('of a cart’s earlier order doesn’t count for its next one', async () => {
    const voucher = await fixture.give(20)
    const cartId = newCartId()
    await fixture.place([{ code: voucher.code, amount: 20 }], cartId)
    const next = await fixture.place([{ code: voucher.code, amount: 20 }], cartId)
    expect(next.status).toBe(201)
    expect(await fixture.balanceOf(voucher.id)).toBe(2000)
  })

  it('that has lapsed is taken by another order; the late payment is refunded', async () => {
    const voucher = await fixture.give(20)
    const use = [{ code: voucher.code, amount: 20 }]
    const late = (await fixture.place(use)).data.order
    await fixture.shop.pay(late.id, CARDS.late)
    fixture.shop.clock.advance(60 * MINUTE)
    await sweepHolds(fixture.shop.context)
    const winner = await fixture.buyWith(use)
    await deliverSandboxEvents(fixture.shop.context)
    expect([winner.status, (await fixture.read(late.id)).status]).toEqual(['paid', 'refunded'])
    expect(await fixture.balanceOf(voucher.id)).toBe(0)
  })

  it('that has lapsed is honoured when the voucher still has the amount', async () => {
    const voucher = await fixture.give(20)
    const late = (await fixture.place([{ code: voucher.code, amount: 20 }])).data.order
    await fixture.shop.pay(late.id, CARDS.late)
    fixture.shop.clock.advance(60 * MINUTE)
    await sweepHolds(fixture.shop.context)
    await deliverSandboxEvents(fixture.shop.context)
    expect((await fixture.read(late.id)).status).toBe('paid')
    expect(await fixture.balanceOf(voucher.id)).toBe(0)
  })

  it('can’t be paid any more when the promoter has voided the voucher', async () => {
    const voucher = await fixture.give(20)
    const { order } = (await fixture.place([{ code: voucher.code, amount: 20 }])).data
    await fixture.owner.ask('POST', `/api/promoter/vouchers/${voucher.id}/void`)
    await fixture.shop.pay(order.id, CARDS.good)
    expect((await fixture.read(order.id)).status).toBe('refunded')
  })
})

describe('an order is refused', () => {
  const refuse = async (vouchers: readonly { code: string; amount: number }[]) =>
    (await fixture.place(vouchers)).error.code

  it('with an unknown, malformed or void voucher, or one twice', async () => {
    const voucher = await fixture.give(20)
    expect(await refuse([{ code: '0000-0000-0000-0000', amount: 5 }])).toBe('VOUCHER_UNKNOWN')
    expect(await refuse([{ code: 'no code', amount: 5 }])).toBe('VOUCHER_UNKNOWN')
    const twice = { code: voucher.code, amount: 5 }
    expect(await refuse([twice, twice])).toBe('VALIDATION_ERROR')
    await fixture.owner.ask('POST', `/api/promoter/vouchers/${voucher.id}/void`)
    expect(await refuse([twice])).toBe('VOUCHER_UNKNOWN')
  })

  it('with more than its total, an amount of nothing, or six vouchers', async () => {
    const voucher = await fixture.give(100)
    expect(await refuse([{ code: voucher.code, amount: 54.51 }])).toBe('VALIDATION_ERROR')
    expect(await refuse([{ code: voucher.code, amount: 0 }])).toBe('VALIDATION_ERROR')
    expect(await refuse([{ code: voucher.code, amount: -5 }])).toBe('VALIDATION_ERROR')
    const six = Array.from({ length: 6 }, () => ({ code: voucher.code, amount: 1 }))
    expect(await refuse(six)).toBe('VALIDATION_ERROR')
  })

  it('with a voucher of another currency', async () => {
    const [voucher] = (await fixture.issue({ currency: 'USD' })).data.vouchers
    expect(await refuse([{ code: voucher?.code ?? '', amount: 5 }])).toBe('VOUCHER_OTHER_CURRENCY')
  })

  it('with another promoter’s voucher', async () => {
    const { db } = fixture.shop.context
    const voucher = await fixture.give(20)
    const promoterId = await insertPromoter(db, 'Borealis')
    const eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-01T20:00:00Z') })
    const theirs = await insertTicketType(db, { promoterId, eventId })
    await fixture.shop.context.sites.reload()
    const cartId = newCartId()
    const host = 'borealis.localhost'
    await fixture.shop.ask('PUT', `/api/public/carts/${cartId}`, {
      host,
      body: { items: [{ ticketTypeId: theirs, quantity: 1 }] },
    })
    const checked = await fixture.shop.ask('POST', '/api/public/vouchers/check', {
      host,
      body: { cartId, code: voucher.code },
    })
    expect(checked.error.code).toBe('VOUCHER_UNKNOWN')
    const placed = await fixture.shop.ask('POST', '/api/public/checkout', {
      host,
      key: 'theirs',
      body: {
        cartId,
        customer: { firstName: 'A', lastName: 'B', email: 'a@example.com' },
        expectedTotal: 25,
        vouchers: [{ code: voucher.code, amount: 20 }],
      },
    })
    expect(placed.error.code).toBe('VOUCHER_UNKNOWN')
  })

  it('over the limit of emails to an address, when vouchers alone pay', async () => {
    const voucher = await fixture.give(54.5 * 11)
    const use = [{ code: voucher.code, amount: 54.5 }]
    for (let count = 0; count < 10; count += 1) expect((await fixture.place(use)).status).toBe(201)
    expect(await refuse(use)).toBe('RECIPIENT_LIMIT')
    expect((await fixture.place([{ code: voucher.code, amount: 54 }])).status).toBe(201)
  })

  it('with an expired voucher; one that was reserved before is honoured', async () => {
    const voucher = await fixture.give(20)
    const early = (await fixture.place([{ code: voucher.code, amount: 20 }])).data.order
    await setExpiry(voucher.id, new Date(fixture.shop.context.clock.now()))
    await expireVouchers(fixture.shop.context)
    expect(await refuse([{ code: voucher.code, amount: 1 }])).toBe('VOUCHER_EXPIRED')
    await fixture.shop.pay(early.id, CARDS.good)
    expect((await fixture.read(early.id)).status).toBe('paid')
  })
})

describe('a check', () => {
  const check = (cartId: string, code: string, address?: string) =>
    fixture.shop.ask<{ available: number; code: string }>('POST', '/api/public/vouchers/check', {
      body: { cartId, code },
      ...(address && { address }),
    })

  it('tells what is available, without the amounts of others’ unpaid orders', async () => {
    const voucher = await fixture.give(20)
    const own = newCartId()
    await fixture.place([{ code: voucher.code, amount: 5 }], own)
    const other = newCartId()
    await fixture.shop.hold(other, { [fixture.ticketTypeId]: 1 })
    expect((await check(own, voucher.code)).data.available).toBe(20)
    expect((await check(other, voucher.code)).data).toMatchObject({ available: 15, code: voucher.code })
  })

  it('says that nothing is left on a spent voucher', async () => {
    const voucher = await fixture.give(20)
    await fixture.buyWith([{ code: voucher.code, amount: 20 }])
    const cartId = newCartId()
    await fixture.shop.hold(cartId, { [fixture.ticketTypeId]: 1 })
    const { error } = await check(cartId, voucher.code)
    expect([error.code, error.message]).toEqual([
      'VOUCHER_BALANCE',
      'Nothing is left on this voucher, or another order is using it.',
    ])
  })

  it('limits guesses, also at checkout', async () => {
    const voucher = await fixture.give(20)
    const cartId = newCartId()
    await fixture.shop.hold(cartId, { [fixture.ticketTypeId]: 2 })
    for (let guess = 0; guess < 20; guess += 1)
      expect((await check(cartId, `0000-0000-0000-00${10 + guess}`)).error.code).toBe('VOUCHER_UNKNOWN')
    expect((await check(cartId, voucher.code)).error.code).toBe('RATE_LIMITED')
    const placed = await fixture.shop.checkout(cartId, 54.5, {
      vouchers: [{ code: voucher.code, amount: 1 }],
    })
    expect(placed.error.code).toBe('RATE_LIMITED')
    expect((await check(cartId, voucher.code, '10.9.9.9')).status).toBe(200)
  })
})

describe('the expiry job', () => {
  it('takes what is left on given-out vouchers, once', async () => {
    const voucher = await fixture.give(20)
    await fixture.buyWith([{ code: voucher.code, amount: 5 }])
    const before = await fixture.ledger()
    fixture.shop.clock.advance(4 * YEAR)
    await Promise.all([expireVouchers(fixture.shop.context), expireVouchers(fixture.shop.context)])
    expect(await fixture.balanceOf(voucher.id)).toBe(0)
    const after = await fixture.ledger()
    expect(after['promoter']).toBe(before['promoter'])
    expect(after).not.toHaveProperty('vouchers')
  })
})
