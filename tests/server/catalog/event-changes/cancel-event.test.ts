import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { RefundRefused } from '#server/money/providers/provider.ts'
import { carryOutCancellations } from '#server/jobs/carry-out-cancellations.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

interface Show {
  eventId: string
  typeId: string
}

async function putOn(): Promise<Show> {
  const { context, promoterId } = fixture
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-05T20:00:00Z') })
  await sql`update events set published_at = now() where id = ${eventId}`.execute(context.db)
  const typeId = await insertTicketType(context.db, { promoterId, eventId, priceCents: 2500 })
  return { eventId, typeId }
}

async function buy(wishes: Record<string, number>): Promise<string> {
  const cartId = newCartId()
  await fixture.hold(cartId, wishes)
  const total = Object.values(wishes).reduce((sum, count) => sum + count * 25, 0)
  const { data } = await fixture.checkout(cartId, total)
  await fixture.pay(data.order.id, CARDS.good)
  return data.order.id
}

const view = async (id: string): Promise<ConsoleEvent> =>
  (await fixture.owner.ask<{ event: ConsoleEvent }>('GET', `/api/promoter/events/${id}`)).data.event

async function cancel(eventId: string, body: object = {}): Promise<Answer<{ event: ConsoleEvent }>> {
  const { version } = await view(eventId)
  // So that emails about the cancellation follow those about the sale.
  fixture.clock.advance(1000)
  return fixture.owner.ask('POST', `/api/promoter/events/${eventId}/cancel`, {
    body: { version, note: 'The singer is ill.', refund: true, ...body },
  })
}

const statusOf = async (orderId: string): Promise<[string, number]> => {
  const { rows } = await sql<{ status: string; refunded: number }>`
    select status, refunded_cents as refunded from orders where id = ${orderId}`.execute(fixture.context.db)
  return [rows[0]?.status ?? '', rows[0]?.refunded ?? 0]
}

const ticketsOf = async (orderId: string, eventId: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} and event_id = ${eventId} order by position limit ${limit}`.execute(
    fixture.context.db,
  )
  return rows.map((row) => row.id)
}

const restore = (orderId: string, tickets: readonly (string | undefined)[]): Promise<Answer<unknown>> =>
  fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body: { tickets } })

/** The provider's state of the payment. */
const booksOf = async (orderId: string) => {
  const { rows } = await sql`
    select i.status, i.amount_cents as taken, i.refunded_cents as returned
    from sandbox.intents i join payments p on p.intent_id = i.id where p.order_id = ${orderId}`.execute(
    fixture.context.db,
  )
  return rows
}

const lettersOf = async (orderId: string): Promise<MailRow[]> => {
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where payload ->> 'orderId' = ${orderId} order by created_at`.execute(fixture.context.db)
  return rows
}

/** Test sessions have no refresh tokens. */
const moneyContradictions = async (): Promise<string[]> =>
  (await findContradictions(fixture.context.db)).filter((each) => !each.startsWith('session '))

