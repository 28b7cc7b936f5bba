import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_FEES_CACHE_MS, type FeeConfiguration } from '#model/pricing/fees.ts'
import { insertEvent, insertFees, insertPromoter } from '#tests/support/factories.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const NONE: FeeConfiguration = {
  ticketBaseFee: 0,
  ticketPercentageFee: 0,
  orderProcessingFee: 0,
  orderPercentageFee: 0,
}

let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

type Fees = Answer<FeeConfiguration> & { source?: string }

const feesFor = (eventId: string, host?: string): Promise<Fees> =>
  shop.ask(
    'GET',
    `/api/fee-configuration-for-event?${new URLSearchParams({ eventId })}`,
    host ? { host } : {},
  )
const setDefault = (ticketBaseCents: number): Promise<unknown> =>
  shop.context.db
    .updateTable('fee_configurations')
    .set({ ticket_base_cents: ticketBaseCents })
    .where('promoter_id', 'is', null)
    .where('currency', '=', 'EUR')
    .execute()

describe('the fees of an event (specification §7)', () => {
  test('are the nearest of event, promoter and default, and say which', async () => {
    const { db } = shop.context
    const { promoterId, eventId } = shop
    await setDefault(10)
    expect(await feesFor(eventId)).toMatchObject({
      success: true,
      source: 'default',
      data: { ...NONE, ticketBaseFee: 0.1 },
    })
    await insertFees(db, { promoterId, ticketBaseCents: 20 })
    expect(await feesFor(eventId)).toMatchObject({
      source: 'promoter',
      data: { ...NONE, ticketBaseFee: 0.2 },
    })
    await insertFees(db, { promoterId, eventId, ticketBaseCents: 30 })
    expect(await feesFor(eventId)).toMatchObject({ source: 'event', data: { ...NONE, ticketBaseFee: 0.3 } })

    const another = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-05T20:00:00Z') })
    expect(await feesFor(another)).toMatchObject({ source: 'promoter' })
  })

  test('are the event’s own promoter’s', async () => {
    const { db } = shop.context
    const other = await insertPromoter(db, 'Nordlys')
    await insertFees(db, { promoterId: other, ticketBaseCents: 99 })
    expect(await feesFor(shop.eventId)).toMatchObject({ source: 'default', data: NONE })
  })

  test('are told in major units and fractions, found by id and by slug', async () => {
    const { db } = shop.context
    const startsAt = new Date('2026-12-05T20:00:00Z')
    const eventId = await insertEvent(db, { promoterId: shop.promoterId, startsAt, slug: 'by-name' })
    const fees = { ticketBaseCents: 49, ticketBasisPoints: 450, orderBaseCents: 90, orderBasisPoints: 25 }
    await insertFees(db, { promoterId: shop.promoterId, eventId, ...fees })
    const data = {
      ticketBaseFee: 0.49,
      ticketPercentageFee: 0.045,
      orderProcessingFee: 0.9,
      orderPercentageFee: 0.0025,
    }
    expect((await feesFor(eventId)).data).toEqual(data)
    expect((await feesFor('by-name')).data).toEqual(data)
  })

  test('are in the event’s currency, and none when not configured', async () => {
    const { db } = shop.context
    const startsAt = new Date('2026-12-05T20:00:00Z')
    await insertFees(db, { promoterId: shop.promoterId, ticketBaseCents: 20 })
    const yen = await insertEvent(db, { promoterId: shop.promoterId, startsAt, currency: 'JPY' })
    await db.deleteFrom('fee_configurations').where('currency', '=', 'JPY').execute()
    expect(await feesFor(yen)).toMatchObject({ source: 'default', data: NONE })
    await insertFees(db, { promoterId: shop.promoterId, currency: 'JPY', ticketBaseCents: 80 })
    expect(await feesFor(yen)).toMatchObject({ source: 'promoter', data: { ticketBaseFee: 80 } })
  })

  test('of an event that this site doesn’t know fall back to the default', async () => {
    const { db } = shop.context
    await setDefault(10)
    await insertFees(db, { promoterId: shop.promoterId, ticketBaseCents: 20 })
    const startsAt = new Date('2026-12-05T20:00:00Z')
    const draft = await insertEvent(db, { promoterId: shop.promoterId, startsAt, status: 'draft' })
    for (const answer of [
      await feesFor(randomUUID()),
      await feesFor('no-such-event'),
      await feesFor(''),
      await feesFor(draft),
      await feesFor(shop.eventId, 'somebody.example'),
    ])
      expect(answer).toMatchObject({
        status: 200,
        success: true,
        source: 'default',
        data: { ticketBaseFee: 0.1 },
      })
    expect(await feesFor(shop.eventId, 'localhost')).toMatchObject({ source: 'promoter' })
  })

  test('need an event to be of', async () => {
    const answer = await shop.ask('GET', '/api/fee-configuration-for-event')
    expect([answer.status, answer.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.error.details).toMatchObject([{ path: 'eventId' }])
  })

  test('are not cacheable', async () => {
    expect((await feesFor(shop.eventId)).headers.get('cache-control')).toBe('no-store')
  })
})

describe('the default fees', () => {
  const defaults = (): Promise<Answer<FeeConfiguration>> =>
    shop.ask('GET', '/api/public/fee-configurations/default')

  test('are kept for 15 minutes', async () => {
    await setDefault(10)
    const answer = await defaults()
    expect([answer.status, answer.data.ticketBaseFee]).toEqual([200, 0.1])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=900')
    expect(DEFAULT_FEES_CACHE_MS).toBe(900_000)
  })

  test('without configuration get an uncacheable 404', async () => {
    await shop.context.db.deleteFrom('fee_configurations').execute()
    const answer = await defaults()
    expect([answer.status, answer.error.code]).toEqual([404, 'FEES_NOT_FOUND'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await feesFor(shop.eventId)).data).toEqual(NONE)
  })
})
