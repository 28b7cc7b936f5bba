import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { Refund } from '#contracts/console/orders/refunds.ts'
import type { Order, OrderQuote } from '#model/sales/orders.ts'
import { createContext } from '#server/create-context.ts'
import { createAsk, type Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertFees, insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'

let fixture: ConsoleFixture
let ticketTypeId: string

beforeEach(async () => {
  fixture = await openConsoleFixture()
  await insertFees(fixture.context.db, {
    promoterId: fixture.promoterId,
    orderBaseCents: 100,
    ticketBaseCents: 50,
  })
  ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, capacity: 10, maxPerOrder: 2 })
})
afterEach(async () => {
  // Test members have sessions without refresh tokens.
  const wrong = await findContradictions(fixture.context.db)
  expect(wrong.filter((each) => !each.startsWith('session '))).toEqual([])
  await fixture.close()
})

const GUEST = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' }

const take = (
  more: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Answer<{ detail: OrderDetail }>> =>
  fixture.owner.ask('POST', '/api/promoter/orders', {
    body: { items: [{ ticketTypeId, quantity: 3 }], customer: GUEST, takenOutside: 'cash', ...more },
    key,
  })

const ledger = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries group by account`.execute(
    fixture.context.db,
  )
  return Object.fromEntries(rows.map((row) => [row.account, row.cents]))
}

describe('a manual order', () => {
  it('may exceed the customer limit, and counts for it later', async () => {
    const { db } = fixture.context
    await db.updateTable('ticket_types').set({ max_per_customer: 2 }).execute()
    expect((await take()).status).toBe(201)
    const cart = randomUUID()
    await fixture.hold(cart, { [ticketTypeId]: 1 })
    const next = await fixture.checkout(cart, 26.5, { customer: GUEST })
    expect(next.error).toMatchObject({
      code: 'CUSTOMER_LIMIT',
      details: { tickets: [{ maxPerCustomer: 2 }] },
    })
  })

  it('uses the same inventory without fees or provider', async () => {
    const answer = await take()
    expect(answer.status).toBe(201)
    const { order, money, takenOutside, timeline } = answer.data.detail
    expect(order).toMatchObject({ status: 'paid', total: 75, fees: { totalFees: 0 } })
    expect(order.tickets).toHaveLength(3)
    expect(takenOutside).toBe('cash')
    expect(money).toMatchObject({ paid: 75, yours: 75, fees: 0 })
    expect(await ledger()).toEqual({ buyer: -7500, outside: 7500 })
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 3 })
    expect(timeline.map((each) => each.text)).toEqual(
      expect.arrayContaining(['Order created', 'Paid in cash']),
    )
    const shown = await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)
    expect(shown.data.order.status).toBe('paid')
  })

  it('is free when complimentary, taxes included, and sends no email without an address', async () => {
    await insertTaxes(fixture.context.db, {
      promoterId: fixture.promoterId,
      ticketTypes: { [ticketTypeId]: [['VAT', 190_000]] },
    })
    const gift = await take({ takenOutside: 'complimentary', customer: { ...GUEST, email: '' } })
    expect(gift.data.detail.order).toMatchObject({ total: 0, discount: 75, customer: { email: '' } })
    const { rows } = await sql`select from mails`.execute(fixture.context.db)
    expect(rows).toHaveLength(0)
    const { id } = gift.data.detail.order
    const resent = await fixture.owner.ask('POST', `/api/promoter/orders/${id}/resends`)
    expect(resent.error.code).toBe('ORDER_HAS_NO_ADDRESS')
    const taxed = await take()
    expect(taxed.data.detail.order).toMatchObject({ total: 75, tax: { total: 11.97 } })
  })

  it('is quoted with added taxes, and refused at another price', async () => {
    const { db } = fixture.context
    const tax = { promoterId: fixture.promoterId, included: false, rounding: 'per_rate' } as const
    await insertTaxes(db, { ...tax, ticketTypes: { [ticketTypeId]: [['VAT', 190_000]] } })
    const items = [
      { ticketTypeId, quantity: 2 },
      { ticketTypeId, quantity: 1 },
    ]
    const ask = (takenOutside: string) =>
      fixture.owner.ask<{ quote: OrderQuote }>('POST', '/api/promoter/order-quotes', {
        body: { items, takenOutside },
      })
    const { quote } = (await ask('cash')).data
    expect(quote).toMatchObject({
      currency: 'EUR',
      subtotal: 75,
      fees: { totalFees: 0 },
      tax: { included: false, total: 14.25 },
      total: 89.25,
    })
    expect((await ask('complimentary')).data.quote.total).toBe(0)
    expect((await take({ expectedTotal: 75 })).error).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quote },
    })
    expect((await take({ expectedTotal: quote.total })).data.detail.order.total).toBe(89.25)
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ sold: 3 })
  })

  it('is refunded without a provider', async () => {
    const { order, tickets } = (await take()).data.detail
    const back = await fixture.owner.ask<{ refund: Refund; order: Order }>(
      'POST',
      `/api/promoter/orders/${order.id}/refunds`,
      {
        body: { tickets: [tickets[0]?.id] },
      },
    )
    expect(back.data.refund).toMatchObject({ status: 'succeeded', amount: 25 })
    expect(await ledger()).toEqual({ buyer: -5000, outside: 5000 })
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ sold: 2 })
  })

  it('is created once per key, also concurrently', async () => {
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => take({}, key)))
    expect(answers.map((answer) => answer.error)).toEqual([undefined, undefined, undefined])
    expect(new Set(answers.map((answer) => answer.data.detail.order.id)).size).toBe(1)
    const others = [{ items: [{ ticketTypeId, quantity: 4 }] }, { takenOutside: 'complimentary' }]
    for (const other of others) expect((await take(other, key)).error.code).toBe('KEY_REUSED')
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ sold: 3 })
  })

  it('never sells a ticket twice', async () => {
    const cart = randomUUID()
    await fixture.hold(cart, { [ticketTypeId]: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => take()))
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['201', '201', '409', '409'])
    expect(answers.find((answer) => !answer.success)?.error.code).toBe('SOLD_OUT')
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ held: 2, sold: 6 })
  })

  it('is refused with a message when impossible', async () => {
    const { promoterId } = fixture
    const startsAt = new Date('2026-12-03T20:00:00Z')
    const draft = await insertEvent(fixture.context.db, { promoterId, startsAt, status: 'draft' })
    const drafted = await insertTicketType(fixture.context.db, { promoterId, eventId: draft })
    const yen = await insertEvent(fixture.context.db, { promoterId, startsAt, currency: 'JPY' })
    const foreign = await insertTicketType(fixture.context.db, { promoterId, eventId: yen })
    const items = (...ids: string[]) => ({ items: ids.map((id) => ({ ticketTypeId: id, quantity: 1 })) })
    expect((await take(items(drafted))).error.code).toBe('NOT_ON_SALE')
    expect((await take(items(foreign, ticketTypeId))).error.code).toBe('MIXED_CART')
    expect((await take(items('nonsense'))).status).toBe(404)
    expect((await take(items(randomUUID()))).status).toBe(404)
    const quoted = (more: object, member = fixture.owner) =>
      member.ask('POST', '/api/promoter/order-quotes', { body: { takenOutside: 'cash', ...more } })
    expect((await quoted(items(drafted))).error.code).toBe('NOT_ON_SALE')
    expect((await quoted(items(foreign, ticketTypeId))).error.code).toBe('MIXED_CART')
    expect((await quoted(items('nonsense'))).status).toBe(404)
    expect((await quoted(items(randomUUID()))).status).toBe(404)
    expect((await quoted(items(ticketTypeId), await fixture.join('sales'))).status).toBe(403)
    expect((await take({ expectedTotal: 70 })).error.code).toBe('PRICE_CHANGED')
    expect((await take({ customer: { ...GUEST, firstName: '' } })).status).toBe(422)
    expect((await take({ items: [{ ticketTypeId, quantity: 201 }] })).status).toBe(422)
    const { rows } = await sql`select from orders`.execute(fixture.context.db)
    expect(rows).toHaveLength(0)
    const sales = await fixture.join('sales')
    expect((await sales.ask('POST', '/api/promoter/orders', { body: {} })).status).toBe(403)
  })
})

describe('the Idempotency-Key of a manual order', () => {
  /** UUID version 8 from a hexadecimal digest, like the cart id of a manual order. */
  function toUuid(hex: string): string {
    const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
  const guessCartId = (key: string): string =>
    toUuid(createHash('sha256').update(`${fixture.promoterId} ${key}`).digest('hex'))
  const findCartId = async (orderId: string): Promise<string> => {
    const found = await fixture.context.db
      .selectFrom('orders')
      .select('cart_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return found.cart_id
  }

  it('gives no access to a visitor who knows it and the promoter’s id', async () => {
    expect((await take({}, 'import-1')).status).toBe(201)
    const read = await fixture.checkout(guessCartId('import-1'), 75, { key: 'import-1' })
    expect(read.error.code).toBe('CART_EMPTY')
  })

  it('gives no access to a visitor who knows its cart id, with or without such a cart', async () => {
    const taken = await take({}, 'import-1')
    const cartId = await findCartId(taken.data.detail.order.id)
    expect((await fixture.checkout(cartId, 75, { key: 'import-1' })).error.code).toBe('CART_EMPTY')
    await fixture.hold(cartId, { [ticketTypeId]: 1 })
    expect((await fixture.checkout(cartId, 26.5, { key: 'import-1' })).error.code).toBe('CART_EMPTY')
    expect((await fixture.checkout(cartId, 0, { key: 'import-1' })).error.code).toBe('CART_EMPTY')
  })

  it('can’t be taken by a visitor’s order beforehand', async () => {
    const cartId = guessCartId('import-2')
    await fixture.hold(cartId, { [ticketTypeId]: 1 })
    const visitors = await fixture.checkout(cartId, 26.5, { key: 'import-2' })
    expect(visitors.status).toBe(201)
    const { order, takenOutside } = (await take({}, 'import-2')).data.detail
    expect(order.id).not.toBe(visitors.data.order.id)
    expect(takenOutside).toBe('cash')
  })

  it('returns the same order after key rotation', async () => {
    const first = await take({}, 'import-3')
    const { config, db, clock } = fixture.context
    await db
      .insertInto('auth_keys')
      .values({ secret: randomBytes(32) })
      .execute()
    const rotated = await createContext({ config, db, connection: fixture.address, log: silentLog(), clock })
    await rotated.sites.whenReady(60_000)
    try {
      const { bearer } = await openMember(rotated, fixture.promoterId, 'owner')
      const again = await createAsk(rotated, fixture.host)<{ detail: OrderDetail }>(
        'POST',
        '/api/promoter/orders',
        {
          bearer,
          body: { items: [{ ticketTypeId, quantity: 3 }], customer: GUEST, takenOutside: 'cash' },
          key: 'import-3',
        },
      )
      expect(again.data.detail.order.id).toBe(first.data.detail.order.id)
    } finally {
      await rotated.close()
    }
  })
})