describe('cancelling an event', () => {
  test('refunds and notifies each order once, however often the job runs', async () => {
    const { eventId, typeId } = await putOn()
    const orders = await Promise.all([buy({ [typeId]: 2 }), buy({ [typeId]: 1 })])
    const answer = await cancel(eventId)
    expect(answer.data.event).toMatchObject({
      status: 'cancelled',
      cancellation: { orders: 2, done: 0, failed: 0, refunds: true, outside: 0, outsideAmount: 0 },
    })
    await Promise.all([carryOutCancellations(fixture.context), carryOutCancellations(fixture.context)])
    await carryOutCancellations(fixture.context)
    expect(await Promise.all(orders.map(statusOf))).toEqual([
      ['refunded', 5000],
      ['refunded', 2500],
    ])
    expect((await view(eventId)).cancellation).toMatchObject({ orders: 2, done: 2, failed: 0, outside: 0 })
    const letters = await lettersOf(orders[0] ?? '')
    expect(letters.map(({ kind }) => kind)).toEqual(['order_confirmed', 'event_cancelled'])
    const [, told] = letters
    const mail = told && (await composeMail(fixture.context, told, 80))
    expect(mail?.subject).toBe('Cancelled: Night Shift')
    expect(mail?.text).toContain('The singer is ill.')
    expect(mail?.text).toContain('€50.00')
    expect(await moneyContradictions()).toEqual([])
  })

  test('reports failed refunds with the payment, and notifies everyone', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy({ [typeId]: 1 })
    const { db } = fixture.context
    await sql`update payments set provider = 'of before' where order_id = ${orderId}`.execute(db)
    await cancel(eventId)
    await carryOutCancellations(fixture.context)
    const { rows } = await sql<{ trouble: string }>`
      select trouble from payments where order_id = ${orderId}`.execute(db)
    expect(rows[0]?.trouble).toContain('no longer connected')
    expect(await statusOf(orderId)).toEqual(['paid', 0])
    expect((await view(eventId)).cancellation).toMatchObject({ orders: 1, done: 0, failed: 1 })
    expect((await lettersOf(orderId)).map(({ kind }) => kind)).toEqual(['order_confirmed', 'event_cancelled'])
    await sql`update payments set provider = 'sandbox' where order_id = ${orderId}`.execute(db)
  })

  test('emails the buyer when the provider refuses the refund, which the cancellation’s email named', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy({ [typeId]: 1 })
    const { payments } = fixture.context
    const refund = () => Promise.reject(new RefundRefused('The card is closed.'))
    Object.assign(fixture.context, { payments: { ...payments, refund } })
    await cancel(eventId)
    await carryOutCancellations(fixture.context)
    Object.assign(fixture.context, { payments })
    expect((await lettersOf(orderId)).map(({ kind }) => kind).toSorted()).toEqual([
      'event_cancelled',
      'order_confirmed',
      'refund_failed',
    ])
  })

  test('tells buyers who paid outside who has their money, and the promoter how much to refund', async () => {
    const { eventId, typeId } = await putOn()
    const take = async (takenOutside: string, quantity: number): Promise<string> => {
      const answer = await fixture.owner.ask<{ detail: OrderDetail }>('POST', '/api/promoter/orders', {
        body: {
          items: [{ ticketTypeId: typeId, quantity }],
          customer: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
          takenOutside,
        },
      })
      return answer.data.detail.order.id
    }
    const [cash] = [await take('cash', 2), await take('complimentary', 1), await buy({ [typeId]: 1 })]
    await cancel(eventId)
    await carryOutCancellations(fixture.context)
    expect((await view(eventId)).cancellation).toEqual({
      refunds: true,
      orders: 3,
      done: 3,
      failed: 0,
      outside: 1,
      outsideAmount: 50,
    })
    const told = (await lettersOf(cash)).at(-1)
    const mail = told && (await composeMail(fixture.context, told, 80))
    expect(mail?.text).toContain('€50.00')
    expect(mail?.text).toContain('The organiser will refund')
    expect(mail?.text).not.toContain('card')
  })

  test('resumes after a crash: recorded refunds are made once', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy({ [typeId]: 1 })
    await cancel(eventId)
    const down = {
      ...fixture.context,
      payments: { ...fixture.context.payments, refund: () => Promise.reject(new Error('gone')) },
    }
    await carryOutCancellations(down)
    expect(await statusOf(orderId)).toEqual(['paid', 2500])
    fixture.clock.advance(10 * 60_000)
    await reconcilePayments(fixture.context)
    await carryOutCancellations(fixture.context)
    expect(await statusOf(orderId)).toEqual(['refunded', 2500])
    expect(await moneyContradictions()).toEqual([])
  })

  test('refunds what a pending refund doesn’t', async () => {
    const [one, other] = [await putOn(), await putOn()]
    const orderId = await buy({ [one.typeId]: 2, [other.typeId]: 1 })
    const { payments } = fixture.context
    fixture.context.payments = { ...payments, refund: () => Promise.reject(new ProviderUnavailable('gone')) }
    await restore(orderId, await ticketsOf(orderId, one.eventId, 1))
    fixture.context.payments = payments
    expect(await statusOf(orderId)).toEqual(['paid', 2500])
    await cancel(one.eventId)
    await carryOutCancellations(fixture.context)
    expect(await statusOf(orderId)).toEqual(['partially_refunded', 5000])
    fixture.clock.advance(10 * 60_000)
    await reconcilePayments(fixture.context)
    expect(await statusOf(orderId)).toEqual(['partially_refunded', 5000])
    expect(await fixture.counters(one.typeId)).toMatchObject({ sold: 0 })
    expect(await fixture.counters(other.typeId)).toMatchObject({ sold: 1 })
    expect(await moneyContradictions()).toEqual([])
  })

  test('refunds what a concurrent refund leaves', async () => {
    const [{ eventId, typeId }, kept] = [await putOn(), await putOn()]
    const orderId = await buy({ [typeId]: 3, [kept.typeId]: 1 })
    const [ticket] = await ticketsOf(orderId, eventId, 1)
    await cancel(eventId)
    const { db } = fixture.context
    const other = await db.startTransaction().execute()
    await sql`select from orders where id = ${orderId} for update`.execute(other)
    const refund = restore(orderId, [ticket])
    await whenWaiting(db)
    const job = carryOutCancellations(fixture.context)
    await whenWaiting(db, 2)
    await other.commit().execute()
    await Promise.all([refund, job])
    expect(await statusOf(orderId)).toEqual(['partially_refunded', 7500])
    expect(await moneyContradictions()).toEqual([])
  })

  test('keeps other events of an order', async () => {
    const [one, other] = [await putOn(), await putOn()]
    const orderId = await buy({ [one.typeId]: 1, [other.typeId]: 2 })
    await cancel(one.eventId)
    await carryOutCancellations(fixture.context)
    expect(await statusOf(orderId)).toEqual(['partially_refunded', 2500])
    expect(await fixture.counters(other.typeId)).toMatchObject({ sold: 2 })
    expect(await fixture.counters(one.typeId)).toMatchObject({ sold: 0 })
  })

  test('without refunds notifies only', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy({ [typeId]: 1 })
    await cancel(eventId, { refund: false })
    await carryOutCancellations(fixture.context)
    expect(await statusOf(orderId)).toEqual(['paid', 0])
    expect((await lettersOf(orderId)).map(({ kind }) => kind)).toEqual(['order_confirmed', 'event_cancelled'])
  })

  test('stops the sale at once, and happens once', async () => {
    const { eventId, typeId } = await putOn()
    const cartId = newCartId()
    await fixture.hold(cartId, { [typeId]: 1 })
    const { data } = await fixture.checkout(cartId, 25)
    await cancel(eventId)
    expect((await fixture.pay(data.order.id, CARDS.good)).error.code).toBe('ORDER_NOT_PAYABLE')
    await carryOutCancellations(fixture.context)
    await reconcilePayments(fixture.context)
    // The payment was refunded at once and never counted as paid.
    expect(await statusOf(data.order.id)).toEqual(['refunded', 0])
    expect(await booksOf(data.order.id)).toEqual([{ status: 'succeeded', taken: 2500, returned: 2500 }])
    expect(await fixture.counters(typeId)).toMatchObject({ sold: 0 })
    expect(await moneyContradictions()).toEqual([])
    expect((await cancel(eventId)).error.code).toBe('EVENT_CANCELLED')
  })

  test('requires a published event', async () => {
    const created = await fixture.owner.ask<{ event: ConsoleEvent }>('POST', '/api/promoter/events', {
      key: randomUUID(),
      body: { title: 'Draft', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' },
    })
    expect((await cancel(created.data.event.id)).error.code).toBe('EVENT_NOT_PUBLIC')
  })
})
