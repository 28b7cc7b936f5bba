import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStatement, StatementEvent } from '#contracts/console/statements/event-statements.ts'
import type { NotDueEvent } from '#contracts/console/settlements.ts'
import { eventNotRefundedMessage } from '#model/money/payment-problems.ts'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { seeded } from '#tests/support/kills.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hear, sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

describe('a balance', () => {
  it('isn’t due before the event has ended some days ago', async () => {
    await fixture.sellTickets(4)
    expect(await fixture.balance()).toEqual({
      currency: 'EUR',
      balance: 100,
      notDue: 100,
      reserve: 0,
      memberDebt: 0,
      available: 0,
      underway: 0,
      paid: 0,
      next: null,
    })
    await fixture.endEvent()
    expect(await fixture.balance()).toMatchObject({ notDue: 0, available: 100 })
  })

  it('of an order for two events is due after the later one', async () => {
    const { promoterId, context } = fixture.shop
    const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-20T20:00:00Z') })
    const other = await insertTicketType(context.db, { promoterId, eventId })
    await sell(fixture.shop, { linkId: null, wishes: { [fixture.ticketTypeId]: 1, [other]: 1 }, total: 50 })
    await fixture.sellTickets(1)
    await fixture.endEvent()
    expect(await fixture.balance()).toMatchObject({ balance: 75, notDue: 50, available: 25 })
  })

  it('is listed by event with the date when it becomes due', async () => {
    const { promoterId, context } = fixture.shop
    const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-20T20:00:00Z') })
    const other = await insertTicketType(context.db, { promoterId, eventId })
    await sell(fixture.shop, { linkId: null, wishes: { [fixture.ticketTypeId]: 1, [other]: 1 }, total: 50 })
    await fixture.sellTickets(2)
    const list = async () =>
      (await fixture.owner.ask<{ events: NotDueEvent[] }>('GET', '/api/promoter/settlement-balances/events'))
        .data.events
    const first = { eventId: fixture.shop.eventId, currency: 'EUR', amount: 50 }
    const second = { eventId, currency: 'EUR', amount: 50 }
    const events = await list()
    expect(events).toMatchObject([first, second])
    const dueAt = (id: string) => events.find((each) => each.eventId === id)?.dueAt ?? ''
    const { rows } = await sql<{ id: string; dueAt: Date }>`
      select id, ends_at + interval '72 hours' as "dueAt" from events`.execute(context.db)
    for (const row of rows) expect(dueAt(row.id)).toBe(row.dueAt.toISOString())
    await fixture.endEvent()
    expect(await list()).toMatchObject([second])
    await sql`update events set status = 'cancelled', cancelled_at = '2026-11-22', cancel_refunds = true where id = ${eventId}`.execute(
      context.db,
    )
    const [order] = (
      await sql<{ id: string }>`select id from orders order by created_at limit 1`.execute(context.db)
    ).rows
    await sql`
      insert into cancelled_orders (promoter_id, event_id, order_id, done_at, refused)
      values (${promoterId}, ${eventId}, ${order?.id}, '2026-11-23', true)`.execute(context.db)
    expect(await list()).toMatchObject([{ ...second, dueAt: null }])
    expect(await fixture.balance()).toMatchObject({ notDue: 50 })
  })

  it('moves with a postponed event', async () => {
    await fixture.sellTickets(1)
    await fixture.endEvent()
    const { db } = fixture.shop.context
    await sql`update events set starts_at = '2027-01-01', ends_at = '2027-01-02'`.execute(db)
    expect(await fixture.balance()).toMatchObject({ notDue: 25, available: 0 })
  })

  it('isn’t due sooner when the event is moved earlier after a sale', async () => {
    const { db } = fixture.shop.context
    const move = (end: string) =>
      sql`update events set starts_at = ${end}::timestamptz - interval '2 hours', ends_at = ${end}`.execute(
        db,
      )
    await move('2027-06-01')
    await move('2027-01-02')
    await fixture.sellTickets(1)
    await move('2026-11-22')
    await move('2026-11-21')
    await fixture.endEvent()
    expect(await fixture.balance()).toMatchObject({ notDue: 25, available: 0 })
    const path = `/api/promoter/events/${fixture.shop.eventId}/statement`
    const { data } = await fixture.owner.ask<{ statement: { dueAt: string } }>('GET', path)
    expect(data.statement.dueAt).toBe('2027-01-05T00:00:00.000Z')
    await fixture.days(40)
    expect(await fixture.balance()).toMatchObject({ notDue: 0, available: 25 })
  })

  it('of a cancelled event isn’t due before its refunds are done', async () => {
    const id = await fixture.sellTickets(1)
    await sql`update events set status = 'cancelled', cancelled_at = '2026-11-22', cancel_refunds = true`.execute(
      fixture.shop.context.db,
    )
    await sql`
      insert into cancelled_orders (promoter_id, event_id, order_id)
      values (${fixture.shop.promoterId}, ${fixture.shop.eventId}, ${id})`.execute(fixture.shop.context.db)
    await fixture.endEvent()
    expect(await fixture.balance()).toMatchObject({ notDue: 25, available: 0 })
    await sql`update cancelled_orders set done_at = '2026-11-23', refused = true`.execute(
      fixture.shop.context.db,
    )
    expect(await fixture.balance()).toMatchObject({ notDue: 25, available: 0 })
    await fixture.refund(id)
    expect(await fixture.balance()).toMatchObject({ balance: 0, notDue: 0 })
  })

  it.each([
    ['kept', { balance: 25, notDue: 0, available: 25 }],
    ['refunded', { balance: 0, notDue: 0, available: 0 }],
  ] as const)(
    'of a cancelled event is settled when its refused refund is marked as %s',
    async (outcome, then) => {
      const id = await fixture.sellTickets(1)
      const { db } = fixture.shop.context
      const problem = eventNotRefundedMessage('The payment is disputed.')
      await sql`update events set status = 'cancelled', cancelled_at = '2026-11-22', cancel_refunds = true`.execute(
        db,
      )
      await sql`
      insert into cancelled_orders (promoter_id, event_id, order_id, done_at, refused)
      values (${fixture.shop.promoterId}, ${fixture.shop.eventId}, ${id}, '2026-11-22', true)`.execute(db)
      await sql`update payments set trouble = ${problem}`.execute(db)
      await fixture.endEvent()
      expect(await fixture.balance()).toMatchObject({ notDue: 25, available: 0 })
      const handle = () =>
        fixture.operate('POST', `/api/operator/orders/${id}/trouble/handled`, {
          body: { problem, note: 'As agreed with the buyer', outcome },
        })
      const answers = await Promise.all([handle(), handle()])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect((await handle()).error.code).toBe('TROUBLE_MOVED')
      expect(await fixture.balance()).toMatchObject(then)
      const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'trouble.handled'`.execute(db)
      expect(rows).toMatchObject([{ after: { outcome, reason: 'As agreed with the buyer' } }])
    },
  )

  it('has an early share and a reserve, as an operator decides', async () => {
    await fixture.sellTickets(4)
    await fixture.putRules({ earlyShare: 40 })
    expect(await fixture.balance()).toMatchObject({ notDue: 60, reserve: 0, available: 40 })
    await fixture.putRules({ reserve: 10, reserveDays: 30 })
    expect(await fixture.balance()).toMatchObject({ notDue: 60, reserve: 4, available: 36 })
    await fixture.endEvent()
    expect(await fixture.balance()).toMatchObject({ notDue: 0, reserve: 10, available: 90 })
    await fixture.days(30)
    expect(await fixture.balance()).toMatchObject({ reserve: 0, available: 100 })
  })

  it('is only the promoter’s own', async () => {
    await fixture.sellTickets(1)
    const { body } = await fixture
      .operate('GET', '/api/operator/balances')
      .then((answer) => ({ body: answer.data }))
    expect(body).toMatchObject({
      promoters: [
        { id: fixture.shop.promoterId, name: 'Aurora', isHeld: false, balances: [{ balance: 25 }] },
      ],
      nextCursor: null,
    })
  })
})

describe('an operator', () => {
  const byBank = async (): Promise<string> => {
    await fixture.put({ method: 'bank' })
    await fixture.sellTickets(2)
    await fixture.endEvent()
    return (await fixture.request()).data.settlement.id
  }
  const operate = (id: string, step: string, body?: unknown) =>
    fixture.operate('POST', `/api/operator/settlements/${id}/${step}`, { body })

  it('records what the bank did, once', async () => {
    const id = await byBank()
    expect((await operate(id, 'paid')).error.code).toBe('SETTLEMENT_MOVED')
    await sql`update settlements set status = 'sent'`.execute(fixture.shop.context.db)
    expect((await operate(id, 'paid')).status).toBe(200)
    expect((await operate(id, 'paid')).error.code).toBe('SETTLEMENT_MOVED')
    const failed = await operate(id, 'failed', { reason: 'Account closed' })
    expect(failed.data).toMatchObject({ settlement: { status: 'failed', promoter: { name: 'Aurora' } } })
    expect((await operate(id, 'failed', { reason: 'Again' })).error.code).toBe('SETTLEMENT_MOVED')
    expect(await fixture.balance()).toMatchObject({ balance: 50, available: 50 })
    const { rows } = await sql<{ action: string }>`select action from operator_log order by id`.execute(
      fixture.shop.context.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['settlement.paid', 'settlement.failed'])
  })

  it('cancels an open settlement, at once unless the provider has been asked', async () => {
    const id = await byBank()
    expect((await operate(id, 'cancel', { reason: 'Wrong account' })).data).toMatchObject({
      settlement: { status: 'cancelled', reason: 'Wrong account' },
    })
    expect((await operate(id, 'cancel', { reason: 'Again' })).error.code).toBe('SETTLEMENT_MOVED')
    expect(await fixture.balance()).toMatchObject({ available: 50 })
    await fixture.openAccount()
    const { data } = await fixture.request()
    const repair = fixture.breakPayees({ transfer: () => Promise.reject(new ProviderUnavailable('lost')) })
    await sendSettlements(fixture.shop.context)
    repair()
    const asked = await operate(data.settlement.id, 'cancel', { reason: 'Too late' })
    expect(asked.data).toMatchObject({ settlement: { status: 'cancelling' } })
  })

  it('adjusts a balance once per key, with the reason on the statement', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    const path = `/api/operator/promoters/${fixture.shop.promoterId}/adjustments`
    const key = randomUUID()
    const adjust = (amount: number, withKey: string) =>
      fixture.operate('POST', path, {
        body: { currency: 'EUR', amount, reason: 'Marketing share' },
        key: withKey,
      })
    const both = await Promise.all([adjust(-10, key), adjust(-10, key)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect((await adjust(0, randomUUID())).error.code).toBe('VALIDATION_ERROR')
    expect((await adjust(-20, key)).error.code).toBe('KEY_REUSED')
    const logged = await sql`select by_operator from audit_log where action = 'adjustment.created'`.execute(
      fixture.shop.context.db,
    )
    expect(logged.rows).toEqual([{ by_operator: true }])
    expect(await fixture.balance()).toMatchObject({ balance: 40, available: 40 })
    const list = await fixture.operate('GET', path)
    expect(list.data).toMatchObject({
      adjustments: [{ amount: -10, reason: 'Marketing share', currency: 'EUR' }],
    })
    const { data } = await fixture.request()
    expect((await fixture.statement(data.settlement.id)).lines).toContainEqual({
      kind: 'adjustments',
      amount: -10,
    })
    expect(await fixture.entries(data.settlement.id)).toContainEqual(
      expect.objectContaining({ note: 'Marketing share', amount: -10, orderNumber: null }),
    )
  })

  it('changes the rules of a promoter against the latest version only, in both logs', async () => {
    const path = `/api/operator/promoters/${fixture.shop.promoterId}/settlement-settings`
    const body = {
      schedule: 'weekly',
      weekday: 5,
      delayDays: 7,
      earlyShare: 12.5,
      reserve: 5,
      reserveDays: 14,
      isHeld: false,
      holdReason: '',
      version: 1,
    }
    expect((await fixture.operate('PUT', path, { body })).data).toMatchObject({
      settings: { schedule: 'weekly', weekday: 5, earlyShare: 12.5, reserve: 5, version: 2 },
    })
    expect((await fixture.operate('PUT', path, { body })).error.code).toBe('EDIT_CONFLICT')
    const { rows } = await sql<{ log: string }>`
      select 'audit' as log from audit_log where action = 'settlement_settings.changed' and by_operator
      union all select 'operator' from operator_log where action = 'settlement_settings.changed' order by 1`.execute(
      fixture.shop.context.db,
    )
    expect(rows.map(({ log }) => log)).toEqual(['audit', 'operator'])
    expect((await fixture.put({ method: 'bank', weekday: 2 })).data.settings).toMatchObject({
      delayDays: 7,
      version: 3,
    })
  })
})

describe('the statement of an event', () => {
  it('divides orders for several events by line, so that all statements add up to the ledger', async () => {
    const { promoterId, eventId, context } = fixture.shop
    const { db } = context
    const other = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-20T20:00:00Z') })
    const otherType = await insertTicketType(db, { promoterId, eventId: other, priceCents: 3333 })
    const wishes = { [fixture.ticketTypeId]: 1, [otherType]: 2 }
    const first = await sell(fixture.shop, { linkId: null, wishes, total: 91.66 })
    const second = await sell(fixture.shop, { linkId: null, wishes, total: 91.66 })
    await fixture.sellTickets(2)
    await fixture.refund(first.id, { amount: 10.01 })
    const tickets = await db.selectFrom('tickets').selectAll().where('order_id', '=', second.id).execute()
    const ofOther = tickets.filter((ticket) => ticket.event_id === other).map(({ id }) => id)
    await fixture.refund(second.id, { tickets: ofOther.slice(0, 1) })
    const read = async (id: string) =>
      (
        await fixture.owner.ask<{
          statement: { total: number; orders: number; dueAt: string; lines: unknown[] }
        }>('GET', `/api/promoter/events/${id}/statement`)
      ).data.statement
    const [own, others] = [await read(eventId), await read(other)]
    expect([own.orders, others.orders]).toEqual([3, 2])
    expect(own.dueAt).toBe('2026-12-05T00:00:00.000Z')
    const cents = (major: number): number => Math.round(major * 100)
    expect(cents(own.total) + cents(others.total)).toBe(cents((await fixture.balance())?.balance ?? 0))
    // The refunded ticket was for the other event alone.
    expect(cents(others.total)).toBe(4 * 3333 - 3333 - Math.round((1001 * 6666) / 9166))
    expect((await fixture.owner.ask('GET', `/api/promoter/events/${randomUUID()}/statement`)).status).toBe(
      404,
    )
  })

  it('names the settlements that contain it, and adds up to the cent on random sales', async () => {
    const { promoterId, eventId, context } = fixture.shop
    const { db } = context
    const random = seeded(17)
    const roll = (most: number): number => Math.floor(random() * most)
    const other = await insertEvent(db, { promoterId, startsAt: new Date('2026-11-24T20:00:00Z') })
    const otherType = await insertTicketType(db, { promoterId, eventId: other, priceCents: 1999 })
    const events = [eventId, other]
    const sellAny = async (): Promise<void> => {
      const [own, others] = [roll(3) + 1, roll(3)]
      const wishes = { [fixture.ticketTypeId]: own, ...(others > 0 ? { [otherType]: others } : {}) }
      const { id } = await sell(fixture.shop, {
        linkId: null,
        wishes,
        total: (own * 2500 + others * 1999) / 100,
      })
      if (roll(2) === 0) await fixture.refund(id, { amount: (roll(2000) + 1) / 100 })
    }
    await fixture.openAccount()
    await fixture.putRules({ earlyShare: 50 })
    for (let round = 0; round < 3; round += 1) {
      for (let sale = 0; sale < 3; sale += 1) await sellAny()
      await fixture.request()
      await sendSettlements(context)
      await hear(fixture.shop)
      await hear(fixture.shop)
    }
    const cents = (major: number): number => Math.round(major * 100)
    const read = async (id: string) =>
      (await fixture.owner.ask<{ statement: EventStatement }>('GET', `/api/promoter/events/${id}/statement`))
        .data.statement
    const statements = await Promise.all(events.map(read))
    const sum = (amounts: readonly number[]): number =>
      amounts.reduce((total, amount) => total + cents(amount), 0)
    for (const { settlements, unsettled, lines, total } of statements) {
      expect(sum([...settlements.map(({ amount }) => amount), unsettled])).toBe(cents(total))
      expect(sum(lines.map(({ amount }) => amount))).toBe(cents(total))
    }
    // Each settlement's statement has exactly the parts that the events name, besides its own payout.
    const settled = await fixture.settlements()
    expect(settled.length).toBeGreaterThan(1)
    for (const { id, amount } of settled) {
      const { openingBalance, closingBalance } = await fixture.statement(id)
      const parts = statements.flatMap(({ settlements }) => settlements.filter((each) => each.id === id))
      expect(sum(parts.map((part) => part.amount))).toBe(
        cents(closingBalance) - cents(openingBalance) + cents(amount),
      )
    }
    const { balance = 0, underway = 0, paid = 0 } = (await fixture.balance()) ?? {}
    expect(sum(statements.map(({ total }) => total))).toBe(sum([balance, underway, paid]))
    const list = await fixture.owner.ask<{ events: StatementEvent[] }>(
      'GET',
      '/api/promoter/event-statements',
    )
    expect(list.data.events.map((event) => event.eventId).toSorted()).toEqual(events.toSorted())
    const seen = await fixture.operate<{ promoter: { id: string }; statement: EventStatement }>(
      'GET',
      `/api/operator/events/${other}/statement`,
    )
    expect(seen.data).toMatchObject({ promoter: { id: promoterId }, statement: statements[1] })
  })
})
