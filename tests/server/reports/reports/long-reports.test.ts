import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '#contracts/console/reports.ts'
import { addDays } from '#model/platform/time/days.ts'
import { createApi } from '#server/http/api.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { insertLink } from '#tests/support/sellers.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let floor: string
let linkId: string
let owner: ConsoleMember

beforeAll(async () => {
  fixture = await openConsoleFixture()
  owner = fixture.owner
  const { promoterId, eventId } = fixture
  floor = await insertTicketType(fixture.context.db, { promoterId, eventId, name: 'Floor' })
  linkId = await insertLink(fixture, null)
})
afterAll(async () => {
  expect(await findReportProblems(fixture.context.db, fixture.promoterId)).toEqual([])
  await fixture.close()
})

const read = async (name: string, query = ''): Promise<Report> => {
  const answer = await owner.ask<{ report: Report }>('GET', `/api/promoter/reports/${name}?${query}`)
  expect(answer.error).toBeUndefined()
  return answer.data.report
}

describe('a year', () => {
  const year = 'from=2026-11-01&to=2027-12-31'
  /** Spans without a whole month. */
  const weeks = Array.from({ length: 61 }, (_, week) => {
    const from = addDays('2026-11-01', 7 * week)
    return `from=${from}&to=${week === 60 ? '2027-12-31' : addDays(from, 6)}`
  })
  const countOf = ({ rows }: Report, id: string): Record<string, number> => {
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const key = `${String(row['name'] ?? row['code'])} ${String(row['event'] ?? '')}`
      sums[key] = (sums[key] ?? 0) + Number(row[id])
    }
    return sums
  }

  beforeAll(async () => {
    const { promoterId, context } = fixture
    const festival = await insertEvent(context.db, {
      promoterId,
      startsAt: new Date('2028-01-01T20:00:00Z'),
      title: 'Festival',
    })
    const pass = await insertTicketType(context.db, { promoterId, eventId: festival, name: 'Pass' })
    const { slug } = await context.db
      .selectFrom('events')
      .select('slug')
      .where('id', '=', festival)
      .executeTakeFirstOrThrow()
    for (let months = 0; months < 5; months += 1) {
      fixture.clock.advance(50 * 86_400_000)
      const cart = newCartId()
      await fixture.hold(cart, { [pass]: 1 })
      const placed = await fixture.checkout(cart, 25, {
        tracking: { utmSource: months % 2 ? 'radio' : 'press' },
      })
      const { order } = placed.data
      if (months % 2)
        await sql`update orders set tracking_link_id = ${linkId} where id = ${order.id}`.execute(context.db)
      await fixture.pay(order.id, CARDS.good)
      context.visits.view(slug, 'social')
      await context.visits.flush()
      if (months === 3) await addPendingReports(context)
    }
    // Sessions from months ago have expired.
    owner = await fixture.join('owner')
  })

  test.each([
    ['types', 'tickets'],
    ['types', 'revenue'],
    ['channels', 'tickets'],
    ['channels', 'views'],
    ['links', 'orders'],
    ['funnel', 'number'],
  ])('is summed from months, and its %s equal those of its weeks: %s', async (name, id) => {
    const sums: Record<string, number> = {}
    for (const week of weeks)
      for (const [key, number] of Object.entries(countOf(await read(name, week), id)))
        sums[key] = (sums[key] ?? 0) + number
    const whole = countOf(await read(name, year), id)
    expect(whole).toEqual(sums)
    expect(Object.values(whole).some((number) => number >= 2)).toBe(true)
  })

  test('of all events is equal by hour and by ticket type', async () => {
    const [sales, types] = [await read('sales', year), await read('types', year)]
    expect(sales.total?.['tickets']).toBe(types.total?.['tickets'])
    expect(sales.total?.['revenue']).toBe(types.total?.['revenue'])
  })
})

test('rows beyond the screen’s limit are summed, and all are in the file', async () => {
  const { promoterId, context } = fixture
  const { accountId } = await fixture.join('sales')
  await sql`
    insert into payouts (promoter_id, member_id, amount_cents, currency, status, idempotency_key, provider, payee_id, requested_at, updated_at)
    select ${promoterId}, ${accountId}, 101, 'EUR', 'failed', n::text, 'sandbox', 'payee', now, now
    from generate_series(1, 1200) n, (values (${new Date(fixture.clock.now())}::timestamptz)) clock (now)`.execute(
    context.db,
  )
  const payouts = await read('payouts')
  expect(payouts.rows).toHaveLength(1000)
  expect(payouts).toMatchObject({ rowCount: 1200, total: { failed: 1212 } })
  const file = await createApi(context).fetch(
    new Request('http://aurora.localhost/api/promoter/reports/payouts/export.csv', {
      headers: { host: 'aurora.localhost', authorization: `Bearer ${owner.bearer}` },
    }),
  )
  expect((await file.text()).trim().split('\r\n')).toHaveLength(1201)
})

test('waiting reports don’t delay buyers', async () => {
  const { db } = fixture.context
  const path = '/api/promoter/reports/sales'
  let reports: Promise<{ status: number }[]> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`lock table report_totals`.execute(trx)
    reports = Promise.all(Array.from({ length: 20 }, () => owner.ask('GET', path)))
    const waiting = sql<{ count: number }>`
      select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.count).toBeGreaterThan(0)
    await fixture.hold(newCartId(), { [floor]: 1 })
    expect((await fixture.ask('GET', `/api/public/events/${fixture.eventId}/tickets`)).status).toBe(200)
  })
  expect((await reports)?.every(({ status }) => status === 200)).toBe(true)
})
