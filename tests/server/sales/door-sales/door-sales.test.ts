import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { getOrderDetail } from '#contracts/console/orders/orders.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { openSeller } from '#tests/support/door-sales.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let manager: string

beforeAll(async () => {
  shop = await openShop()
  manager = (await openMember(shop.context, shop.promoterId, 'manager')).bearer
  await insertTerms(shop.context.db, { ticketBaseCents: 50, taxesRemittedBy: 'platform' })
})
afterAll(() => shop.close())
afterEach(async () => expect(await contradictions()).toEqual([]))

/** Members of the tests have sessions without refresh tokens. */
const contradictions = async (): Promise<string[]> =>
  (await findContradictions(shop.context.db)).filter((wrong) => !wrong.startsWith('session '))

const addType = (capacity: number, priceCents = 1000): Promise<string> =>
  insertTicketType(shop.context.db, { ...shop, capacity, priceCents, name: 'Floor' })

async function ledgerOf(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select e.account, sum(e.amount_cents)::int as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.order_id = ${orderId} group by 1`.execute(
    shop.context.db,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const soldOf = async (typeId: string) => {
  const { held, sold } = await shop.counters(typeId)
  return { held, sold }
}

describe('a share', () => {
  it('is taken from what the web shop sells', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    const { data } = await seller.ask(typeId, 8)
    expect(data.stock.shares.find(({ ticketTypeId }) => ticketTypeId === typeId)).toEqual({
      ticketTypeId: typeId,
      quantity: 8,
      isRecalled: false,
      free: 2,
    })
    const held = await shop.hold(newCartId(), { [typeId]: 5 })
    expect(held.data.items[0]).toMatchObject({ held: 2 })
  })

  it('never exceeds what is free when devices and buyers ask at once', async () => {
    const typeId = await addType(10)
    const [one, other] = await Promise.all([openSeller(shop, manager), openSeller(shop, manager)])
    await Promise.all([
      one.ask(typeId, 7),
      other.ask(typeId, 7),
      ...Array.from({ length: 6 }, () => shop.hold(newCartId(), { [typeId]: 1 })),
    ])
    const { held, sold, capacity } = await shop.counters(typeId)
    expect(held + sold).toBeLessThanOrEqual(capacity)
    expect((await one.shareOf(typeId)) + (await other.shareOf(typeId))).toBeLessThanOrEqual(10)
  })

  it('is returned by the device, and goes back after the event', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 8)
    await seller.ask(typeId, 3)
    expect(await soldOf(typeId)).toEqual({ held: 3, sold: 0 })
    await sql`update events set starts_at = ${new Date('2026-11-01')}, ends_at = ${new Date('2026-11-02')} where id = ${shop.eventId}`.execute(
      shop.context.db,
    )
    await sweepHolds(shop.context)
    expect(await soldOf(typeId)).toEqual({ held: 0, sold: 0 })
    await sql`update events set starts_at = ${new Date('2026-12-01T20:00:00Z')}, ends_at = ${new Date('2026-12-02')} where id = ${shop.eventId}`.execute(
      shop.context.db,
    )
  })
})

describe('a sale', () => {
  it('creates a paid order with the device’s tickets, and books what the promoter owes', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    const sale = seller.sell(typeId, 2)
    const { data } = await seller.sync([sale])
    expect(data).toMatchObject({ stored: [sale.id], refused: [] })
    expect(data.tickets.map(([id]) => id).toSorted()).toEqual(sale.tickets.map(({ id }) => id).toSorted())
    expect(await soldOf(typeId)).toEqual({ held: 3, sold: 2 })
    expect(await ledgerOf(sale.id)).toEqual({
      buyer: -2000,
      outside: 2000,
      promoter: -100,
      platform_fees: 100,
    })
    const page = await shop.ask<{ order: { status: string } }>('GET', `/api/public/orders/${sale.id}`)
    expect(page.data.order.status).toBe('paid')
    const [ticket] = sale.tickets
    seller.device.scan(ticket?.id ?? '')
    expect((await seller.device.sync()).data).toMatchObject({ stored: [1], refused: [] })
  })

  it('is an order that opens in the console', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    await seller.refresh()
    const sale = seller.sell(typeId)
    await seller.sync([sale])
    const { data } = await shop.ask('GET', `/api/promoter/orders/${sale.id}`, { bearer: manager })
    expect(z.safeParse(getOrderDetail.data, data).error?.issues).toBeUndefined()
  })

  it('is created once, however often and at once it is sent', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    const [first, second] = [seller.sell(typeId), seller.sell(typeId)]
    const answers = await Promise.all([
      seller.sync([second]),
      seller.sync([second, first]),
      seller.sync([first]),
    ])
    expect(answers.map(({ data }) => data.refused)).toEqual([[], [], []])
    expect(await soldOf(typeId)).toEqual({ held: 3, sold: 2 })
  })

  it('keeps the price that it was made at', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    await seller.refresh()
    const sale = seller.sell(typeId)
    await sql`update ticket_types set price_cents = 1500 where id = ${typeId}`.execute(shop.context.db)
    expect((await seller.sync([sale])).data.stored).toEqual([sale.id])
    expect((await ledgerOf(sale.id))['buyer']).toBe(-1000)
    await seller.refresh()
    expect(seller.sell(typeId).total).toBe(15)
  })

  it('is booked after the event was unpublished, which doesn’t close the entrance', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 2)
    await seller.refresh()
    const before = seller.sell(typeId)
    const { db } = shop.context
    const change = (status: 'draft' | 'published') =>
      db
        .updateTable('events')
        .set({ status, published_at: new Date(shop.clock.now()) })
        .where('id', '=', shop.eventId)
        .execute()
    await change('draft')
    const { data } = await seller.sync([before])
    expect(data).toMatchObject({ stored: [before.id], refused: [] })
    expect(data.stock).not.toHaveProperty('checkoutUrl')
    const after = seller.sell(typeId)
    expect((await seller.sync([after])).data).toMatchObject({ stored: [after.id], refused: [] })
    await change('published')
  })

  it('beyond the share takes free tickets, and is refused without any', async () => {
    const typeId = await addType(3)
    const [one, other] = [await openSeller(shop, manager), await openSeller(shop, manager)]
    await one.ask(typeId, 1)
    await other.ask(typeId, 1)
    await one.refresh()
    expect((await one.sync([one.sell(typeId, 2)])).data.refused).toEqual([])
    const sale = one.sell(typeId)
    expect((await one.sync([sale])).data.refused).toEqual([
      { id: sale.id, reason: 'This device’s share is used up, and no other tickets are available.' },
    ])
    expect(await soldOf(typeId)).toEqual({ held: 1, sold: 2 })
  })

  it('with a forged price, ticket or number is refused', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    await seller.refresh()
    const sale = seller.sell(typeId)
    await seller.sync([sale])
    const reasonOf = async (forged: ReturnType<typeof seller.sell>): Promise<string | undefined> =>
      (await seller.sync([forged])).data.refused[0]?.reason
    expect(await reasonOf(seller.sell(typeId, 1, { total: 1 }))).toBe(
      'The sale’s total doesn’t match its prices.',
    )
    expect(await reasonOf(seller.sell(randomUUID()))).toBe(
      'The sale’s ticket types or prices don’t match this event.',
    )
    const taken = 'The sale’s number or tickets belong to another sale.'
    expect(await reasonOf(seller.sell(typeId, 1, { tickets: sale.tickets }))).toBe(taken)
    expect(await reasonOf(seller.sell(typeId, 1, { seq: sale.seq }))).toBe(taken)
    expect(await reasonOf(seller.sell(typeId, 1, { id: sale.id }))).toBe(taken)
    expect(await soldOf(typeId)).toEqual({ held: 4, sold: 1 })
  })

  it('of another account’s device or another promoter’s event isn’t taken', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    const other = (await openMember(shop.context, shop.promoterId, 'manager')).bearer
    const promoterId = await insertPromoter(shop.context.db, 'Borealis')
    const eventId = await insertEvent(shop.context.db, {
      promoterId,
      startsAt: new Date('2026-12-01T20:00:00Z'),
    })
    const send = (bearer: string, event: string) =>
      shop.ask('POST', `/api/door/events/${event}/sales`, {
        bearer,
        body: {
          deviceId: seller.id,
          deviceTimeMs: shop.clock.now(),
          sales: [seller.sell(typeId)],
          returnsRecalled: false,
        },
      })
    expect((await send(other, shop.eventId)).error?.code).toBe('DEVICE_TAKEN')
    expect((await send(manager, eventId)).error?.code).toBe('NOT_FOUND')
    const foreignTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
    expect((await seller.sync([seller.sell(foreignTypeId)])).data.refused).toHaveLength(1)
    expect((await seller.ask(foreignTypeId, 1)).error?.code).toBe('NOT_FOUND')
    const foreign = (await openMember(shop.context, promoterId, 'manager')).bearer
    const sale = seller.sell(typeId)
    await seller.sync([sale])
    const voided = await shop.ask('POST', `/api/door/events/${eventId}/sales/${sale.id}/void`, {
      bearer: foreign,
      body: { deviceId: seller.id, reason: 'Not ours' },
    })
    expect(voided.error?.code).toBe('NOT_FOUND')
    expect(await soldOf(typeId)).toEqual({ held: 4, sold: 1 })
  })

  it('voided by its device is refunded once, and its tickets are on sale again', async () => {
    const typeId = await addType(10)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    await seller.refresh()
    const sale = seller.sell(typeId, 2)
    await seller.sync([sale])
    const other = await openSeller(shop, manager)
    expect((await other.voidSale(sale.id)).error?.code).toBe('NOT_FOUND')
    const voided = await Promise.all([seller.voidSale(sale.id), seller.voidSale(sale.id)])
    expect(voided.map(({ success }) => success)).toEqual([true, true])
    expect(await soldOf(typeId)).toEqual({ held: 3, sold: 0 })
    expect(await ledgerOf(sale.id)).toEqual({ buyer: 0, outside: 0, promoter: 0, platform_fees: 0 })
  })
})

describe('the console', () => {
  const path = (seller: { id: string }, more = ''): string =>
    `/api/promoter/events/${shop.eventId}/door-shares/${seller.id}${more}`

  it('shows shares and sales per device, raises shares and recalls them', async () => {
    const typeId = await addType(20)
    const seller = await openSeller(shop, manager)
    const raise = (quantity: number) =>
      shop.ask<{ doorSales: DoorSalesView }>('PUT', path(seller), {
        bearer: manager,
        body: { ticketTypeId: typeId, quantity },
      })
    await raise(6)
    await raise(2)
    expect(await seller.shareOf(typeId)).toBe(6)
    await seller.refresh()
    await seller.sync([seller.sell(typeId, 2), seller.sell(typeId, 1, { payment: 'card_terminal' })])
    const { data } = await shop.ask<DoorSalesView>('GET', `/api/promoter/events/${shop.eventId}/door-sales`, {
      bearer: manager,
    })
    expect(data.devices.find(({ id }) => id === seller.id)).toMatchObject({
      shares: [{ ticketTypeId: typeId, quantity: 3, isRecalled: false }],
      sales: [
        { payment: 'card_terminal', sales: 1, tickets: 1, total: 10 },
        { payment: 'cash', sales: 1, tickets: 2, total: 20 },
      ],
    })
    await shop.ask('POST', path(seller, '/recalls'), { bearer: manager, body: { isLost: false } })
    expect(await soldOf(typeId)).toEqual({ held: 3, sold: 3 })
    const last = seller.sell(typeId)
    await seller.sync([last], true)
    expect(await soldOf(typeId)).toEqual({ held: 0, sold: 4 })
  })

  it('returns a lost device’s shares at once', async () => {
    const typeId = await addType(5)
    const seller = await openSeller(shop, manager)
    await seller.ask(typeId, 5)
    await shop.ask('POST', path(seller, '/recalls'), { bearer: manager, body: { isLost: true } })
    expect(await soldOf(typeId)).toEqual({ held: 0, sold: 0 })
  })
})

it('never sells more than the capacity in a random sequence of shares, sales, voids and carts', async () => {
  const capacity = 12
  const typeId = await addType(capacity)
  const sellers = [await openSeller(shop, manager), await openSeller(shop, manager)]
  const sold: { seller: (typeof sellers)[number]; id: string }[] = []
  let state = 7
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const steps = [
    (seller: (typeof sellers)[number]) => seller.ask(typeId, draw(8)),
    async (seller: (typeof sellers)[number]) => {
      const sale = seller.sell(typeId, 1 + draw(3))
      const { data } = await seller.sync([sale])
      if (data.stored.length > 0) sold.push({ seller, id: sale.id })
    },
    () => shop.hold(newCartId(), { [typeId]: 1 + draw(3) }),
    async () => {
      const last = sold.pop()
      if (last) await last.seller.voidSale(last.id)
    },
  ]
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(sellers.map(async (seller) => steps[draw(steps.length)]?.(seller)))
    const { held, sold: all } = await shop.counters(typeId)
    expect(held + all).toBeLessThanOrEqual(capacity)
    expect(await contradictions()).toEqual([])
  }
})
