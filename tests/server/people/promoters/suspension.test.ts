import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ManagedPromoter } from '#contracts/operator/promoters.ts'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openOperatorFixture, readMail, type OperatorFixture } from '#tests/support/operators.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let operator: OperatorFixture
let ticketTypeId: string
let otherEventId: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  operator = await openOperatorFixture(fixture.context)
  const { db } = fixture.context
  const { promoterId, eventId } = fixture
  await sql`update events set slug = 'gala' where id = ${eventId}`.execute(db)
  ticketTypeId = await insertTicketType(db, { promoterId, eventId, capacity: 100, priceCents: 2500 })
  const other = await insertPromoter(db, 'Nordlys')
  otherEventId = await insertEvent(db, { promoterId: other, startsAt: new Date('2026-12-02T20:00:00Z') })
  await fixture.context.sites.reload()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.context.db.deleteFrom('rate_limits').execute()
  await sql`update promoters set status = 'active'`.execute(fixture.context.db)
  await fixture.context.sites.reload()
})

const act = (move: string, body: object, promoterId = fixture.promoterId) =>
  operator.ask<{ promoter: ManagedPromoter }>('POST', `/api/operator/promoters/${promoterId}/${move}`, {
    body,
  })
const suspend = (reason = 'Reports of fraud') => act('suspend', { reason })
const reinstate = (message = '') => act('reinstate', { message })

const hold = async (quantity = 1): Promise<string> => {
  const cartId = newCartId()
  const { data } = await fixture.hold(cartId, { [ticketTypeId]: quantity })
  expect(data).toMatchObject({ items: [{ held: quantity }] })
  return cartId
}
const order = async (): Promise<string> => {
  const { data } = await fixture.checkout(await hold(), 25)
  return data.order.id
}
const titles = async (host: string): Promise<string[]> => {
  const { data } = await fixture.ask<{ events: { id: string }[] }>('GET', '/api/public/events', { host })
  return data.events.map(({ id }) => id)
}

/** Without those about the sessions that this test inserts. */
const contradictions = async (): Promise<string[]> =>
  (await findContradictions(fixture.context.db)).filter((wrong) => !wrong.startsWith('session'))

