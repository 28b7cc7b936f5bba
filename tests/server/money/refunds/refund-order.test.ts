import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Refund } from '#contracts/console/orders/refunds.ts'
import type { Order } from '#model/sales/orders.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { ProviderUnavailable, RefundRefused, type PaymentProvider } from '#server/money/providers/provider.ts'
import { listRefundFacts } from '#server/sales/orders/order-facts-rows.ts'
import type { Answer } from '#tests/support/ask.ts'
import { insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertMember, openCustomer, type Browser } from '#tests/support/people.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

type Refunded = Answer<{ refund: Refund; order: Order }>

let shop: Shop
let owner: Browser
let ticketTypeId: string

beforeEach(async () => {
  shop = await openShop()
  await insertFees(shop.context.db, {
    promoterId: shop.promoterId,
    ticketBaseCents: 50,
    ticketBasisPoints: 500,
    orderBaseCents: 100,
  })
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
  const customer = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId, accountId: customer.id, role: 'owner' })
  owner = customer
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

async function buy(number: string = CARDS.good): Promise<Order> {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  const { order } = (await shop.checkout(cart, 54.5)).data
  await shop.pay(order.id, number)
  return read(order.id)
}
const read = async (id: string): Promise<Order> =>
  (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order
const refund = (orderId: string, body: unknown = { all: true }, more = {}): Promise<Refunded> =>
  owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body, key: randomUUID(), ...more })

