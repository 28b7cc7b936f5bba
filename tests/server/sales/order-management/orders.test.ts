import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertSession } from '#tests/support/accounts.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { OrderRowView } from '#contracts/console/orders/orders.ts'
import type { Refund } from '#contracts/console/orders/refunds.ts'
import type { Order } from '#model/sales/orders.ts'
import { fillOrderSearchTexts } from '#server/jobs/fill-order-search.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import {
  insertEvent,
  insertFees,
  insertPromo,
  insertPromoter,
  insertTicketType,
} from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let ticketTypeId: string

beforeEach(async () => {
  fixture = await openConsoleFixture()
  await insertFees(fixture.context.db, { promoterId: fixture.promoterId, orderBaseCents: 100 })
  ticketTypeId = await insertTicketType(fixture.context.db, fixture)
})
afterEach(async () => {
  // Test members have sessions without refresh tokens.
  const wrong = await findContradictions(fixture.context.db)
  expect(wrong.filter((each) => !each.startsWith('session '))).toEqual([])
  await fixture.close()
})

interface Buying {
  firstName?: string
  lastName?: string
  email?: string
  promoCode?: string
  attendees?: { firstName: string; lastName: string; email?: string }[]
  quantity?: number
  total?: number
}

/** Places an order of two tickets at 25.00 plus 1.00 per order, by default. */
async function place(buying: Buying = {}): Promise<Order> {
  const { firstName = 'Ada', lastName = 'Lovelace', email = 'ada@example.com', quantity = 2 } = buying
  const cart = newCartId()
  await fixture.hold(cart, { [ticketTypeId]: quantity })
  const answer = await fixture.checkout(cart, buying.total ?? quantity * 25 + 1, {
    customer: { firstName, lastName, email },
    ...(buying.promoCode ? { promoCode: buying.promoCode } : {}),
    ...(buying.attendees ? { attendees: buying.attendees.map((each) => ({ ticketTypeId, ...each })) } : {}),
  })
  expect(answer.status).toBe(201)
  return answer.data.order
}

async function buy(buying: Buying = {}): Promise<Order> {
  const { id } = await place(buying)
  await fixture.pay(id, CARDS.good)
  const answer = await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)
  expect(answer.data.order.status).toBe('paid')
  return answer.data.order
}

type Listed = Answer<{ orders: OrderRowView[]; nextCursor: string | null }>
const list = (query = ''): Promise<Listed> => fixture.owner.ask('GET', `/api/promoter/orders${query}`)
const numbers = async (query: string): Promise<string[]> =>
  (await list(query)).data.orders.map((each) => each.number)

type Shown = Answer<{ detail: OrderDetail }>
const show = (id: string): Promise<Shown> => fixture.owner.ask('GET', `/api/promoter/orders/${id}`)
const act = <Data = { detail: OrderDetail }>(
  id: string,
  what: string,
  body?: unknown,
): Promise<Answer<Data>> => fixture.owner.ask('POST', `/api/promoter/orders/${id}/${what}`, { body })