describe('suspending a promoter', () => {
  test('hides its events on its storefront and on the main site, and leaves others', async () => {
    expect(await titles(fixture.host)).toEqual([fixture.eventId])
    expect(await suspend()).toMatchObject({ status: 200, data: { promoter: { status: 'suspended' } } })
    expect(await titles(fixture.host)).toEqual([])
    expect(await titles('localhost')).toEqual([otherEventId])
    for (const path of [fixture.eventId, 'gala', `${fixture.eventId}/tickets`])
      expect((await fixture.ask('GET', `/api/public/events/${path}`)).error.code).toBe('NOT_FOUND')
    expect(fixture.context.sites.resolve(fixture.host)).toMatchObject({ closed: 'suspended' })
    await reinstate()
    expect(await titles('localhost')).toEqual([fixture.eventId, otherEventId])
    expect(fixture.context.sites.resolve(fixture.host)).not.toHaveProperty('closed')
  })

  test('refuses holds, orders and payments, each with its code', async () => {
    const [cartId, orderId, paying] = [await hold(), await order(), await order()]
    await fixture.ask('POST', '/api/payments/create-intent', { body: { orderId: paying } })
    await suspend()
    const held = await fixture.hold(newCartId(), { [ticketTypeId]: 1 })
    expect(held.data).toMatchObject({ items: [{ held: 0, reason: 'NOT_ON_SALE' }] })
    expect((await fixture.checkout(cartId, 25)).error.code).toBe('SHOP_CLOSED')
    const intent = await fixture.ask('POST', '/api/payments/create-intent', { body: { orderId } })
    expect(intent.error.code).toBe('SHOP_CLOSED')
    for (const id of [orderId, paying])
      expect((await fixture.pay(id, CARDS.good)).error.code).toBe('SHOP_CLOSED')
    const manual = await fixture.owner.ask('POST', '/api/promoter/orders', {
      body: {
        items: [{ ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
        takenOutside: 'complimentary',
      },
    })
    expect(manual.error.code).toBe('NOT_ON_SALE')
    const { rows } = await sql`select from payments where status <> 'open'`.execute(fixture.context.db)
    expect(rows).toEqual([])
    expect(await contradictions()).toEqual([])
  })

  test('leaves sold tickets, orders and their emails valid', async () => {
    const orderId = await order()
    expect((await fixture.pay(orderId, CARDS.good)).data).toMatchObject({ status: 'succeeded' })
    await suspend()
    const { data } = await fixture.ask<{ order: { status: string; tickets: { status: string }[] } }>(
      'GET',
      `/api/public/orders/${orderId}`,
    )
    expect(data.order).toMatchObject({ status: 'paid', tickets: [{ status: 'valid' }] })
    const mail = await readMail(fixture.context, { kind: 'order_confirmed', to: 'ada@example.com' })
    // With date and place of the event.
    expect(mail?.text).toContain('1 December 2026')
    const seen = await fixture.owner.ask('GET', `/api/promoter/orders/${orderId}`)
    expect(seen.status).toBe(200)
  })

  test('refunds a payment that succeeds afterwards, and tells the buyer', async () => {
    const orderId = await order()
    // The bank’s answer arrives after the suspension.
    expect((await fixture.pay(orderId, CARDS.late)).data).toMatchObject({ status: 'processing' })
    await suspend()
    fixture.clock.advance(60_000)
    await deliverSandboxEvents(fixture.context)
    await reconcilePayments(fixture.context)
    const { rows } = await sql<{ status: string; payment: string; reason: string; refund: string }>`
      select o.status, p.status as payment, r.reason, r.status as refund
      from orders o join payments p on p.order_id = o.id join refunds r on r.order_id = o.id where o.id = ${orderId}`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([
      { status: 'refunded', payment: 'refunded', reason: 'not_honoured', refund: 'succeeded' },
    ])
    expect(await contradictions()).toEqual([])
    expect(
      (await readMail(fixture.context, { kind: 'order_refunded', to: 'ada@example.com' }))?.text,
    ).toContain('25.00')
  })

  test('in the middle of a sale oversells nothing and charges nobody without refund', async () => {
    const buyers = Array.from({ length: 24 }, async (_, index) => {
      const cartId = newCartId()
      const held = await fixture.hold(cartId, { [ticketTypeId]: 1 })
      if (!held.success || held.data.items[0]?.held !== 1) return 'no hold'
      const placed = await fixture.checkout(cartId, 25, {
        customer: { firstName: 'Ada', lastName: 'Lovelace', email: `buyer${index}@example.com` },
      })
      if (!placed.success) return placed.error.code
      const paid = await fixture.pay(placed.data.order.id, index % 3 === 0 ? CARDS.late : CARDS.good)
      return paid.success ? paid.data.status : paid.error.code
    })
    const suspended = (async () => {
      await Promise.any(buyers.slice(0, 8))
      return suspend()
    })()
    const [said, answer] = await Promise.all([Promise.all(buyers), suspended])
    expect(answer.status).toBe(200)
    const allowed = [
      'no hold',
      'SHOP_CLOSED',
      'NOT_ON_SALE',
      'SOLD_OUT',
      'ORDER_NOT_PAYABLE',
      'succeeded',
      'processing',
    ]
    expect(said.filter((each) => !allowed.includes(each))).toEqual([])
    fixture.clock.advance(60_000)
    await deliverSandboxEvents(fixture.context)
    await reconcilePayments(fixture.context)
    const { db } = fixture.context
    expect(await contradictions()).toEqual([])
    // Every charge belongs to a paid order or is refunded.
    const { rows } = await sql<{ status: string; payment: string }>`
      select o.status, p.status as payment from orders o join payments p on p.order_id = o.id
      where p.status in ('succeeded', 'refunding', 'refunded', 'processing')`.execute(db)
    for (const { status, payment } of rows)
      expect([`paid succeeded`, `refunded refunded`]).toContain(`${status} ${payment}`)
    // Nothing is sold from then on.
    const { sold } = await fixture.counters(ticketTypeId)
    expect((await fixture.hold(newCartId(), { [ticketTypeId]: 1 })).data.items[0]?.held).toBe(0)
    expect((await fixture.counters(ticketTypeId)).sold).toBe(sold)
  })

  test('while 20 buyers are at every stage of a purchase, no charge remains without a paid order', async () => {
    const { context } = fixture
    // Five buyers each have a hold, a pending order, a payment that is processed, and an open challenge of their bank.
    const steps = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const cartId = await hold()
        const stage = index % 4
        if (stage === 0) return () => fixture.checkout(cartId, 25)
        const { id } = (await fixture.checkout(cartId, 25)).data.order
        if (stage === 1) return () => fixture.pay(id, CARDS.good)
        await fixture.pay(id, stage === 2 ? CARDS.late : CARDS.challenged)
        const { intent_id: intentId } = await context.db
          .selectFrom('payments')
          .select('intent_id')
          .where('order_id', '=', id)
          .executeTakeFirstOrThrow()
        return stage === 2
          ? () => deliverSandboxEvents(context)
          : () => answerCardChallenge(context, { intentId: intentId ?? '', approved: true })
      }),
    )
    fixture.clock.advance(60_000)
    await Promise.all([suspend(), ...steps.map((step) => step())])
    await deliverSandboxEvents(context)
    await reconcilePayments(context)
    expect(await contradictions()).toEqual([])
    // By the provider's books.
    const { rows } = await sql<{ charged: number; order: string; tickets: number }>`
      select (i.amount_cents - coalesce((select sum(amount_cents) from sandbox.refunds r
          where r.intent_id = i.id and r.status = 'succeeded'), 0))::int as charged, o.status as order,
        (select count(*)::int from tickets t where t.order_id = o.id and t.status = 'valid') as tickets
      from sandbox.intents i join payments p on p.intent_id = i.id join orders o on o.id = p.order_id
      where i.status <> 'open' and i.status <> 'cancelled'`.execute(context.db)
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const row of rows)
      expect([
        { charged: 2500, order: 'paid', tickets: 1 },
        { charged: 0, order: 'refunded', tickets: 0 },
      ]).toContainEqual(row)
    const { rows: sold } = await sql<{ tickets: number }>`
      select count(*)::int as tickets from tickets where ticket_type_id = ${ticketTypeId} and status = 'valid'`.execute(
      context.db,
    )
    expect((await fixture.counters(ticketTypeId)).sold).toBe(sold[0]?.tickets)
  })

  test('holds payouts of its members until it is reinstated', async () => {
    const { db } = fixture.context
    const now = new Date(fixture.clock.now())
    const payout = await db
      .insertInto('payouts')
      .values({
        promoter_id: fixture.promoterId,
        member_id: fixture.owner.accountId,
        amount_cents: 500,
        currency: 'EUR',
        idempotency_key: 'held',
        provider: fixture.context.payments.name,
        payee_id: 'acct_1',
        status: 'approved',
        decided_at: now,
        requested_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await suspend()
    await sendPayouts(fixture.context)
    const look = async () =>
      (await db.selectFrom('payouts').select('checked_at').where('id', '=', payout.id).executeTakeFirst())
        ?.checked_at
    expect(await look()).toBeNull()
    const asked = await fixture.owner.ask('POST', `/api/staff/${fixture.owner.accountId}/payouts`, {
      body: { amount: 1, currency: 'EUR' },
    })
    expect(asked.error.code).toBe('PAYOUTS_ON_HOLD')
    await reinstate()
    await sendPayouts(fixture.context)
    expect(await look()).not.toBeNull()
    await db.deleteFrom('payouts').where('id', '=', payout.id).execute()
  })

  test('is refused without a reason, twice is the same, and an unknown promoter isn’t found', async () => {
    expect((await act('suspend', { reason: ' ' })).error.code).toBe('VALIDATION_ERROR')
    expect((await act('suspend', {}, 'nonsense')).error.code).toBe('VALIDATION_ERROR')
    expect((await act('suspend', { reason: 'x' }, 'nonsense')).error.code).toBe('NOT_FOUND')
    expect((await act('suspend', { reason: 'x' }, crypto.randomUUID())).error.code).toBe('NOT_FOUND')
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from operator_log where action = 'promoter.suspended'`.execute(
        fixture.context.db,
      )
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const answers = await Promise.all([suspend(), suspend(), suspend()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await count()).toBe(before + 1)
    expect((await act('reject', { reason: 'x' })).error.code).toBe('PROMOTER_MOVED')
    expect((await act('approve', {})).error.code).toBe('PROMOTER_MOVED')
    // Another promoter is not affected.
    const { rows } = await sql<{ name: string }>`select name from promoters where status <> 'active'`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ name: 'Aurora' }])
  })

  test('is explained to the owners by email, in the console and in the audit log', async () => {
    fixture.clock.advance(1000)
    await suspend('Tickets for an event that doesn’t exist')
    const { rows } = await sql<{ email: string }>`
      select email from accounts where id = ${fixture.owner.accountId}`.execute(fixture.context.db)
    const mail = await readMail(fixture.context, { kind: 'promoter_status', to: rows[0]?.email ?? '' })
    expect(mail?.subject).toBe('Aurora is suspended')
    expect(mail?.text).toContain('Tickets for an event that doesn’t exist')
    const own = await fixture.owner.ask<{ promoters: object[] }>('GET', '/api/auth/customer/promoters')
    expect(own.data.promoters).toMatchObject([
      { status: 'suspended', statusReason: 'Tickets for an event that doesn’t exist' },
    ])
    const log = await fixture.owner.ask<{ entries: object[] }>('GET', '/api/promoter/audit-log')
    expect(log.data.entries[0]).toMatchObject({
      action: 'promoter.suspended',
      actor: { kind: 'operator', name: 'Ada Lovelace' },
      after: { status: 'suspended', reason: 'Tickets for an event that doesn’t exist' },
    })
  })
})

test('a promoter doesn’t publish while it is suspended', async () => {
  const { data } = await fixture.owner.ask<{ event: { id: string; version: number } }>(
    'GET',
    `/api/promoter/events/${fixture.eventId}`,
  )
  const { version } = data.event
  await fixture.owner.ask('POST', `/api/promoter/events/${fixture.eventId}/unpublish`, { body: { version } })
  await suspend()
  const publish = (at: number) =>
    fixture.owner.ask('POST', `/api/promoter/events/${fixture.eventId}/publish`, { body: { version: at } })
  expect((await publish(version + 1)).error.code).toBe('PROMOTER_SUSPENDED')
  await reinstate()
  expect((await publish(version + 1)).status).toBe(200)
})
