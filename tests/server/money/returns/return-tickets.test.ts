import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer } from '#tests/support/people.ts'
import { openReturnFixture, type ReturnFixture } from '#tests/support/returns.ts'
import { newCartId } from '#tests/support/shop.ts'

let fixture: ReturnFixture

beforeEach(async () => {
  fixture = await openReturnFixture()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

async function buyTwo(): Promise<{ id: string; first: string; second: string; intentId: string }> {
  const { order, intentId } = await fixture.buy()
  const [first = '', second = ''] = order.tickets.map(({ id }) => id)
  return { id: order.id, first, second, intentId }
}

const refundedAtProvider = async (intentId: string): Promise<number[]> =>
  (await fixture.engine.intent(intentId)).refunds.map(({ amountCents }) => amountCents)

const setBegin = (startsAt: string) =>
  sql`update events set starts_at = ${startsAt}::timestamptz, ends_at = ${startsAt}::timestamptz + interval '3 hours'
    where id = ${fixture.shop.eventId}`.execute(fixture.shop.context.db)

const goTo = (iso: string): void =>
  fixture.shop.clock.advance(Date.parse(iso) - fixture.shop.context.clock.now())

describe('a return', () => {
  it('of all tickets leaves the deduction, which a refund of everything returns once', async () => {
    await fixture.setRules({ days: 0, feePercent: 10 })
    const { id, first, second } = await buyTwo()
    await fixture.giveTickets(id, [first, second])
    expect((await fixture.refund(id, { all: true })).status).toBe(201)
    expect((await fixture.refund(id, { all: true })).error.code).toBe('REFUND_NOTHING_LEFT')
  })

  it('refunds the ticket less the deduction, and its place is on sale again', async () => {
    await fixture.setRules({ days: 3, feePercent: 10, feeCents: 200 })
    const { id, first, second, intentId } = await buyTwo()
    const preview = await fixture.preview(id, [first])
    expect(preview.data).toMatchObject({
      amount: 22.25,
      kept: 4.5,
      other: 0,
      method: 'original',
      currency: 'EUR',
    })
    expect(preview.data.tickets).toEqual([
      {
        id: first,
        methods: ['money'],
        refusal: null,
        amount: 22.25,
        kept: 4.5,
        until: '2026-11-28T23:00:00.000Z',
      },
      {
        id: second,
        methods: ['money'],
        refusal: null,
        amount: 22.25,
        kept: 4.5,
        until: '2026-11-28T23:00:00.000Z',
      },
    ])
    const returned = await fixture.giveTickets(id, [first])
    expect(returned.status).toBe(201)
    expect(returned.data.return).toMatchObject({ status: 'succeeded', amount: 22.25 })
    expect(returned.data.order).toMatchObject({ status: 'partially_refunded' })
    expect(returned.data.order.tickets).toMatchObject([
      { status: 'void', isReturned: true },
      { status: 'valid', isReturned: false },
    ])
    expect(await refundedAtProvider(intentId)).toEqual([2225])
    expect(await fixture.shop.counters(fixture.ticketTypeId)).toMatchObject({ held: 0, sold: 1 })
    // 25.00 of the other ticket and 4.50 of the returned one; the fees of the other one and of the order.
    expect(await fixture.balances(id)).toMatchObject({ buyer: -(5450 - 2225) })
  })

  it('of the last ticket refunds the order fee, and leaves what earlier returns have kept', async () => {
    await fixture.setRules({ days: 3, feePercent: 10, feeCents: 200 })
    const { id, first, second } = await buyTwo()
    await fixture.giveTickets(id, [first])
    const preview = await fixture.preview(id, [second])
    expect(preview.data).toMatchObject({ amount: 23.25, kept: 4.5, other: 1 })
    const returned = await fixture.giveTickets(id, [second])
    expect(returned.data.order.status).toBe('refunded')
    expect(await fixture.balances(id)).toMatchObject({ buyer: -900 })
  })

  it('keeps ticket and order fees where the rule says so', async () => {
    await fixture.setRules({ days: 0, returnsFees: false })
    const { id, first, second } = await buyTwo()
    expect((await fixture.preview(id, [first])).data).toMatchObject({ amount: 25, kept: 1.75, other: 0 })
    expect((await fixture.preview(id, [first, second])).data).toMatchObject({
      amount: 50,
      kept: 3.5,
      other: 0,
    })
    await fixture.giveTickets(id, [first, second])
    expect(await fixture.balances(id)).toMatchObject({ buyer: -450 })
  })

  it('never refunds less than nothing', async () => {
    await fixture.setRules({ days: 0, feePercent: 100, feeCents: 9900 })
    const { id, first, second, intentId } = await buyTwo()
    expect((await fixture.preview(id, [first])).data).toMatchObject({ amount: 1.75, kept: 25 })
    await fixture.setRules({ days: 0, feePercent: 100, feeCents: 9900, returnsFees: false })
    await fixture.giveTickets(id, [first, second])
    expect(await refundedAtProvider(intentId)).toEqual([450])
  })

  it('with another amount than the expected one returns the new preview and nothing else', async () => {
    await fixture.setRules({ days: 3 })
    const { id, first } = await buyTwo()
    const answer = await fixture.giveTickets(id, [first], { expectedAmount: 26 })
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'RETURN_CHANGED', details: { preview: { amount: 26.75 } } },
    })
    expect((await fixture.read(id)).tickets.map(({ status }) => status)).toEqual(['valid', 'valid'])
  })

  it('is made once per key, and once per ticket', async () => {
    await fixture.setRules({ days: 3 })
    const { id, first, intentId } = await buyTwo()
    const key = randomUUID()
    const answers = await Promise.all([
      fixture.giveTickets(id, [first], { expectedAmount: 26.75, key }),
      fixture.giveTickets(id, [first], { expectedAmount: 26.75, key }),
      fixture.giveTickets(id, [first], { expectedAmount: 26.75 }),
    ])
    const made = new Set(answers.flatMap(({ status, data }) => (status === 201 ? [data.return.id] : [])))
    expect(made.size).toBe(1)
    expect(await refundedAtProvider(intentId)).toEqual([2675])
    const again = await fixture.giveTickets(id, [first])
    expect(again).toMatchObject({
      status: 409,
      error: { code: 'RETURN_REFUSED', details: { reason: 'returned' } },
    })
  })

  it('is emailed to the buyer and part of the order’s history', async () => {
    await fixture.setRules({ days: 3, feeCents: 200 })
    const { id, first } = await buyTwo()
    await fixture.giveTickets(id, [first])
    const owner = await openCustomer(fixture.shop)
    await insertMember(fixture.shop.context.db, {
      promoterId: fixture.shop.promoterId,
      accountId: owner.id,
      role: 'owner',
    })
    const { data } = await owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${id}`)
    expect(data.detail.timeline.map(({ text, by }) => [text, by])).toContainEqual([
      'Returned by the buyer: refund of €24.75, €2.00 kept, one ticket void',
      'The buyer',
    ])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from mails where kind = 'order_refunded' and payload ->> 'orderId' = ${id}`.execute(
      fixture.shop.context.db,
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('of tickets of a free order gives their places back without money', async () => {
    await fixture.setRules({ days: 3, feeCents: 200 })
    const { promoterId, eventId, context } = fixture.shop
    const free = await insertTicketType(context.db, { promoterId, eventId, priceCents: 0 })
    const cart = newCartId()
    await fixture.shop.hold(cart, { [free]: 2 })
    const { order } = (await fixture.shop.checkout(cart, 0)).data
    const [ticket] = order.tickets.length > 0 ? order.tickets : (await fixture.read(order.id)).tickets
    const returned = await fixture.giveTickets(order.id, [ticket?.id ?? ''])
    expect(returned.data.return).toMatchObject({ status: 'succeeded', amount: 0 })
    expect(await fixture.shop.counters(free)).toMatchObject({ sold: 1 })
    expect((await fixture.preview(order.id)).data).toMatchObject({ method: 'none' })
  })
})

describe('the rule of a return', () => {
  it('is the better one of those at the purchase and now', async () => {
    await fixture.setRules({ days: 3, feeCents: 500 })
    const { id, first } = await buyTwo()
    await fixture.setRules({ days: 3, feeCents: 900 })
    expect((await fixture.preview(id, [first])).data.amount).toBe(21.75)
    await fixture.setRules({ days: 3, feeCents: 100 })
    expect((await fixture.preview(id, [first])).data.amount).toBe(25.75)
    await fixture.setRules({ days: null })
    expect((await fixture.preview(id, [first])).data.amount).toBe(21.75)
  })

  it('applies to earlier orders when an event starts to take tickets back', async () => {
    const { id, first } = await buyTwo()
    expect(await fixture.preview(id, [first])).toMatchObject({
      status: 409,
      error: { code: 'RETURN_REFUSED', details: { reason: 'not_offered' } },
    })
    await fixture.setRules({ days: 0 })
    expect((await fixture.preview(id, [first])).data.amount).toBe(26.75)
  })

  it('ends with the last day at the venue, and at the begin', async () => {
    await fixture.setRules({ days: 3 })
    const { id, first } = await buyTwo()
    goTo('2026-11-28T22:59:59Z')
    expect((await fixture.preview(id, [first])).status).toBe(200)
    goTo('2026-11-28T23:00:00Z')
    const late = await fixture.giveTickets(id, [first], { expectedAmount: 26.75 })
    expect(late).toMatchObject({ status: 409, error: { details: { reason: 'closed' } } })
  })

  it('keeps the promised deadline when the event moves to an earlier day, up to its begin', async () => {
    await fixture.setRules({ days: 3 })
    const { id, first } = await buyTwo()
    await setBegin('2026-11-29T20:00:00Z')
    goTo('2026-11-28T12:00:00Z')
    expect((await fixture.preview(id, [first])).status).toBe(200)
    await setBegin('2026-11-28T11:00:00Z')
    expect((await fixture.preview(id, [first])).status).toBe(409)
  })
})
