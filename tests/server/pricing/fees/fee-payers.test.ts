import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { PromoterFees } from '#contracts/console/pricing/fees.ts'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import { insertEvent, insertFees, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer, type Browser } from '#tests/support/people.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let fixture: Shop & { owner: Browser }

beforeEach(async () => {
  const shop = await openShop()
  const owner = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: owner.id, role: 'owner' })
  fixture = { ...shop, owner }
  await insertFees(fixture.context.db, {
    promoterId: fixture.promoterId,
    ticketBaseCents: 51,
    ticketBasisPoints: 501,
    orderBaseCents: 101,
  })
})
afterEach(async () => {
  expect(await findContradictions(fixture.context.db)).toEqual([])
  expect(await findReportProblems(fixture.context.db, fixture.promoterId)).toEqual([])
  await fixture.close()
})

async function putOn(feesPaidBy: FeesPaidBy): Promise<{ eventId: string; ticketTypeId: string }> {
  const { promoterId, context, clock } = fixture
  const startsAt = new Date(clock.now() + 86_400_000)
  const eventId = await insertEvent(context.db, { promoterId, startsAt, feesPaidBy })
  return { eventId, ticketTypeId: await insertTicketType(context.db, { promoterId, eventId }) }
}

const offerOf = async (eventId: string): Promise<TicketOffer | undefined> =>
  (await fixture.ask<TicketOffer[]>('GET', `/api/public/events/${eventId}/tickets`)).data[0]

async function buyTwo(ticketTypeId: string, total: number): Promise<string> {
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 2 })
  const placed = await fixture.checkout(cartId, total)
  expect(placed).toMatchObject({ status: 201, data: { order: { total } } })
  await fixture.pay(placed.data.order.id, CARDS.good)
  return placed.data.order.id
}

const balancesOf = async (orderId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} and t.kind in ('sale', 'refund') group by account having sum(amount_cents) <> 0`.execute(
    fixture.context.db,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const refund = (orderId: string, body: object): Promise<unknown> =>
  fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body, key: randomUUID() })

// Two tickets: 2 × 0.51 + 5.01% of 50.00 = 3.53 (3.525 rounded up) ticket fees, and 1.01 per order.
describe.each([
  // One ticket: 0.51 + 1.25 + 1.01.
  ['buyer', { fees: 2.77, total: 54.54, promoter: 5000, rule: [0.51, 0.0501, 1.01] }],
  ['promoter', { fees: 0, total: 50, promoter: 5000 - 454, rule: [0, 0, 0] }],
  // Halves, rounded up: 0.26, 2.51%, 0.51.
  ['split', { fees: 1.4, total: 52.29, promoter: 5000 - (454 - 229), rule: [0.26, 0.0251, 0.51] }],
] as const)('fees paid by: %s', (feesPaidBy, expected) => {
  test('first price, fee configuration, order and ledger agree', async () => {
    const { eventId, ticketTypeId } = await putOn(feesPaidBy)
    const [ticketBaseFee, ticketPercentageFee, orderProcessingFee] = expected.rule
    expect(await offerOf(eventId)).toMatchObject({
      price: 25,
      fees: expected.fees,
      totalPrice: 25 + expected.fees,
    })
    expect(
      await fixture.ask<FeeConfiguration>('GET', `/api/fee-configuration-for-event?eventId=${eventId}`),
    ).toMatchObject({
      source: 'promoter',
      data: { ticketBaseFee, ticketPercentageFee, orderProcessingFee, orderPercentageFee: 0 },
    })
    const orderId = await buyTwo(ticketTypeId, expected.total)
    expect(await balancesOf(orderId)).toEqual({
      buyer: -Math.round(expected.total * 100),
      promoter: expected.promoter,
      platform_fees: 454,
    })
  })

  test('a full refund with fees leaves no balance', async () => {
    const { ticketTypeId } = await putOn(feesPaidBy)
    const orderId = await buyTwo(ticketTypeId, expected.total)
    await refund(orderId, { all: true, returnFees: true })
    expect(await balancesOf(orderId)).toEqual({})
  })

  test('without fees the buyer gets everything but their fees, and the platform keeps all fees', async () => {
    const { ticketTypeId } = await putOn(feesPaidBy)
    const orderId = await buyTwo(ticketTypeId, expected.total)
    await refund(orderId, { all: true, returnFees: false })
    const buyersFees = Math.round(expected.total * 100) - 5000
    const balances = { buyer: -buyersFees, promoter: -(454 - buyersFees), platform_fees: 454 }
    expect(await balancesOf(orderId)).toEqual(
      Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0)),
    )
  })

  test('refunds ticket by ticket equal a full refund', async () => {
    const { ticketTypeId } = await putOn(feesPaidBy)
    const orderId = await buyTwo(ticketTypeId, expected.total)
    const { rows } = await sql<{ id: string }>`select id from tickets where order_id = ${orderId}`.execute(
      fixture.context.db,
    )
    for (const { id } of rows) await refund(orderId, { tickets: [id], returnFees: true })
    expect(await balancesOf(orderId)).toEqual({})
  })
})

test('a share above the ticket price is owed by the promoter', async () => {
  const { ticketTypeId } = await putOn('promoter')
  await insertTerms(fixture.context.db, { promoterId: fixture.promoterId, ticketBaseCents: 3000 })
  const orderId = await buyTwo(ticketTypeId, 50)
  expect(await balancesOf(orderId)).toEqual({ buyer: -5000, promoter: -1000, platform_fees: 6000 })
})

describe('in the console', () => {
  const create = async (): Promise<ConsoleEvent> => {
    const body = { title: 'Late Show', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' }
    const made = await fixture.owner.ask<{ event: ConsoleEvent }>('POST', '/api/promoter/events', {
      body,
      key: randomUUID(),
    })
    return made.data.event
  }
  const put = ({ id, version, fields }: ConsoleEvent, change: object) =>
    fixture.owner.ask<{ event: ConsoleEvent }>('PUT', `/api/promoter/events/${id}`, {
      body: { version, fields: { ...fields, ...change } },
      key: randomUUID(),
    })

  test('the buyer pays by default, and a copy of the event keeps the setting', async () => {
    const event = await create()
    expect(event.fields.feesPaidBy).toBe('buyer')
    const saved = await put(event, { feesPaidBy: 'split' })
    expect(saved.data.event.fields.feesPaidBy).toBe('split')
    const copy = await fixture.owner.ask<{ event: ConsoleEvent }>(
      'POST',
      `/api/promoter/events/${event.id}/duplicate`,
      { body: { startsAt: '2027-01-02T20:00' }, key: randomUUID() },
    )
    expect(copy.data.event.fields.feesPaidBy).toBe('split')
  })

  test('another payer is refused with the field’s name', async () => {
    expect(await put(await create(), { feesPaidBy: 'nobody' })).toMatchObject({
      status: 422,
      error: { code: 'VALIDATION_ERROR', details: [{ path: 'fields.feesPaidBy' }] },
    })
  })

  test('the list of fees shows who pays', async () => {
    const { eventId } = await putOn('promoter')
    const { data } = await fixture.owner.ask<PromoterFees>('GET', '/api/promoter/fees')
    expect(data.events.find(({ id }) => id === eventId)?.feesPaidBy).toBe('promoter')
  })
})