const auditLog = async (): Promise<string> => {
  const { rows } = await sql`select * from audit_log`.execute(fixture.context.db)
  return JSON.stringify(rows)
}
const audited = async (): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from audit_log order by id`.execute(
    fixture.context.db,
  )
  return rows.map((row) => row.action)
}

describe('the list of orders', () => {
  it('searches fragments of number, name, address, holder and code, before and after the job', async () => {
    const ada = await buy({
      attendees: [{ firstName: 'Grace', lastName: 'Hopper', email: 'grace@navy.example' }],
    })
    fixture.clock.advance(1000)
    const carl = await buy({
      firstName: 'Carl',
      lastName: 'Gauß',
      email: 'carl@göttingen.example'.replace('ö', 'oe'),
    })
    const code = ada.tickets[1]?.code ?? ''
    const asked = [
      'lovel',
      'ADA@ex',
      'opper',
      'navy',
      ada.number.slice(2, 6),
      code.slice(1, 8),
      'grace hop ada',
      'ada lovel',
    ]
    for (const filled of [false, true]) {
      for (const q of asked)
        expect(await numbers(`?q=${encodeURIComponent(q)}`), `${q} ${String(filled)}`).toEqual([ada.number])
      expect(await numbers('?q=auß')).toEqual([carl.number])
      expect(await numbers('?q=a')).toEqual([carl.number, ada.number])
      expect(await numbers('?q=%25')).toEqual([])
      expect(await numbers('?q=lovelace%20carl')).toEqual([])
      await fillOrderSearchTexts(fixture.context)
    }
    const { rows } = await sql`select from order_search`.execute(fixture.context.db)
    expect(rows).toHaveLength(2)
  })

  it('filters by status, event, promo code, time and attention', async () => {
    const { promoterId } = fixture
    await insertPromo(fixture.context.db, { promoterId, code: 'TEN', percent: 10 })
    const plain = await buy()
    const promo = await buy({ promoCode: 'TEN', total: 46 })
    const unpaid = await place()
    const elsewhere = await insertEvent(fixture.context.db, {
      promoterId,
      startsAt: new Date('2026-12-03T20:00:00Z'),
    })
    expect(await numbers('?status=pending')).toEqual([unpaid.number])
    expect(await numbers('?promo=ten')).toEqual([promo.number])
    expect(await numbers(`?eventId=${elsewhere}`)).toEqual([])
    expect((await numbers(`?eventId=${fixture.eventId}`)).length).toBe(3)
    expect(await numbers('?to=2026-11-20')).toEqual([])
    expect((await numbers('?from=2026-11-21&to=2026-11-21')).length).toBe(3)
    expect(await numbers('?status=attention')).toEqual([])
    await sql`update payments set trouble = 'Look at this.' where order_id = ${plain.id}`.execute(
      fixture.context.db,
    )
    const [troubled] = (await list('?status=attention')).data.orders
    expect(troubled).toMatchObject({ number: plain.number, needsAttention: true })
    fixture.clock.advance(11 * 60_000)
    expect(await numbers('?status=expired')).toEqual([unpaid.number])
    expect(await numbers('?status=pending')).toEqual([])
    expect((await list('?cursor=nonsense')).error.code).toBe('VALIDATION_ERROR')
    expect(await numbers('?eventId=nonsense')).toEqual([])
  })

  it('is paginated without duplicates', async () => {
    const placed: string[] = []
    for (let count = 0; count < 27; count += 1) {
      placed.unshift((await buy({ quantity: 1 })).number)
      fixture.clock.advance(count % 3 === 0 ? 1000 : 0)
    }
    const first = await list('?q=love')
    const second = await list(`?q=love&cursor=${first.data.nextCursor ?? ''}`)
    expect(first.data.orders).toHaveLength(25)
    expect(second.data.nextCursor).toBeNull()
    const seen = [...first.data.orders, ...second.data.orders].map((each) => each.number)
    expect(seen.toSorted()).toEqual(placed.toSorted())
  })

  it('is for owners and managers of the promoter', async () => {
    const order = await buy()
    const manager = await fixture.join('manager')
    expect((await manager.ask('GET', '/api/promoter/orders')).status).toBe(200)
    for (const role of ['sales', 'door', 'nobody'] as const) {
      const { ask } = await fixture.join(role)
      expect((await ask('GET', '/api/promoter/orders')).status).toBe(403)
      expect((await ask('GET', `/api/promoter/orders/${order.id}`)).status).toBe(403)
    }
    expect((await fixture.ask('GET', '/api/promoter/orders')).status).toBe(401)
    const other = await insertPromoter(fixture.context.db, 'Other')
    await sql`update members set promoter_id = ${other} where account_id = ${manager.accountId}`.execute(
      fixture.context.db,
    )
    await fixture.context.sites.reload()
    const host = 'other.localhost'
    const there = { host, bearer: await insertSession(fixture.context, manager.accountId, host) }
    expect((await manager.ask<{ orders: [] }>('GET', '/api/promoter/orders', there)).data.orders).toEqual([])
    const [ticket] = order.tickets
    const foreign: [string, string, unknown?][] = [
      ['GET', `/api/promoter/orders/${order.id}`],
      ['POST', `/api/promoter/orders/${order.id}/refund-previews`, { all: true }],
      ['POST', `/api/promoter/orders/${order.id}/refunds`, { all: true }],
      ['POST', `/api/promoter/orders/${order.id}/resends`],
      ['POST', `/api/promoter/orders/${order.id}/cancel`],
      ['POST', `/api/promoter/orders/${order.id}/notes`, { text: 'Mine' }],
      [
        'PUT',
        `/api/promoter/tickets/${ticket?.id ?? ''}`,
        { firstName: 'A', lastName: 'B', email: '', version: 1 },
      ],
    ]
    for (const [method, path, body] of foreign)
      expect((await manager.ask(method, path, { ...there, body })).status).toBe(404)
  })
})

describe('an order', () => {
  it('is returned with amounts, tickets and history', async () => {
    const order = await buy()
    await act(order.id, 'notes', { text: 'Comes by wheelchair' })
    await act<{ refund: Refund }>(order.id, 'refunds', { amount: 10, note: 'Late' })
    const { detail } = (await show(order.id)).data
    expect(detail.money).toMatchObject({ paid: 41, yours: 40, taxes: 0, commission: 0 })
    expect(detail.payment).toMatchObject({ provider: 'sandbox', status: 'succeeded', trouble: '' })
    expect(detail.tickets).toHaveLength(2)
    const told = detail.timeline.map((each) => each.text)
    for (const text of ['Order placed', 'Paid in test mode', 'Note', 'Refund of €10.00'])
      expect(told).toContain(text)
    expect(detail.timeline.find((each) => each.kind === 'note')?.more).toBe('Comes by wheelchair')
    expect(await audited()).toEqual(['order.noted', 'order.refunded'])
  })

  it('previews exactly the refund that follows', async () => {
    const order = await buy()
    const [first] = order.tickets
    for (const body of [{ tickets: [first?.id] }, { amount: 5 }, { all: true }]) {
      const preview = await act<{ amount: number; tickets: string[] }>(order.id, 'refund-previews', body)
      const done = await act<{ refund: Refund; order: Order }>(order.id, 'refunds', body)
      expect(done.data.refund.amount).toBe(preview.data.amount)
      const voided = done.data.order.tickets.filter((each) => each.status === 'void').map((each) => each.id)
      expect(voided).toEqual(expect.arrayContaining(preview.data.tickets))
    }
    expect((await act(order.id, 'refund-previews', { all: true })).error.code).toBe('REFUND_NOTHING_LEFT')
    expect((await act(order.id, 'refund-previews', { amount: 1, tickets: ['x'] })).status).toBe(422)
  })

  it('is refunded once by two concurrent calls', async () => {
    const order = await buy()
    const answers = await Promise.all([1, 2].map(() => act(order.id, 'refunds', { all: true })))
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['201', '409'])
  })

  it('is resent once per request', async () => {
    const order = await buy()
    const key = randomUUID()
    for (const each of [key, key, randomUUID()])
      expect(
        (await fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/resends`, { key: each })).status,
      ).toBe(201)
    const { rows } = await sql`select from mails where kind = 'order_resent'`.execute(fixture.context.db)
    expect(rows).toHaveLength(2)
    const { detail } = (await show(order.id)).data
    expect(detail.timeline.filter((each) => each.text.includes('resent'))).toHaveLength(2)
    const log = await auditLog()
    expect(log).toContain('order.resent')
    expect(log).not.toContain('@')
    const unpaid = await place()
    expect((await act(unpaid.id, 'resends')).error.code).toBe('ORDER_NOT_PAID')
  })

  it('is cancelled while pending, and its tickets are on sale again', async () => {
    const order = await place()
    const answer = await act(order.id, 'cancel')
    expect(answer.data.detail.order.status).toBe('cancelled')
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ held: 0, sold: 0 })
    expect((await act(order.id, 'cancel')).error.code).toBe('ORDER_NOT_PAYABLE')
    expect((await act((await buy()).id, 'cancel')).error.code).toBe('ORDER_NOT_PAYABLE')
    expect(await audited()).toEqual(['order.cancelled'])
  })

  it('is either cancelled or paid when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await place()
      const [off] = await Promise.all([act(order.id, 'cancel'), fixture.pay(order.id, CARDS.good)])
      const { status } = (await show(order.id)).data.detail.order
      // A payment after the cancellation is honoured or refunded.
      expect(off.success ? ['cancelled', 'paid', 'refunded'] : ['paid', 'pending']).toContain(status)
    }
  })
})