const balances = async (orderId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} group by account order by account`.execute(shop.context.db)
  return Object.fromEntries(rows.map((row) => [row.account, row.cents]))
}

function breakProvider(broken: Partial<PaymentProvider>): () => void {
  const whole = shop.context.payments
  shop.context.payments = { ...whole, ...broken }
  return () => {
    shop.context.payments = whole
  }
}

describe('a refund', () => {
  it('of the whole order returns everything, and the tickets are on sale again', async () => {
    const order = await buy()
    const before = await balances(order.id)
    expect(before).toMatchObject({ buyer: -5450, promoter: 5000 })
    const answer = await refund(order.id)
    expect(answer.status).toBe(201)
    expect(answer.data.refund).toMatchObject({ status: 'succeeded', amount: 54.5, fees: 4.5 })
    expect(answer.data.order.status).toBe('refunded')
    expect(answer.data.order.tickets.map((ticket) => ticket.status)).toEqual(['void', 'void'])
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 0 })
    expect(await balances(order.id)).toMatchObject({ buyer: 0, promoter: 0 })
  })

  it('waits for the platform’s balance, at growing intervals, and is then made once', async () => {
    const order = await buy()
    const engine = createSandboxEngine(shop.context)
    await engine.setShort('platform', true)
    const first = await refund(order.id)
    expect(first.data.refund.status).toBe('pending')
    const provider = shop.context.payments
    let asked = 0
    const repair = breakProvider({ refund: (wish) => ((asked += 1), provider.refund(wish)) })
    for (let minute = 0; minute < 8 * 60; minute += 1) {
      await reconcilePayments(shop.context)
      shop.clock.advance(60_000)
    }
    expect(asked).toBeGreaterThan(8)
    expect(asked).toBeLessThan(20)
    expect((await read(order.id)).status).toBe('paid')
    await engine.setShort('platform', false)
    shop.clock.advance(3_600_000)
    await Promise.all([reconcilePayments(shop.context), reconcilePayments(shop.context)])
    repair()
    expect((await read(order.id)).status).toBe('refunded')
    expect(await balances(order.id)).toMatchObject({ buyer: 0, promoter: 0 })
  })

  it('of one ticket keeps the other valid, and the last includes order-level amounts', async () => {
    const order = await buy()
    const [first, second] = order.tickets.map((ticket) => ticket.id)
    const part = await refund(order.id, { tickets: [first] })
    expect(part.data.refund).toMatchObject({ amount: 26.75, fees: 1.75 })
    expect(part.data.order.status).toBe('partially_refunded')
    expect(part.data.order.tickets.map((ticket) => ticket.status).toSorted()).toEqual(['valid', 'void'])
    expect(await shop.counters(ticketTypeId)).toMatchObject({ sold: 1 })
    const rest = await refund(order.id, { tickets: [second] })
    expect(rest.data.refund.amount).toBe(27.75)
    expect(rest.data.order.status).toBe('refunded')
  })

  it('of an amount voids no ticket', async () => {
    const order = await buy()
    const answer = await refund(order.id, { amount: 10, note: 'The bar was closed' })
    expect(answer.data.refund).toMatchObject({ amount: 10, fees: 0, note: 'The bar was closed' })
    expect(answer.data.order.tickets.every((ticket) => ticket.status === 'valid')).toBe(true)
    expect(await balances(order.id)).toMatchObject({ buyer: -4450, promoter: 4000 })
  })

  it('of a fraction of a cent is refused, not rounded', async () => {
    const order = await buy()
    const body = { amount: 10.005 }
    expect((await refund(order.id, body)).error.details).toEqual([
      { path: 'amount', message: 'This amount has more decimals than EUR allows.' },
    ])
    expect((await refund(order.id, { amount: 10.1 + 0.2 })).data.refund.amount).toBe(10.3)
  })

  it('keeps fees when the promoter does', async () => {
    await sql`update promoters set refunds_return_fees = false`.execute(shop.context.db)
    const order = await buy()
    const answer = await refund(order.id)
    expect(answer.data.refund).toMatchObject({ amount: 50, fees: 0 })
    expect(answer.data.order.status).toBe('refunded')
    const other = await buy()
    expect((await refund(other.id, { all: true, returnFees: true })).data.refund.amount).toBe(54.5)
  })

  it.each([
    ['nothing', {}, 'all'],
    ['everything and an amount', { all: true, amount: 5 }, 'all'],
    ['tickets and an amount', { tickets: ['a'], amount: 5 }, 'all'],
    ['not everything', { all: false }, 'all'],
    ['a field of another name', { ticketIds: ['a'] }, 'ticketIds'],
    ['everything, and a field of another name', { all: true, ticketIds: ['a'] }, 'ticketIds'],
  ])('of %s is refused: exactly one kind is required', async (_what, body, path) => {
    const order = await buy()
    const answer = await refund(order.id, body)
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_ERROR' } })
    expect(answer.error.details).toContainEqual({ path, message: expect.any(String) })
    expect((await read(order.id)).status).toBe('paid')
  })

  it('is made once per key', async () => {
    const order = await buy()
    const key = randomUUID()
    const body = { amount: 5 }
    const answers = await Promise.all([1, 2, 3].map(() => refund(order.id, body, { key })))
    expect(new Set(answers.map((answer) => answer.data.refund.id)).size).toBe(1)
    expect(await balances(order.id)).toMatchObject({ buyer: -4950 })
    for (const other of [{ all: true }, { amount: 6 }, { tickets: [order.tickets[0]?.id] }])
      expect((await refund(order.id, other, { key })).error.code).toBe('KEY_REUSED')
    expect((await refund(order.id, { ...body, note: 'Again' }, { key })).data.refund.amount).toBe(5)
    expect(await balances(order.id)).toMatchObject({ buyer: -4950 })
  })

  it('requested concurrently never exceeds the payment', async () => {
    const order = await buy()
    const [ticket] = order.tickets
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => refund(order.id, { amount: 9 })),
      refund(order.id, { tickets: [ticket?.id] }),
      refund(order.id, { tickets: [ticket?.id] }),
      refund(order.id),
    ])
    const given = answers.flatMap((answer) => (answer.success ? [answer.data.refund.amount] : []))
    expect(given.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(54.5)
    const refusals = answers.flatMap((answer) => (answer.success ? [] : [answer.error.code]))
    expect(new Set(refusals)).toSatisfy((codes: Set<string>) =>
      codes.isSubsetOf(new Set(['REFUND_TOO_MUCH', 'REFUND_NOTHING_LEFT'])),
    )
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents from refunds where order_id = ${order.id} and status = 'succeeded'`.execute(
      shop.context.db,
    )
    expect(rows[0]?.cents).toBe(Math.round(given.reduce((sum, amount) => sum + amount, 0) * 100))
  })

  it('is emailed to the buyer, once each', async () => {
    const order = await buy()
    await refund(order.id, { tickets: [order.tickets[0]?.id] })
    await refund(order.id)
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int from mails where payload ->> 'orderId' = ${order.id} group by kind order by kind`.execute(
      shop.context.db,
    )
    expect(rows).toEqual([
      { kind: 'order_confirmed', count: 1 },
      { kind: 'order_refunded', count: 2 },
    ])
  })

  it('without a provider’s response stays pending, and reconciliation makes it once', async () => {
    const order = await buy()
    const whole = shop.context.payments
    // The money is refunded, but the response is lost.
    const mend = breakProvider({
      refund: async (request) => {
        await whole.refund(request)
        throw new ProviderUnavailable('lost')
      },
    })
    const answer = await refund(order.id)
    expect(answer.data.refund.status).toBe('pending')
    expect(answer.data.order.status).toBe('paid')
    expect((await refund(order.id)).error.code).toBe('REFUND_NOTHING_LEFT')
    mend()
    shop.clock.advance(31_000)
    await Promise.all([reconcilePayments(shop.context), reconcilePayments(shop.context)])
    expect((await read(order.id)).status).toBe('refunded')
    expect(await balances(order.id)).toMatchObject({ buyer: 0 })
  })

  it('refused by the provider changes nothing, and is reported', async () => {
    const order = await buy()
    const mend = breakProvider({
      refund: () => Promise.reject(new RefundRefused('The charge is disputed.')),
    })
    const answer = await refund(order.id)
    mend()
    expect(answer.data.refund).toMatchObject({ status: 'failed', note: 'The charge is disputed.' })
    expect(answer.data.order.status).toBe('paid')
    expect(await listRefundFacts(shop.context.db, order.id)).toMatchObject([{ status: 'failed', tickets: 0 }])
    const { rows } = await sql<{
      trouble: string
    }>`select trouble from payments where order_id = ${order.id}`.execute(shop.context.db)
    expect(rows[0]?.trouble).toContain('disputed')
    expect((await refund(order.id)).data.refund.status).toBe('succeeded')
  })

  it('of free tickets requires no provider', async () => {
    const { promoterId, eventId } = shop
    const free = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 0 })
    const cart = newCartId()
    await shop.hold(cart, { [free]: 2 })
    const { order } = (await shop.checkout(cart, 0)).data
    const answer = await refund(order.id, { tickets: [order.tickets[0]?.id] })
    expect(answer.data.refund).toMatchObject({ status: 'succeeded', amount: 0 })
    expect(answer.data.order.status).toBe('partially_refunded')
    expect((await refund(order.id)).data.order.status).toBe('refunded')
    expect(await shop.counters(free)).toMatchObject({ sold: 0 })
  })
})

describe('refunding', () => {
  it('is for owners and managers of the order’s promoter', async () => {
    const order = await buy()
    const path = `/api/promoter/orders/${order.id}/refunds`
    expect((await shop.ask('POST', path, { body: { all: true }, key: randomUUID() })).status).toBe(401)
    const sales = await openCustomer(shop)
    const { promoterId } = shop
    await insertMember(shop.context.db, { promoterId, accountId: sales.id, role: 'sales' })
    expect((await sales.ask('POST', path, { body: { all: true }, key: randomUUID() })).error.code).toBe(
      'FORBIDDEN',
    )
    const stranger = await openCustomer(shop, { host: 'localhost' })
    const otherId = await insertPromoter(shop.context.db, 'Nordlys')
    await insertMember(shop.context.db, { promoterId: otherId, accountId: stranger.id, role: 'owner' })
    const asked = await stranger.ask('POST', path, { body: { all: true }, key: randomUUID() })
    expect(asked.error.code).toBe('NOT_FOUND')
    const manager = await openCustomer(shop)
    await insertMember(shop.context.db, { promoterId, accountId: manager.id, role: 'manager' })
    const allowed = await manager.ask('POST', path, { body: { all: true }, key: randomUUID() })
    expect(allowed.status).toBe(201)
  })

  it('requires a payment', async () => {
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    const { order } = (await shop.checkout(cart, 54.5)).data
    expect((await refund(order.id)).error.code).toBe('ORDER_NOT_PAID')
    expect((await refund(randomUUID())).error.code).toBe('NOT_FOUND')
    expect((await refund('not-an-id')).error.code).toBe('NOT_FOUND')
    expect((await refund(order.id, {}, { key: '' })).error.code).toBe('VALIDATION_ERROR')
    expect((await refund(order.id, { amount: -1 })).error.code).toBe('VALIDATION_ERROR')
    expect((await refund(order.id, { amount: 1, tickets: ['x'] })).error.code).toBe('VALIDATION_ERROR')
  })
})

describe('the ledger', () => {
  it('refuses unbalanced entries, and any change', async () => {
    const order = await buy()
    const { db } = shop.context
    const { promoterId } = shop
    const { rows } = await sql<{
      id: string
    }>`select id from ledger_transactions where order_id = ${order.id}`.execute(db)
    const id = rows[0]?.id ?? ''
    await expect(
      sql`insert into ledger_entries (transaction_id, position, promoter_id, account, currency, amount_cents)
        values (${id}, 99, ${promoterId}, 'promoter', 'EUR', 1)`.execute(db),
    ).rejects.toThrow('sum to zero')
    await expect(
      sql`update ledger_entries set amount_cents = 1 where transaction_id = ${id}`.execute(db),
    ).rejects.toThrow('append-only')
    await expect(sql`delete from ledger_transactions where id = ${id}`.execute(db)).rejects.toThrow(
      'append-only',
    )
  })
})