describe('a ticket’s holder', () => {
  const rename = (
    id: string,
    body: unknown,
  ): Promise<Answer<{ ticket: { holder: string; version: number } }>> =>
    fixture.owner.ask('PUT', `/api/promoter/tickets/${id}`, { body })

  it('changes without a new code, and concurrent changes conflict', async () => {
    const order = await buy()
    const [ticket] = order.tickets
    const id = ticket?.id ?? ''
    const body = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', version: 1 }
    fixture.clock.advance(1000)
    expect((await rename(id, body)).data.ticket).toMatchObject({
      holder: 'Grace Hopper',
      version: 2,
      code: ticket?.code,
    })
    const late = await rename(id, { ...body, firstName: 'Mary' })
    expect(late.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { firstName: 'Grace', version: 2 } },
    })
    expect(await numbers('?q=hopper')).toEqual([order.number])
    await fillOrderSearchTexts(fixture.context)
    expect(await numbers('?q=grace@ex')).toEqual([order.number])
    const { detail } = (await show(order.id)).data
    expect(detail.timeline[0]).toMatchObject({
      kind: 'change',
      text: `Ticket ${ticket?.code ?? ''} renamed`,
      more: 'Another name, another address',
    })
    const log = await auditLog()
    expect(log).toContain('ticket.holder_changed')
    expect(log).not.toMatch(/lovelace|hopper|@/i)
    await act(order.id, 'refunds', { all: true })
    expect((await rename(id, { ...body, version: 2 })).error.code).toBe('TICKET_VOID')
    expect((await rename(id, { ...body, firstName: '' })).status).toBe(422)
  })
})
